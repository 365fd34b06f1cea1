import type { ContainerKey } from '../../../features/containers/store.ts'
import type { Fact, Passage } from '../../../language/english/fact.ts'
import type { ProcessingErrorCode } from '../../pipeline/error-codes.ts'

/** The memory filters of an organization. */
export type MemoryFilters = {
  /** Memories must follow `prompt`, `include` and `exclude`. */
  isFiltered: boolean
  prompt: string | undefined
  include: readonly string[]
  exclude: readonly string[]
}

/** The settings that can leave facts out. */
export type FilterSetting = 'includeItems' | 'excludeItems' | 'filterPrompt'

export type FactExtractionOptions = {
  key: ContainerKey
  /** The document of each passage. */
  documents: readonly string[]
  /** Positions of the passages in their documents, if they do not begin there. */
  offsets?: readonly number[]
  filters: MemoryFilters
  /** There is no further attempt if this one fails. */
  isLastAttempt: boolean
  /** Called for each document with a fact that a filter setting leaves out. */
  onLeftOut?(document: string, setting: FilterSetting): void
  signal: AbortSignal
}

/** Extracts facts from passages that belong together; returns one list per passage. */
export interface FactExtractor {
  readonly name: string
  /** Maximum number of facts from a file or page, if lower than for other texts. */
  readonly maxDocumentFacts?: number
  /**
   * It reads with the memories formed so far. A step then reads only passages that belong together, and the next step sees
   * their memories.
   */
  readonly seesMemories?: boolean
  extract(passages: readonly Passage[], options: FactExtractionOptions): Promise<Fact[][]>
  close?(): Promise<void>
}

/** Facts could not be extracted, either for now or permanently. */
export class FactExtractionError extends Error {
  readonly code: Extract<ProcessingErrorCode, `dream.${string}`>
  /** When to retry, if the provider said so. Such a wait is not the document's fault. */
  readonly retryAfterMs: number | undefined
  /** The documents to blame, if known; otherwise all are. */
  readonly documents: readonly string[] | undefined
  /** The provider was not called, because it is known not to answer. That is nobody's attempt. */
  readonly isUncalled: boolean

  constructor(
    code: Extract<ProcessingErrorCode, `dream.${string}`>,
    message: string,
    options: {
      retryAfterMs?: number
      documents?: readonly string[]
      isUncalled?: boolean
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.retryAfterMs = options.retryAfterMs
    this.documents = options.documents
    this.isUncalled = options.isUncalled ?? false
  }
}
