import type { ContainerKey } from '../../../features/containers/store.ts'
import type { Fact, Passage } from '../../../language/english/fact.ts'
import type { ProcessingErrorCode } from '../../pipeline/error-codes.ts'

/** What an organization wants remembered, and what not. */
export type Wishes = {
  /** Asks that memories follow `prompt`, `include` and `exclude`. */
  isFiltered: boolean
  prompt: string | undefined
  include: readonly string[]
  exclude: readonly string[]
}

/** The settings that keep facts from being remembered. */
export type FilterSetting = 'includeItems' | 'excludeItems' | 'filterPrompt'

export type ExtractOptions = {
  key: ContainerKey
  /** Of which each passage is. */
  documents: readonly string[]
  wishes: Wishes
  /** Should this one fail, there is no other. */
  isLastAttempt: boolean
  /** Told of each document that says something a setting does not want remembered. */
  onLeftOut?(document: string, setting: FilterSetting): void
  signal: AbortSignal
}

/** Reads facts from passages that belong together; one list for each of them. */
export interface Extractor {
  readonly name: string
  /** Facts after which a file or page is read no further, if that is less than for other texts. */
  readonly mostOfDocument?: number
  extract(passages: readonly Passage[], options: ExtractOptions): Promise<Fact[][]>
  close?(): Promise<void>
}

/** That facts could not be read: for now, or for good. */
export class ExtractError extends Error {
  readonly code: Extract<ProcessingErrorCode, `dream.${string}`>
  /** When to try again, if somebody said so. Such a wait is not the document's doing. */
  readonly retryAfterMs: number | undefined
  /** Whose doing it is, where that is known; otherwise that of all. */
  readonly documents: readonly string[] | undefined

  constructor(
    code: Extract<ProcessingErrorCode, `dream.${string}`>,
    message: string,
    options: { retryAfterMs?: number; documents?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.retryAfterMs = options.retryAfterMs
    this.documents = options.documents
  }
}
