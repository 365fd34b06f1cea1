import type { DocumentType } from './status.ts'

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
