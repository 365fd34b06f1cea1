import { stringify } from 'yaml'
import { encodeId } from '../../../platform/lib/ids.ts'
import type { MarkdownDocument, MarkdownMemory } from './markdown-store.ts'

/** Markdown with front matter, in the Open Knowledge Format: `type` is required, links are the graph. */

export type MarkdownFile = { name: string; text: string }

/** The folder of a container. Tags may contain colons, and begin with dots. */
export const folderOf = (tag: string): string => tag.replaceAll(':', '-').replace(/^\.+/, '_')

const documentName = (id: string) => `documents/${encodeId(id)}.md`
const memoryName = (id: string) => `memories/${encodeId(id)}.md`

export function writeDocument(folder: string, document: MarkdownDocument): MarkdownFile {
  const { id, customId, title, summary, type, url, filepath, tags, metadata, date, text } = document
  const matter = {
    type: 'document',
    title,
    description: summary,
    resource: url,
    tags,
    timestamp: date.toISOString(),
    ...{ id: encodeId(id), customId, kind: type, filepath, metadata },
  }
  return { name: `${folder}/${documentName(id)}`, text: withMatter(matter, text) }
}

export function writeMemory(folder: string, memory: MarkdownMemory): MarkdownFile {
  const { id, text, isStatic, isInference, origin, date, eventDates, metadata } = memory
  const matter = {
    type: 'memory',
    title: text.length > 80 ? `${text.slice(0, 79)}…` : text,
    timestamp: date.toISOString(),
    events: eventDates.map(each => new Date(each).toISOString()),
    ...{ id: encodeId(id), origin, lasting: isStatic, inferred: isInference, metadata },
  }
  const sections = [
    text,
    list('History', memory.history),
    list(
      'Sources',
      memory.documents.map(document => `[${encodeId(document)}](../${documentName(document)})`),
    ),
    list(
      'Related',
      memory.related.map(
        ({ id: other, relation }) => `${relation} [${encodeId(other)}](../${memoryName(other)})`,
      ),
    ),
  ]
  return {
    name: `${folder}/${memoryName(id)}`,
    text: withMatter(matter, sections.filter(Boolean).join('\n\n')),
  }
}

const list = (heading: string, items: readonly string[]): string =>
  items.length === 0
    ? ''
    : `## ${heading}\n\n${items.map(item => `- ${item.replaceAll('\n', ' ')}`).join('\n')}`

/** Fields without a value are left out. */
function withMatter(fields: Record<string, unknown>, text: string): string {
  const isFilled = (value: unknown) =>
    value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
  const matter = Object.fromEntries(Object.entries(fields).filter(([, value]) => isFilled(value)))
  return `---\n${stringify(matter)}---\n\n${text}\n`
}
