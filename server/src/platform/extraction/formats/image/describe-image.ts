import exifr from 'exifr'
import { toIsoDate } from '../../iso-date.ts'

export type ImageDescription = { title?: string; author?: string; date?: string; caption?: string }

/** Default captions of cameras. */
const junkCaption =
  /^(olympus|sony|minolta|konica|kodak|samsung|dcim|dsc|created with|digital camera|default|untitled|screenshot)\b/i

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

const maxCaptionChars = 10_000

/** Metadata in EXIF, IPTC and XMP. The image is read even when these records are broken. */
export async function describeImage(bytes: Uint8Array): Promise<ImageDescription> {
  const tags = await readTags(bytes)
  const caption = firstText(tags, ['description', 'Caption', 'ImageDescription', 'UserComment'])
  const title = firstText(tags, ['title', 'ObjectName', 'XPTitle', 'Headline'])
  const author = firstText(tags, ['creator', 'Byline', 'Artist', 'XPAuthor'])
  const date = toDate(tags)
  return {
    ...(title !== undefined && { title }),
    ...(author !== undefined && { author }),
    ...(date !== undefined && { date }),
    ...(caption !== undefined && caption !== title && !junkCaption.test(caption) && { caption }),
  }
}

async function readTags(bytes: Uint8Array): Promise<Record<string, unknown>> {
  try {
    // Dates stay strings: as objects they would be in the time zone of this machine.
    const options = { tiff: true, exif: true, iptc: true, xmp: true, reviveValues: false }
    return ((await exifr.parse(Buffer.from(bytes), options)) as Record<string, unknown> | undefined) ?? {}
  } catch {
    return {}
  }
}

function firstText(tags: Record<string, unknown>, keys: readonly string[]): string | undefined {
  return keys.map(key => textOf(tags[key])).find(text => /\p{L}{2}/u.test(text))
}

/** XMP stores texts by language, and lists as arrays. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ').slice(0, maxCaptionChars)
  if (typeof value === 'object' && value !== null && 'value' in value) return textOf(value.value)
  return ''
}

/** The format is 2004:02:29 12:34:56; the camera's time zone is a tag of its own, if known. */
function toDate(tags: Record<string, unknown>): string | undefined {
  const written = textOf(tags.DateTimeOriginal ?? tags.CreateDate ?? tags.DateCreated)
  const zone = textOf(tags.OffsetTimeOriginal ?? tags.OffsetTime)
  const date = written.replace(/^(\d{4}):(\d{2}):(\d{2})/, '$1-$2-$3')
  return date === '' ? undefined : toIsoDate(/^[+-]\d{2}:\d{2}$/.test(zone) ? `${date}${zone}` : date)
}

function clean(text: string): string {
  return unescapeXml(text)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxCaptionChars)
}

/** XMP is XML, and exifr returns its values still escaped. */
function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,5})|amp|lt|gt|quot|apos);/gi, (entity, hex?: string) =>
    hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : entities[entity.toLowerCase()]!,
  )
}
