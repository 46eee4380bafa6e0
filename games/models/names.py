"""A column with a name that a person typed."""

from typing import TYPE_CHECKING, Any

from django.db import models

from games.kit import names

if TYPE_CHECKING:
    Text = models.CharField[str, str]
else:
    Text = models.CharField


class NameField(Text):
    """Written tidied whoever writes it, and compared tidied; `full_clean` and forms refuse what `names` refuses. To the
    database it is a CharField.
    """

    default_validators = [names.validate_name]

    def to_python(self, value: Any) -> Any:
        return names.tidied(value) if isinstance(value, str) else super().to_python(value)

    def get_prep_value(self, value: Any) -> Any:
        """What is stored or looked for."""
        return self.to_python(super().get_prep_value(value))

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """The object has it as it is stored."""
        value = self.to_python(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, value)
        return value

    def formfield(self, **kwargs: Any) -> Any:
        """A form reads it by the same rule."""
        return super().formfield(**{"form_class": names.NameField, **kwargs})

    def deconstruct(self) -> Any:
        """Migrations know a CharField: the rule may change without one."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs
