"""Reads the question files of `files_of_others`."""

from dataclasses import replace

from classrooms.play.questions.files import readers
from classrooms.play.questions.files.parsed_questions import NotQuestions
from tests.classrooms.play.questions.files_of_others import File


def found_in(file: File) -> File:
    """The actual result of a file, in the same form as the expected one."""
    nothing = replace(file, taken=(), left_out=(), refused="", explanations=(), remarks=())
    try:
        found = readers.read_file(file.content)
    except NotQuestions as refused:
        return replace(nothing, refused=str(refused))
    remarks = tuple(each.remarks for each in found.questions)
    explanations = tuple(each.explanation for each in found.questions)
    return replace(
        nothing,
        taken=tuple((each.text, each.options, each.right) for each in found.questions),
        left_out=tuple((each.line, each.reason) for each in found.left_out),
        explanations=explanations if any(explanations) else (),
        remarks=remarks if any(map(any, remarks)) else (),
    )
