"""The templates: escaped unless drawn by us, packed in the wheel, loaded when a page is written."""

import ast
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from jinja2 import UndefinedError

import dpbi
from dpbi.report import html
from dpbi.support import markup

ROOT = Path(dpbi.__file__).parent
TEMPLATES = sorted(ROOT.rglob("templates/*.html"))
OURS = {
    '"page.css" | asset',
    '"page.js" | asset',
    '"drafts/draft.css" | asset',  # the style of an annotated draft, which has no script
    '"drafts/errata.css" | asset',
    '"drafts/errata.js" | asset',
    "r.row.markup",  # a draft's line, of source.py and tex.py, which escape what is not ours
    "panel",  # drawn by svg, as are the icons of legends
    "entry.icon",
    "line | mathml",
    "f.conclusion | mathml",
    "d | equation",  # a definition, by mathml
    'f.hypotheses | map("mathml") | join(", ")',
    "shown",  # one side of a conclusion, by mathml
}
"""What is printed as it is: our own style and script, pictures and mathematics."""


def test_only_what_we_draw_ourselves_is_printed_without_escaping():
    text = "\n".join(path.read_text(encoding="utf-8") for path in TEMPLATES)
    assert set(re.findall(r"\{\{ ([^{}]*?) \| safe \}\}", text)) == OURS
    assert len(re.findall(r"\bsafe\b", text)) == len(re.findall(r" \| safe \}\}", text))
    assert "autoescape" not in text


@pytest.mark.parametrize("templates", [html.templates(), markup.environment("dpbi.support")])
def test_a_template_escapes_and_refuses_names_that_are_not_there(templates):
    write = templates.from_string("{{ name }}").render
    assert write(name="<'&\"") == "&lt;&#39;&amp;&#34;"
    with pytest.raises(UndefinedError, match="'name' is undefined"):
        write()
    with pytest.raises(UndefinedError, match="no attribute 'b'"):
        templates.from_string("{{ name.b }}").render(name="a")


def test_no_module_of_ours_escapes_html_by_hand_but_where_pictures_and_mathematics_are_written():
    by_hand = {
        str(path.relative_to(ROOT))
        for path in ROOT.rglob("*.py")
        if re.search(r"\bhtml import .*escape|\bhtml\.escape", path.read_text(encoding="utf-8"))
    }
    assert by_hand == {
        "language/mathml.py",
        "report/svg.py",
        "report/drafts/tex.py",  # a draft's formulas, and its text around them
        "report/drafts/source.py",
    }


def tags(source):
    """The pieces of text of a module that look like an element; docstrings are for people."""
    syntax = ast.parse(source)
    docs = [n.value for n in ast.walk(syntax) if isinstance(n, ast.Expr)]
    texts = (n for n in ast.walk(syntax) if isinstance(n, ast.Constant) and n not in docs)
    return [t.value for t in texts if isinstance(t.value, str) and TAG.search(t.value)]


# <string> and <module> are of frames, <none> an answer of coqchk, <u8 a type of numpy
TAG = re.compile(r"(?<!P)</?(?!string>|module>|none>|u[48]$)[a-z]\w*(?=[ />{]|$)")


def test_no_module_writes_markup_but_where_pictures_and_mathematics_are_drawn():
    drawing = {
        "language/mathml.py",
        "report/svg.py",
        "audit/sweeps/plotting.py",
        "report/figures/cells.py",
        "report/drafts/tex.py",  # a draft's formulas, and its text around them
        "report/drafts/source.py",
    }
    found = {
        str(path.relative_to(ROOT))
        for path in ROOT.rglob("*.py")
        if tags(path.read_text(encoding="utf-8"))
    }
    assert found == drawing
    assert tags('f"<b>{m}</b>"')
    assert tags('cell = "<td class=x>"')
    assert not tags('said = "a <b, c < d and <5 things>"')


@pytest.mark.parametrize(
    "command", [["list"], ["loss", "ehds", "--prior", "1,1", "--n", "4", "--epsilon", "1"]]
)
def test_commands_that_write_no_page_do_not_load_templates(command):
    code = (
        f"import sys; sys.argv = {['dpbi', *command]}\n"
        "from dpbi.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "print(sorted({'jinja2', 'markupsafe'} & set(sys.modules)))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (out.returncode, out.stdout.splitlines()[-1:]) == (0, ["[]"]), out.stderr


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The package as its wheel has it, in a folder of its own."""
    pytest.importorskip("hatchling", reason="the extra `test` installs hatchling")
    folder = tmp_path_factory.mktemp("wheel")
    line = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(line, cwd=ROOT.parent, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "installed")
    return folder / "installed"


def test_the_wheel_has_every_template_style_and_script(installed):
    kept = [*TEMPLATES, ROOT / "report" / "page.css", ROOT / "report" / "page.js"]
    assert len(kept) >= 10
    for path in kept:
        assert (installed / path.relative_to(ROOT.parent)).read_bytes() == path.read_bytes()


def test_pages_can_be_written_from_the_wheel(installed):
    code = (
        f"import sys; sys.path.insert(0, {str(installed)!r})\n"
        "import dpbi; from dpbi.report import build, html; from dpbi.support import table\n"
        "print(dpbi.__file__)\n"
        "print(table([('a', 1)]))\n"
        "print(html.page(build({'schema': 1, 'claims': []}, formulas={})))"
    )
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=installed
    )
    assert out.stdout.startswith(str(installed)), out.stderr
    assert "<td>1</td>" in out.stdout
    assert out.stdout.rstrip().endswith("</html>")
