import type { TextRange } from './text-range.ts'

/**
 * A block of an extracted text, `text.slice(start, end)`. Between two blocks there is only white space. `page` is the number of
 * a page, slide or sheet, from 1. `at` is the time in a recording, in milliseconds. A page break is empty and stands where its
 * page begins.
 */
export type Block = TextRange & {
  kind: 'heading' | 'paragraph' | 'list' | 'table' | 'code' | 'pageBreak'
  /** Level of a heading, from 1. */
  level?: number
  page?: number
  at?: number
}

/** A position in a file: a page, slide or sheet, or a time in a recording. */
export type FilePosition = { page?: number; endPage?: number; at?: number; timestamp?: string }

/** The structure of a text extracted from a file, and the properties of the file. */
export type Structure = {
  blocks: Block[]
  type: 'text' | 'pdf' | 'image' | 'video' | 'audio' | 'webpage'
  title?: string
  author?: string
  /** When the file was created or published, ISO 8601. */
  date?: string
  /** ISO 639-1. */
  language?: string
  ogImage?: string
  /** Number of pages, slides or sheets, if the file has any. */
  pages?: number
}
