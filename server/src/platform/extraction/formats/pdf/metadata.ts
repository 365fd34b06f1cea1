import type { PdfDocument } from './pdf-document.ts'

/** Default titles of programs. */
const junkTitle =
  /^(untitled.*|document\s?\d*|title|no title|slide \d+|powerpoint presentation|presentation\s?\d*|print|scan\S*|\(?anonymous\)?|microsoft (word|excel|powerpoint)\b.*)$/i

const fileName =
  /\.(docx?|pptx?|xlsx?|pdf|indd|qxd|pmd|fm|tex|dvi|ps|eps|rtf|od[tsp]|html?|cdr|ai|pub|txt|tiff?|jpe?g)$/i

const junkAuthor =
  /^(\(?(anonymous|unspecified)\)?|author|user|owner|admin|administrator|root|unknown|default|none|n\/a)$/i

export function readMetadata(document: PdfDocument): { title?: string; author?: string; date?: string } {
  const title = oneLine(document.metadata('Title'))
  const author = oneLine(document.metadata('Author'))
  const date = parsePdfDate(document.metadata('CreationDate')) ?? parsePdfDate(document.metadata('ModDate'))
  return {
    ...(isWord(title) && !junkTitle.test(title) && !fileName.test(title) && { title }),
    ...(isWord(author) && !junkAuthor.test(author) && { author }),
    ...(date !== undefined && { date }),
  }
}

/** Parses D:20040229123456-08'00' and the incomplete forms found in practice. */
export function parsePdfDate(text: string): string | undefined {
  const match = /^(?:D:)?\s*(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?|Z)?/.exec(
    text.trim(),
  )
  if (!match) return undefined
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, hours, minutes] =
    match
  const zone = sign ? `${sign}${hours}:${minutes ?? '00'}` : 'Z'
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  // PDF began in 1993: earlier dates come from clocks that were never set.
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1990 ? undefined : date.toISOString()
}

const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cn}\p{Cs}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500)

const isWord = (text: string) => /\p{L}{2}/u.test(text)
