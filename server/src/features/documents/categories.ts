import { typeSynonyms } from '../../platform/lib/type-words.ts'
import { type DocumentType, documentTypes } from './status.ts'

/** Categories that stand for several types, by the words that existing clients use. */
const groups: Record<string, readonly DocumentType[]> = {
  google_drive: ['cloud_doc', 'cloud_slide', 'cloud_sheet'],
  notion: ['notes_doc'],
  files: ['pdf', 'image', 'video', 'audio'],
  notes: ['text'],
  ...Object.fromEntries(Object.entries(typeSynonyms).map(([word, type]) => [word, [type]])),
  ...Object.fromEntries(documentTypes.map(type => [type, [type]])),
}

/** The document types of categories. An unknown category has none, so that it matches nothing. */
export function typesOf(categories: readonly string[] | undefined): DocumentType[] | undefined {
  return categories && [...new Set(categories.flatMap(category => groups[category] ?? []))]
}

const labels: Record<string, string> = {
  text: 'Notes and text',
  pdf: 'PDF',
  social_post: 'Social posts',
  cloud_doc: 'Cloud documents',
  cloud_slide: 'Cloud slides',
  cloud_sheet: 'Cloud sheets',
  image: 'Images',
  video: 'Videos',
  audio: 'Recordings',
  notes_doc: 'Notes of a notes app',
  webpage: 'Web pages',
  filehost: 'Files of a file host',
  codehost_markdown: 'Markdown of a code host',
  meeting_notes: 'Meeting notes',
}

/** The name of a type for people. */
export const labelOf = (type: string): string => labels[type] ?? type
