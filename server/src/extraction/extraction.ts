import type { Block, Structure } from '../lib/structure.ts'
import type { Kind } from './kinds.ts'

export type { Block }

/** What a file says. The text is Markdown, so that it reads well as it is; the blocks say what is what. */
export type Extraction = Structure & { text: string }

export type SourceFile = {
  bytes: Uint8Array
  kind: Kind
  name: string
  /** As its sender calls it. */
  contentType: string
  /** Where it was found, for pages of the web. */
  url?: string
}

/** A file inside another, as a mail has them. */
export type AttachedFile = Pick<SourceFile, 'bytes' | 'name' | 'contentType'>

/** What an extractor may use besides the file. */
export type Workbench = Tools & {
  /** The text of a file inside this one; none of pictures and recordings. Throws when it cannot be read. */
  readAttached(file: AttachedFile): Promise<Extraction | undefined>
}

/** What comes from outside of the extractors. */
export type Tools = {
  /** Called as often as is convenient; pages, slides, sheets or messages. */
  progress(done: number, total: number): void
  /** Text of an image (PNG, JPEG, TIFF, WebP, BMP, GIF), by lines. Throws `extract.tool_missing` without tesseract. */
  readImage(image: Uint8Array): Promise<string>
}

export type Extractor = (file: SourceFile, bench: Workbench) => Promise<Extraction>

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

/** A file that cannot be read, and why, in words for its owner. Anything else an extractor throws counts as malformed. */
export class ExtractError extends Error {
  readonly code: ExtractErrorCode

  constructor(code: ExtractErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ExtractError'
    this.code = code
  }
}
