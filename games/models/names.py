"""A column with a name that a person typed."""

from typing import TYPE_CHECKING, Any

from django.db import models

from games.ui import names

if TYPE_CHECKING:
    Text = models.CharField[str, str]
else:
    Text = models.CharField


class NameField(Text):
    """A name, tidied before every write and lookup. `full_clean` and forms refuse the names that `games.ui.names`
    refuses. To the database it is a CharField.
    """

    default_validators = [names.validate_name]

    def to_python(self, value: Any) -> Any:
        return names.tidied(value) if isinstance(value, str) else super().to_python(value)

    def get_prep_value(self, value: Any) -> Any:
        """The tidied value for storing and lookups."""
        return self.to_python(super().get_prep_value(value))

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """The stored value, which the object gets, too."""
        value = self.to_python(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, value)
        return value

    def formfield(self, **kwargs: Any) -> Any:
        """A form field with the same rule."""
        return super().formfield(**{"form_class": names.NameField, **kwargs})

    def deconstruct(self) -> Any:
        """A CharField for migrations: the rule may change without one."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs
