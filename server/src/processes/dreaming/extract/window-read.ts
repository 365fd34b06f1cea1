import type { Fact, Passage } from '../../../language/english/fact.ts'
import type { DreamProgress } from '../attempt-store.ts'
import type { WaitingDocument } from '../store.ts'
import type { FactExtractor, FilterSetting } from './fact-extractor.ts'
import type { DocumentDescription } from './llm-store.ts'
import { countCharacters, nextWindow, speakerAtEnd, type TextWindow } from './windows.ts'

/**
 * Maximum number of facts of one document. Each costs a vector and comparisons with related facts, and a text of
 * nothing but facts (990 KB of "I moved to …") would keep its container busy for many minutes.
 */
const maxFacts = 1_000

/** The facts extracted from the next window of a document, and its generated title and summary, if any. */
export type WindowRead = {
  document: WaitingDocument
  window: TextWindow
  facts: Fact[]
  /** The reading position after this step. */
  to: Omit<DreamProgress, 'id' | 'leftOutBy'>
  /** The document has been read to its end. */
  isDone: boolean
  described?: (DocumentDescription & { beginning: string }) | undefined
  /** The setting that left one of its facts out, if any did. */
  leftOutBy?: FilterSetting | undefined
}

/** Starts the read of the next window, with no facts yet. */
export function beginWindowRead(document: WaitingDocument): WindowRead {
  const window = nextWindow(document)
  const { fromChars, from, speaker, unread } = document
  const chars = fromChars + countCharacters(unread.slice(0, window.length))
  const to = { chars, units: from + window.length, speaker: speaker || null, isCapped: false }
  return { document, window, facts: [], to, isDone: window.length === unread.length }
}

/** Stores the extracted facts with positions in the document, up to the document's maximum. */
export function acceptFacts(
  read: WindowRead,
  passage: Passage,
  facts: readonly Fact[],
  { maxDocumentFacts = maxFacts }: Pick<FactExtractor, 'maxDocumentFacts'>,
): void {
  const { document, window, to } = read
  const limit = passage.origin === 'document' ? maxDocumentFacts : maxFacts
  const room = Math.max(0, limit - document.factCount)
  read.facts = facts.slice(0, room).map(fact => shift(fact, window.offset))
  const isFull = document.factCount + read.facts.length >= limit
  to.isCapped = facts.length > room || (isFull && !read.isDone)
  to.speaker = speakerAtEnd(passage)
  read.isDone ||= to.isCapped
}

function shift(fact: Fact, offset: number): Fact {
  if (offset === 0) return fact
  return { ...fact, spans: fact.spans.map(([start, end]) => [start + offset, end + offset]) }
}
