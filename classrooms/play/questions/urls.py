"""Pages of quizzes, surveys and forecasts."""

from django.urls import path

from classrooms.play.questions.views import (
    bank,
    choose,
    exchange,
    forecast,
    own,
    polls,
    quiz,
    results,
    survey,
)

OF_COURSE = "courses/<int:course_id>/questions/"
OF_SESSION = "sessions/<int:session_id>/questions/"

urlpatterns = [
    path(OF_COURSE, own.course_questions, name="course-questions"),
    path(f"{OF_COURSE}new/", own.own_question_new, name="own-question-new"),
    path(f"{OF_COURSE}questions.gift.txt", exchange.own_questions_gift, name="own-questions-gift"),
    path(f"{OF_COURSE}questions.xml", exchange.own_questions_moodle, name="own-questions-moodle"),
    path(f"{OF_COURSE}take/", exchange.own_questions_take, name="own-questions-take"),
    path(f"{OF_COURSE}<int:question_id>/", own.own_question, name="own-question"),
    path(OF_SESSION, choose.session_questions, name="session-questions"),
    path(f"{OF_SESSION}bank/", bank.session_bank, name="session-bank"),
    path(f"{OF_SESSION}bank.gift.txt", exchange.bank_gift, name="bank-gift"),
    path(f"{OF_SESSION}bank.xml", exchange.bank_moodle, name="bank-moodle"),
    path(f"{OF_SESSION}polls/", polls.session_polls, name="session-polls"),
    path("join/<str:code>/poll/", polls.join_poll, name="join-poll"),
    path("join/<str:code>/poll/live/", polls.join_poll_live, name="join-poll-live"),
    path("join/<str:code>/poll/qr.svg", polls.join_poll_qr, name="join-poll-qr"),
    path(f"{OF_SESSION}quiz/", results.quiz_results, name="quiz-results"),
    path(f"{OF_SESSION}quiz.csv", results.quiz_export, name="quiz-export"),
    path(f"{OF_SESSION}survey/", results.survey_results, name="survey-results"),
    path(f"{OF_SESSION}survey.csv", results.survey_export, name="survey-export"),
    path(f"{OF_SESSION}forecasts/", results.forecast_results, name="forecast-results"),
    path(f"{OF_SESSION}forecasts.csv", results.forecast_export, name="forecast-export"),
    path("sessions/<int:session_id>/quiz/", quiz.quiz, name="quiz"),
    path("sessions/<int:session_id>/survey/", survey.survey, name="survey"),
    path("sessions/<int:session_id>/forecast/", forecast.forecast, name="forecast"),
]
