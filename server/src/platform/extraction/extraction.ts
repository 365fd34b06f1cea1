import type { Block, Structure } from '../lib/structure.ts'
import type { FileKind } from './kinds.ts'

export type { Block }

/** The content of a file: readable Markdown, and blocks that describe its structure. */
export type Extraction = Structure & { text: string }

export type SourceFile = {
  bytes: Uint8Array
  kind: FileKind
  name: string
  /** MIME type that the sender names. */
  contentType: string
  /** Address of the page, for web pages. */
  url?: string
}

/** A file inside another, such as an attachment of a mail. */
export type AttachedFile = Pick<SourceFile, 'bytes' | 'name' | 'contentType'>

/** Services that an extractor may use besides the file. */
export type Workbench = Tools & {
  /** The text of a file inside this one; undefined for images and recordings. Throws when it cannot be read. */
  readAttached(file: AttachedFile): Promise<Extraction | undefined>
}

/** Services from outside the extractors. */
export type Tools = {
  /** Called as often as is convenient; counts pages, slides, sheets or messages. */
  progress(done: number, total: number): void
  /** Reads an image (PNG, JPEG, TIFF, WebP, BMP, GIF) line by line. Throws `extract.tool_missing` without tesseract. */
  readImage(image: Uint8Array): Promise<string>
}

export type FileExtractor = (file: SourceFile, bench: Workbench) => Promise<Extraction>

export const extractErrorCodes = [
  'extract.unsupported_type',
  'extract.encrypted',
  'extract.malformed',
  'extract.empty',
  'extract.too_large',
  'extract.timeout',
  'extract.crashed',
  'extract.tool_missing',
] as const

export type ExtractErrorCode = (typeof extractErrorCodes)[number]

/**
 * A file that cannot be read, with the reason in words for its owner. Other errors of an extractor count as
 * malformed.
 */
export class ExtractError extends Error {
  readonly code: ExtractErrorCode

  constructor(code: ExtractErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ExtractError'
    this.code = code
  }
}
