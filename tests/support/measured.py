"""Results of measures, computed when first asked for, for tests of figures and pages."""

import json
import re
from html import unescape

from dpbi.report.quantities import parse

MARK = re.compile(
    r'<data class="m" data-key="([^"]*)" data-path="([^"]*)" value="([^"]*)">([^<]*)</data>'
)


class Computed(dict):
    """{key: result}, through JSON as a cache would have it."""

    def __missing__(self, key):
        self[key] = json.loads(json.dumps(parse(key).compute()))
        return self[key]


RESULTS = Computed()


def marks(html):
    """(key, path, value, shown) of every marked number."""
    return [tuple(map(unescape, found)) for found in MARK.findall(html)]
