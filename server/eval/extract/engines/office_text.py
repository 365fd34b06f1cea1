"""All text of an office file as LibreOffice understands it: python3 office_text.py FILE fodt|fods|fodp

LibreOffice writes what it has read as one XML document, of which this prints the paragraphs: body, notes, comments,
text boxes, headers and footers, names of sheets. Numbers of lists are not in it.
"""

import fcntl
import itertools
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

OASIS = "{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}"
TEXT, OFFICE, TABLE, STYLE, DRAW = (OASIS % name for name in ("text", "office", "table", "style", "drawing"))
MATH = "{http://www.w3.org/1998/Math/MathML}"

PARAGRAPHS = {TEXT + "p", TEXT + "h"}
GAPS = {TEXT + "s", TEXT + "tab", TEXT + "line-break", MATH + "mi", MATH + "mn", MATH + "mo", *PARAGRAPHS}

# What LibreOffice works out anew.
FIELDS = {TEXT + name for name in ("page-number", "page-count", "sheet-name", "date", "time", "file-name")}

# What stands beside a paragraph, not in the midst of its words.
HANGING = {TEXT + "note", OFFICE + "annotation", DRAW + "frame", DRAW + "custom-shape", DRAW + "g"}

UNREAD = {
    *FIELDS,
    TEXT + "tracked-changes",
    TEXT + "note-citation",
    *(OFFICE + name for name in ("meta", "settings", "styles", "automatic-styles", "master-styles", "binary-data")),
    MATH + "annotation",
    "{http://purl.org/dc/elements/1.1/}creator",
    "{http://purl.org/dc/elements/1.1/}date",
    OASIS % "meta" + "creator-initials",
    OASIS % "svg-compatible" + "title",
    OASIS % "svg-compatible" + "desc",
}


class Writer:
    def __init__(self, document):
        changes = document.iter(TEXT + "changed-region")
        self.deletions = {one.get(TEXT + "id") for one in changes if one.find(TEXT + "deletion") is not None}
        self.is_deleted = False

    def write(self, element):
        if element.tag in PARAGRAPHS or element.tag == MATH + "math":
            hanging = []
            print(self.text_of(element, hanging))
            for one in hanging:
                self.write(one)
        elif not is_unread(element):
            for child in element:
                self.write(child)

    def text_of(self, element, hanging):
        self.note_change(element)
        if element.tag in HANGING:
            hanging.append(element)
        if element.tag in HANGING or is_unread(element):
            return ""
        parts = [" " if element.tag in GAPS else "", self.kept(element.text)]
        for child in element:
            parts += [self.text_of(child, hanging), self.kept(child.tail)]
        return "".join(parts) + (" " if element.tag in GAPS else "")

    def kept(self, text):
        return "" if self.is_deleted else text or ""

    def note_change(self, element):
        if element.get(TEXT + "change-id") in self.deletions:
            self.is_deleted = element.tag == TEXT + "change-start"


def is_unread(element):
    # The figures a chart is drawn from.
    return element.tag in UNREAD or element.get(TABLE + "name") == "local-table"


def write_document(document, kind):
    writer = Writer(document)
    body = document.find(OFFICE + "body")
    for sheet in body.iterfind(f"{OFFICE}spreadsheet/{TABLE}table"):
        texts = ("".join(paragraph.itertext()) for paragraph in sheet.iter(TEXT + "p"))
        print(sheet.get(TABLE + "name") if any(map(str.strip, texts)) else "")
    writer.write(body)
    # Sheets are given a header by LibreOffice itself, and slides a master that says where to click.
    for page in document.iterfind(f"{OFFICE}master-styles/{STYLE}master-page") if kind == "fodt" else ():
        writer.write(page)


def convert(path, kind, folder):
    """In a profile of its own: two at once share none, and making one takes a second."""
    for number in itertools.count():
        profile = pathlib.Path(tempfile.gettempdir(), f"reverie-libreoffice-{number}")
        profile.mkdir(exist_ok=True)
        with open(profile / "lock", "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            command = ["soffice", "--headless", "--norestore", f"-env:UserInstallation={profile.as_uri()}"]
            command += ["--convert-to", kind, "--outdir", folder, path]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            return pathlib.Path(folder, pathlib.Path(path).stem + "." + kind)


sys.stdout.reconfigure(encoding="utf-8", errors="replace")
with open(sys.argv[1], "rb") as file:
    if sys.argv[1].endswith(".rtf") and not file.read(100).lstrip().startswith(b"{\\rtf"):
        sys.exit("LibreOffice would show its commands")
with tempfile.TemporaryDirectory() as folder:
    converted = convert(sys.argv[1], sys.argv[2], folder)
    write_document(ElementTree.parse(converted).getroot(), sys.argv[2])
