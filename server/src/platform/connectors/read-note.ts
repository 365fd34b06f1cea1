import { parseDocument } from 'yaml'
import type { Metadata } from './connector.ts'

/** Front matter beyond this is text: it would be no list of fields. */
const maxFrontMatterChars = 64_000

export type Note = { text: string; title?: string; metadata: Metadata }

/**
 * A Markdown note: its front matter becomes metadata, and the text keeps its `[[wiki links]]`, whose targets are listed
 * too. Front matter that is no YAML is part of the note, as Obsidian shows it.
 */
export function readNote(note: string): Note {
  const { fields, text } = splitFrontMatter(note)
  const { title, tags, ...others } = fields
  const links = findWikiLinks(text)
  return {
    text,
    ...(typeof title === 'string' && title.trim() !== '' && { title: title.trim() }),
    metadata: toMetadata({ ...others, tags: toTags(tags), ...(links.length > 0 && { links }) }),
  }
}

type Fields = Record<string, unknown>

function splitFrontMatter(note: string): { fields: Fields; text: string } {
  const whole = { fields: {}, text: note }
  if (!note.startsWith('---\n')) return whole
  const end = /\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(note.slice(3, maxFrontMatterChars))
  if (!end) return whole
  const fields = parseFields(note.slice(4, 4 + end.index))
  return fields ? { fields, text: note.slice(3 + end.index + end[0].length) } : whole
}

function parseFields(yaml: string): Fields | undefined {
  const read = parseDocument(yaml, { uniqueKeys: false, logLevel: 'silent' })
  if (read.errors.length > 0) return undefined
  try {
    const fields: unknown = read.toJS({ maxAliasCount: 100 }) ?? {}
    return typeof fields === 'object' && !Array.isArray(fields) ? (fields as Fields) : undefined
  } catch {
    // Aliases that would unfold to gigabytes.
    return undefined
  }
}

/** `[[Note]]`, `[[Note#Heading|shown]]` and `![[image.png]]`: the note or file that they lead to. */
function findWikiLinks(text: string): string[] {
  const links = new Set<string>()
  for (const [, target] of text.matchAll(
    /\[\[([^[\]|#\n]{1,255})(?:#[^[\]|\n]{0,255})?(?:\|[^[\]\n]{0,255})?\]\]/g,
  )) {
    links.add(target!.trim())
    if (links.size === 200) break
  }
  return [...links].filter(link => link !== '')
}

const toTags = (tags: unknown): unknown =>
  typeof tags === 'string' ? tags.split(/[\s,]+/).filter(Boolean) : tags

/** Values that metadata can hold, within its bounds. Others, such as nested objects, are left out. */
export function toMetadata(fields: Fields): Metadata {
  const kept = Object.entries(fields).flatMap(([name, value]): [string, Metadata[string]][] => {
    const held = toValue(value)
    return held === undefined || name === '' || name.length > 255 || name.includes('\0') ? [] : [[name, held]]
  })
  return Object.fromEntries(kept.slice(0, 60))
}

function toValue(value: unknown): Metadata[string] | undefined {
  if (Array.isArray(value)) {
    const texts = value.slice(0, 200).map(toScalar)
    const kept = texts.filter(text => text !== undefined).map(text => String(text).slice(0, 500))
    return kept.length > 0 ? kept : undefined
  }
  return toScalar(value)
}

function toScalar(value: unknown): string | number | boolean | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value.replaceAll('\0', '').slice(0, 8_000)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString()
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  return typeof value === 'boolean' ? value : undefined
}
