import { type Content, ItemError } from '../connector.ts'
import { blameItem } from '../google/blame-item.ts'
import type { DriveApi, DriveFile } from './drive-api.ts'

type Format = { mimeType: string; extension: string }
type Limits = { maxFileBytes: number; maxTextBytes: number }

const office = 'application/vnd.openxmlformats-officedocument'
const markdown: Format = { mimeType: 'text/markdown', extension: 'md' }
const plain: Format = { mimeType: 'text/plain', extension: 'txt' }

/**
 * How documents of Google's own are exported, the best format first. Exports are limited to 10 MB, which pictures fill: Markdown
 * has them inside as base64. A table as CSV would have only its first sheet, so it has no second format.
 */
const exported: Record<string, { type: string; formats: Format[] }> = {
  'application/vnd.google-apps.document': {
    type: 'google_doc',
    formats: [markdown, { mimeType: `${office}.wordprocessingml.document`, extension: 'docx' }, plain],
  },
  'application/vnd.google-apps.spreadsheet': {
    type: 'google_sheet',
    formats: [{ mimeType: `${office}.spreadsheetml.sheet`, extension: 'xlsx' }],
  },
  'application/vnd.google-apps.presentation': {
    type: 'google_slide',
    formats: [{ mimeType: `${office}.presentationml.presentation`, extension: 'pptx' }, plain],
  },
}

const readableTypes =
  /^(text\/.*|application\/(pdf|rtf|epub\+zip|json|x-ndjson|xml|xhtml\+xml|mbox|msword|x-ipynb\+json|vnd\.(ms-(word|excel|powerpoint|outlook)|oasis\.opendocument\.(text|spreadsheet|presentation)|openxmlformats-officedocument\..*)(\..*)?)|message\/rfc822)$/i

/** Browsers upload files of many types as `application/octet-stream`. */
const readableNames =
  /\.(md|markdown|mdx|txt|text|rst|adoc|org|tex|html?|xhtml|pdf|docx?|odt|rtf|pptx?|odp|xlsx?|ods|csv|tsv|epub|eml|mbox|msg|ipynb|vtt|srt)$/i

/** The word for the file in metadata. Undefined: it is not read, such as a picture, a video, a drawing or a shortcut. */
export function typeOf({ mimeType, name }: DriveFile): string | undefined {
  if (mimeType.startsWith('application/vnd.google-apps.')) return exported[mimeType]?.type
  const isMedia = /^(image|video|audio)\//i.test(mimeType)
  return !isMedia && (readableTypes.test(mimeType) || readableNames.test(name)) ? 'drive_file' : undefined
}

/** The formats of a document of Google's own. Undefined: a file that is stored as it is. */
export const formatsOf = ({ mimeType }: DriveFile): readonly Format[] | undefined =>
  exported[mimeType]?.formats

export async function readFile(api: DriveApi, file: DriveFile, limits: Limits): Promise<Content> {
  try {
    return await readContent(api, file, limits)
  } catch (error) {
    return blameItem(error, () => api.file(file.id))
  }
}

async function readContent(api: DriveApi, file: DriveFile, limits: Limits): Promise<Content> {
  const formats = formatsOf(file)
  if (formats) return exportFile(api, file, formats, limits)
  const bytes = await api.content(file.id, limits.maxFileBytes)
  return { kind: 'file', bytes, fileName: file.name, mimeType: file.mimeType }
}

async function exportFile(
  api: DriveApi,
  file: DriveFile,
  [format, ...others]: readonly Format[],
  limits: Limits,
): Promise<Content> {
  try {
    const bytes = await api.export(file.id, format!.mimeType, limits.maxFileBytes)
    return toContent(file, format!, bytes, limits)
  } catch (error) {
    const isTooLarge = error instanceof ItemError && error.code === 'item_too_large'
    if (!isTooLarge || others.length === 0) throw error
    return exportFile(api, file, others, limits)
  }
}

function toContent(
  { name }: DriveFile,
  format: Format,
  bytes: Uint8Array,
  { maxTextBytes }: Limits,
): Content {
  const isText = format === markdown || format === plain
  const text = isText ? withoutPictures(new TextDecoder().decode(bytes)) : undefined
  if (text !== undefined && Buffer.byteLength(text) <= maxTextBytes) return { kind: 'text', text }
  const { mimeType, extension } = format
  return {
    kind: 'file',
    bytes: text === undefined ? bytes : Buffer.from(text),
    fileName: `${name}.${extension}`,
    mimeType,
  }
}

/** Google writes pictures into Markdown as base64, at the end: megabytes that are no text. */
function withoutPictures(text: string): string {
  return text
    .replace(/^\[image\d+\]: ?<?data:[^\n]*$/gm, '')
    .replace(/!\[([^\]\n]{0,1000})\]\[image\d+\]/g, '$1')
    .trimEnd()
}
