import { parseDocument } from 'yaml'
import { decodeText } from '../../../platform/extraction/decode-text.ts'
import { ArchiveError } from '../archive-error.ts'
import type { Importer, ImportItem } from './importer.ts'
import { baseName, dateOf, type Fields, hashKey, isFields, textOf, toMetadata } from './read-values.ts'

/**
 * A folder of Markdown with front matter, as a tar or zip: an Obsidian vault, or Google's Open Knowledge Format (OKF). Each note
 * becomes a document under its path. Links stay in the text.
 */
export const vault: Importer = {
  name: 'vault',
  label: 'Obsidian vault or OKF folder of Markdown',
  async *read(files) {
    for await (const { name, body } of files) {
      const path = toPath(name)
      if (path === undefined) continue
      const item = toText(path, await readNote(body))
      if (item) yield item
    }
  },
}

/** Settings, deleted notes and hidden files are no notes. Undefined: not imported. */
function toPath(name: string): string | undefined {
  const parts = name
    .replaceAll('\\', '/')
    .split('/')
    .filter(part => part !== '' && part !== '.')
  if (parts.some(part => part.startsWith('.')) || !/\.(md|markdown)$/i.test(name)) return undefined
  return parts.join('/')
}

const mostNoteBytes = 16 * 1024 * 1024

/** Front matter is written by hand; parsing megabytes of YAML would block the worker. */
const mostMatterChars = 64 * 1024

async function readNote(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > mostNoteBytes) throw new ArchiveError('import.entry_too_large')
    chunks.push(chunk)
  }
  // Notes are written by any editor, also in Windows-1252 or UTF-16.
  return decodeText(Buffer.concat(chunks))
}

function toText(path: string, note: string): ImportItem | undefined {
  const { fields, text } = splitFrontMatter(note)
  const description = textOf(fields, 'description')
  const title = textOf(fields, 'title') ?? baseName(path).replace(/\.\w+$/, '')
  const isGenerated = /^(index|log)\.md$/i.test(baseName(path)) && isListing(text)
  if ((text.trim() === '' && description === undefined) || isGenerated) return undefined
  const { type, tags, resource, aliases } = fields
  return {
    item: 'text',
    key: hashKey(path),
    content: underTitle(title, description, text.trim()),
    date: dateOf(fields, 'timestamp', 'date', 'updated', 'modified', 'created', 'created_at'),
    filepath: `/${path}`,
    metadata: toMetadata({ title, type, tags: toTags(tags), resource, aliases }),
  }
}

/** The heading of the note, or its title; then the description, unless the note repeats it. */
function underTitle(title: string, description: string | undefined, text: string): string {
  const heading = /^#\s.*/.exec(text)?.[0]
  const rest = heading === undefined ? text : text.slice(heading.length).trim()
  const opening = description === undefined || text.includes(description) ? [] : [description]
  return [heading ?? `# ${title}`, ...opening, rest].filter(part => part !== '').join('\n\n')
}

/** OKF generates `index.md` and `log.md`: headings and lists of links, which say nothing themselves. */
const isListing = (text: string): boolean =>
  text.split('\n').every(line => /^\s*(#.*|[-*+].*\]\(.*|[-*+].*\[\[.*)?$/.test(line))

const toTags = (tags: unknown): unknown =>
  typeof tags === 'string' ? tags.split(/[\s,]+/).filter(Boolean) : tags

/** Front matter that is no YAML is part of the note, as Obsidian shows it. */
function splitFrontMatter(note: string): { fields: Fields; text: string } {
  const found = /^---\n([\s\S]*?)\n---[ \t]*(?:\n|$)/.exec(note)
  if (!found) return { fields: {}, text: note }
  const fields = found[1]!.length > mostMatterChars ? undefined : parseMatter(found[1]!)
  return isFields(fields)
    ? { fields: withTimes(fields), text: note.slice(found[0].length) }
    : { fields: {}, text: note }
}

/** Undefined: it is no YAML, or has an alias without an anchor (`tags: *work`) or aliases that grow without end. */
function parseMatter(matter: string): unknown {
  const read = parseDocument(matter, { uniqueKeys: false, logLevel: 'silent' })
  if (read.errors.length > 0) return undefined
  try {
    return read.toJS({ maxAliasCount: 100 })
  } catch {
    return undefined
  }
}

/** YAML reads some dates as Date. */
const withTimes = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : value,
    ]),
  )
