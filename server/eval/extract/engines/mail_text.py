"""The text of messages by Python's own email package: heads, text or else HTML, attached texts and messages.

python3 mail_text.py FILE, with FILE an .eml, .mbox or .msg; the last is made an .eml by msgconvert first.
"""

import mailbox
import re
import subprocess
import sys
from datetime import timezone
from email import message_from_bytes, policy
from email.utils import format_datetime, parsedate_to_datetime
from html.parser import HTMLParser

HEADS = ("Subject", "From", "To", "Cc")
SEALED = ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")
MAX_DEPTH = 8


class Shown(HTMLParser):
    BLOCKS = {"p", "div", "br", "td", "th", "tr", "li", "table", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "pre"}
    UNREAD = {"style", "script", "title"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.parts = []
        self.unread = 0

    def handle_starttag(self, tag, attrs):
        self.unread += tag in self.UNREAD
        if tag in self.BLOCKS:
            self.parts.append("\n")

    def handle_endtag(self, tag):
        self.unread -= tag in self.UNREAD
        if tag in self.BLOCKS:
            self.parts.append("\n")

    def handle_data(self, data):
        if self.unread <= 0:
            self.parts.append(data)


def content_of(part):
    try:
        text = part.get_content()
    except (LookupError, UnicodeError, ValueError):
        text = (part.get_payload(decode=True) or b"").decode("utf-8", "replace")
    if part.get_content_subtype() != "html":
        return text
    shown = Shown()
    shown.feed(text)
    return "".join(shown.parts)


def write(message, is_mail, depth=0):
    for head in HEADS:
        for value in message.get_all(head, []):
            # Inside a company, addresses are paths of a directory, which say nothing.
            text = re.sub(r'<"?/o=[^>]*>', "", str(value), flags=re.IGNORECASE)
            print(text if head == "Subject" else f"{head}: {text}")
    print(date_of(message, is_mail))
    body = message.get_body(("plain", "html"))
    if body is not None:
        print(content_of(body))
    for part in message.iter_attachments() if message.is_multipart() else ():
        write_attachment(part, is_mail, depth + 1)


def date_of(message, is_mail):
    """As it was written; of Outlook's files the converter writes it, in a zone of its own."""
    written = next((value for name, value in message.raw_items() if name.lower() == "date"), "")
    if is_mail or not written:
        return f"Date: {written}" if written else ""
    date = parsedate_to_datetime(written)
    return f"Date: {format_datetime(date.astimezone(timezone.utc), usegmt=True)}" if date.year > 1601 else ""


def write_attachment(part, is_mail, depth):
    if depth > MAX_DEPTH:
        return
    if part.get_content_type() == "message/rfc822":
        write(part.get_content(), is_mail, depth)
        return
    print(part.get_filename() or "")
    if part.is_multipart():
        write(part, is_mail, depth)
    elif part.get_content_maintype() == "text":
        print(content_of(part))


def is_sealed(part):
    return part.get_content_type() in SEALED or part.get_filename("").endswith(".pgp-encrypted")


def messages_of(path):
    if path.endswith(".mbox"):
        for message in mailbox.mbox(path, create=False):
            yield message.as_bytes()
    elif path.endswith(".msg"):
        yield subprocess.run(["msgconvert", "--outfile", "-", path], check=True, capture_output=True).stdout
    else:
        with open(path, "rb") as file:
            yield narrow(file.read())


def narrow(source):
    """Programs that save a message as text write it in 16 bits, which no mail is."""
    if source[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return source.decode("utf-16").encode("utf-8")
    if b"\0" not in source[:2]:
        return source
    return source.decode("utf-16-be" if source[0] == 0 else "utf-16-le").encode("utf-8")


sys.stdout.reconfigure(encoding="utf-8", errors="replace")
for source in messages_of(sys.argv[1]):
    message = message_from_bytes(source, policy=policy.default)
    if any(map(is_sealed, message.walk())):
        sys.exit("Only its recipients can read it")
    write(message, is_mail=not sys.argv[1].endswith(".msg"))
