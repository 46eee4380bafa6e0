"""Pages of quizzes, surveys and forecasts."""

from django.urls import path

from classrooms.views import (
    forecast,
    questions_bank,
    questions_choose,
    questions_own,
    questions_results,
    quiz,
    survey,
)

OF_COURSE = "courses/<int:course_id>/questions/"
OF_SESSION = "sessions/<int:session_id>/questions/"

urlpatterns = [
    path(OF_COURSE, questions_own.course_questions, name="course-questions"),
    path(f"{OF_COURSE}new/", questions_own.own_question_new, name="own-question-new"),
    path(f"{OF_COURSE}<int:question_id>/", questions_own.own_question, name="own-question"),
    path(OF_SESSION, questions_choose.session_questions, name="session-questions"),
    path(f"{OF_SESSION}bank/", questions_bank.session_bank, name="session-bank"),
    path(f"{OF_SESSION}quiz/", questions_results.quiz_results, name="quiz-results"),
    path(f"{OF_SESSION}quiz.csv", questions_results.quiz_export, name="quiz-export"),
    path(f"{OF_SESSION}survey/", questions_results.survey_results, name="survey-results"),
    path(f"{OF_SESSION}survey.csv", questions_results.survey_export, name="survey-export"),
    path(f"{OF_SESSION}forecasts/", questions_results.forecast_results, name="forecast-results"),
    path(f"{OF_SESSION}forecasts.csv", questions_results.forecast_export, name="forecast-export"),
    path("sessions/<int:session_id>/quiz/", quiz.quiz, name="quiz"),
    path("sessions/<int:session_id>/survey/", survey.survey, name="survey"),
    path("sessions/<int:session_id>/forecast/", forecast.forecast, name="forecast"),
]
