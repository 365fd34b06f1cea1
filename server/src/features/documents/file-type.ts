import type { DocumentType } from './status.ts'

/** Document types by the names that existing clients use, as the contract fixes them. */
export const typeSynonyms: Record<string, DocumentType> = {
  tweet: 'social_post',
  google_doc: 'cloud_doc',
  google_slide: 'cloud_slide',
  google_sheet: 'cloud_sheet',
  notion_doc: 'notes_doc',
  onedrive: 'filehost',
  github_markdown: 'codehost_markdown',
  granola: 'meeting_notes',
}

/** The document type of a fetched page, by the content type that its server sends. */
export function typeOfLink(contentType: string): DocumentType {
  return /^(text\/html|application\/xhtml\+xml)\b/i.test(contentType) ? 'webpage' : typeOfFile(contentType)
}

/** The document type of a file, by the content type of its upload. Sniffing the content may correct it later. */
export function typeOfFile(contentType: string): DocumentType {
  const [family = '', kind = ''] = contentType.toLowerCase().split(/[/;]/)
  if (family === 'image' || family === 'video' || family === 'audio') return family
  return kind.trim() === 'pdf' ? 'pdf' : 'text'
}
