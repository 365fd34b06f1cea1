import type { TextRange } from './text-range.ts'

/**
 * A part of an extracted text, `text.slice(start, end)`; what lies between two blocks is white space. `page` counts from
 * 1 and is a page, slide or sheet; `at` is milliseconds into a recording. A page break is empty and stands where its
 * page begins.
 */
export type Block = TextRange & {
  kind: 'heading' | 'paragraph' | 'list' | 'table' | 'code' | 'pageBreak'
  /** Of a heading, from 1. */
  level?: number
  page?: number
  at?: number
}

/** Where in a file something is, as people say it: on a page, slide or sheet, or at a time of a recording. */
export type Place = { page?: number; endPage?: number; at?: number; timestamp?: string }

/** What is known of a text that was found in a file. */
export type Structure = {
  blocks: Block[]
  type: 'text' | 'pdf' | 'image' | 'video' | 'audio' | 'webpage'
  title?: string
  author?: string
  /** When it was made or published, ISO 8601. */
  date?: string
  /** ISO 639-1. */
  language?: string
  ogImage?: string
  /** Pages, slides or sheets it has, where it has any. */
  pages?: number
}
