"""Letters that the fonts of this machine can print, as the printer finds them. Standard library only: set-up asks."""

import ctypes
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

CORE, CJK = "fonts-noto-core", "fonts-noto-cjk"
SCRIPTS: Final[Mapping[str, tuple[str, str]]] = {
    "Latin with accents": ("ŁđĞřșễ", CORE),
    "Greek": ("Αώς", CORE),
    "Cyrillic": ("Жїћ", CORE),
    "Georgian": ("ნიო", CORE),
    "Armenian": ("Աոբ", CORE),
    "Arabic": ("ليپچ", CORE),
    "Hebrew": ("שלם", CORE),
    "Syriac": ("ܐܒܓ", CORE),
    "Thaana": ("އަލ", CORE),
    "N'Ko": ("ߊߞߏ", CORE),
    "Ethiopic": ("አበሰ", CORE),
    "Tifinagh": ("ⴰⵣⵓ", CORE),
    "Devanagari": ("अनी", CORE),
    "Bengali": ("বাল", CORE),
    "Gurmukhi": ("ਗੁਰ", CORE),
    "Gujarati": ("ગુજ", CORE),
    "Oriya": ("ଓଡ଼", CORE),
    "Tamil": ("தமி", CORE),
    "Telugu": ("తెల", CORE),
    "Kannada": ("ಕನ್", CORE),
    "Malayalam": ("മലയ", CORE),
    "Sinhala": ("සිහ", CORE),
    "Thai": ("สมช", CORE),
    "Lao": ("ລາວ", CORE),
    "Khmer": ("ខ្ម", CORE),
    "Burmese": ("မြန", CORE),
    "Tibetan": ("བོད", CORE),
    "Mongolian": ("ᠮᠣᠩ", CORE),
    "Javanese": ("ꦗꦮꦱ", CORE),
    "Cherokee": ("ᏣᎳᎩ", CORE),
    "Canadian syllabics": ("ᐃᓄᒃ", CORE),
    "Chinese": ("王小明國", CJK),
    "Japanese": ("さくらカ", CJK),
    "Korean": ("김민수", CJK),
}
"""By name of a script: some of its letters, and the Debian package with a font."""

_SYSTEM: Final = 0
_LIBRARIES: Final = ("libfontconfig.so.1", "libfontconfig.1.dylib", "libfontconfig-1.dll")


class _FontSet(ctypes.Structure):
    """FcFontSet: fontconfig's data of all fonts."""

    _fields_ = (
        ("count", ctypes.c_int),
        ("room", ctypes.c_int),
        ("patterns", ctypes.POINTER(ctypes.c_void_p)),
    )


class Letters:
    """The letters of all installed fonts; every letter where fontconfig is not installed, for then nothing is known."""

    def __init__(self) -> None:
        self._library = _fontconfig()
        self._known: dict[str, bool] = {}
        if self._library is not None:
            self._config = self._library.FcInitLoadConfigAndFonts()
            self._charsets = list(_charsets(self._library, self._config))

    def has(self, letter: str) -> bool:
        """Would it be printed, and not as an empty box?"""
        if letter not in self._known:
            self._known[letter] = self._library is None or any(
                self._library.FcCharSetHasChar(charset, ord(letter)) for charset in self._charsets
            )
        return self._known[letter]


@cache
def letters() -> Letters:
    """Fonts that are installed later count from the next start of the process on."""
    return Letters()


def lacking() -> list[str]:
    """Scripts of which some letters have no font, by name."""
    found = letters()
    return [name for name, (sample, _package) in SCRIPTS.items() if not all(map(found.has, sample))]


def describe_missing(names: list[str]) -> str:
    """One line for the person who sets up the site; empty if no font is missing."""
    return f"PDFs lack fonts for names in {', '.join(names)}. To mend: {mend(names)}" if names else ""


def mend(names: list[str]) -> str:
    """The command that installs fonts for these scripts."""
    packages = " ".join(sorted({SCRIPTS[name][1] for name in names}, reverse=True))
    return f"apt-get install -y {packages}"


def _fontconfig() -> Any:
    for name in _LIBRARIES:
        try:
            library: Any = ctypes.CDLL(name)
        except OSError:
            continue
        pointer = ctypes.c_void_p
        library.FcInitLoadConfigAndFonts.restype = pointer
        library.FcConfigGetFonts.restype = ctypes.POINTER(_FontSet)
        library.FcConfigGetFonts.argtypes = [pointer, ctypes.c_int]
        library.FcPatternGetCharSet.argtypes = [pointer, ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(pointer)]
        library.FcCharSetHasChar.argtypes = [pointer, ctypes.c_uint32]
        return library
    return None


def _charsets(library: Any, config: Any) -> Any:
    """The letters of each font, owned by the configuration."""
    fonts = library.FcConfigGetFonts(config, _SYSTEM)
    for number in range(fonts.contents.count if fonts else 0):
        charset = ctypes.c_void_p()
        if library.FcPatternGetCharSet(fonts.contents.patterns[number], b"charset", 0, ctypes.byref(charset)) == 0:
            yield charset
