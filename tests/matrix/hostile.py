"""Hostile input: parts of paths, texts, bodies and headers."""

from typing import Final

MILLION: Final = 10**6
ODD_PARTS: Final = (
    "%00", "a%00b", "%ED%A0%80", "%FF", "%E2%80%AE", "%0A", "..%2F..", "%2e%2e", "%25", "0", "-1", "1e5", "x",
    str(2**31), str(2**63 - 1), str(2**63), "9" * 30, "9" * 5000, "%D9%A3", "None", "x" * 256, "x" * 2000, "%3Cb%3E",
)  # fmt: skip
ODD_TEXTS: Final = (
    "", " ", "\0", "a\0b", "\ufffd", "\u202e\u200b", "\r\n", "-1", "0", "1", "1.5", "1e9", "nan", "Infinity", "٣",
    str(2**31), str(2**63), "9" * 30, "9" * 5000, "null", "[]", "{}", "on", "x", "http://a.org/", "//x", "games:match",
    "%s%n%(x)s", "{x}", "<script>", "'\"--", "é" * 300, "x" * 256, "\U0001f600" * 200, "2026-02-30", "2026-11-22T25:61",
    "0001-01-01T00:00", "9999-12-31T23:59", "a@b", "x" * 300 + "@example.org", "../../etc/passwd", "\ud800",
)  # fmt: skip
ODD_BYTES: Final = (
    b"", b"{", b"null", b"[]", b'"\\ud800"', b'{"a": "\\u0000"}', b"NaN", b'{"a": NaN}', b"[" * 5000, b"1" * 5000,
    b'{"text": "a\\u0000b"}', b'{"text": "\\ud800"}', b'{"seat": 99999999999999999999999}', b"\xff\xfe", b"\0",
    b'{"key": "x", "move": ' + b"[" * 31 + b"]" * 31 + b"}", b"a=%00", b"a=%ED%A0%80&b=%FF",
)  # fmt: skip
KINDS: Final = (
    "application/json", "text/plain", "application/xml", "multipart/form-data", "multipart/form-data; boundary=",
    "multipart/form-data; boundary=\xff", "application/x-www-form-urlencoded; charset=nonsense", "", "x", "a/b; c",
    "application/json; charset=utf-16", "application/x-www-form-urlencoded; charset=utf-7",
)  # fmt: skip
ODD_HEADERS: Final = (
    ("HTTP_ACCEPT_LANGUAGE", ("x" * 5000, "fr;q=nan", "\xff", "en-" * 2000, "*" * 100, "../../x")),
    ("HTTP_COOKIE", ('sessionid="a\\000bcdefg"', "sessionid=" + "x" * 5000, "django_language=../x", "csrftoken=\xff")),
    ("HTTP_COOKIE", ("=;=;;", "messages=x", "sessionid=\xff\xff\xff\xff\xff\xff\xff\xff")),
    ("HTTP_HX_REQUEST", ("true", "\xff", "x" * 5000)),
    ("HTTP_HX_CURRENT_URL", ("http://[", "\xff", "//", "http://testserver/%00")),
    ("HTTP_HX_TARGET", ("\xff", "x" * 5000)),
    ("HTTP_HOST", ("evil.example", "testserver:99999999", "[::1", "a b", "\xff", "")),
    ("HTTP_X_FORWARDED_FOR", ("x", "1.2.3.4, \xff", "," * 1000, "::1")),
    ("HTTP_X_FORWARDED_PROTO", ("https", "x")),
    ("HTTP_IF_NONE_MATCH", ("*", '"' * 1000, "\xff", 'W/"x", y', '"1-1-0"')),
    ("HTTP_IF_MODIFIED_SINCE", ("x", "Thu, 01 Jan 99999 00:00:00 GMT", "\xff")),
    ("HTTP_RANGE", ("bytes=0-", "bytes=-1", "bytes=9-1", "x")),
    ("HTTP_AUTHORIZATION", ("Bearer", "Bearer \xff", "Bearer a:b:c", "Bearer " + "x" * 399, "Basic eA==", "Token x")),
    ("HTTP_ACCEPT", ("x", "application/xml", "*/*;q=x", "\xff", "text/html")),
    ("HTTP_REFERER", ("x", "http://[", "\xff")),
    ("HTTP_ORIGIN", ("null", "http://[")),
    ("HTTP_TRANSFER_ENCODING", ("chunked",)),
    ("CONTENT_LENGTH", ("-1", "x", str(10**12))),
)  # fmt: skip
