from classrooms.models.users import User

__all__ = ["User"]
