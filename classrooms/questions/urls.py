"""Pages of quizzes, surveys and forecasts."""

from django.urls import path

from classrooms.questions.views import (
    bank,
    choose,
    forecast,
    own,
    quiz,
    results,
    survey,
)

OF_COURSE = "courses/<int:course_id>/questions/"
OF_SESSION = "sessions/<int:session_id>/questions/"

urlpatterns = [
    path(OF_COURSE, own.course_questions, name="course-questions"),
    path(f"{OF_COURSE}new/", own.own_question_new, name="own-question-new"),
    path(f"{OF_COURSE}<int:question_id>/", own.own_question, name="own-question"),
    path(OF_SESSION, choose.session_questions, name="session-questions"),
    path(f"{OF_SESSION}bank/", bank.session_bank, name="session-bank"),
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
