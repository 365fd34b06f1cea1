import type { Fact, Passage } from '../../../language/english/fact.ts'
import type { DreamProgress } from '../attempt-store.ts'
import type { Dreamable } from '../store.ts'
import type { Extractor, FilterSetting } from './extractor.ts'
import type { Described } from './llm-store.ts'
import { countCharacters, nextWindow, speakerAtEnd, type Window } from './windows.ts'

/**
 * Facts that one document may have. Each costs a vector and a comparison with its neighbours, and a text made of nothing
 * but facts (990 KB of "I moved to …") would keep its container busy for many minutes.
 */
const mostFacts = 1_000

/** A document and the facts that were read from its next window; perhaps what it is about. */
export type Read = {
  document: Dreamable
  window: Window
  facts: Fact[]
  /** Where its reading is after this step. */
  to: Omit<DreamProgress, 'id' | 'leftOutBy'>
  /** Nothing of it is left to read. */
  isDone: boolean
  described?: (Described & { beginning: string }) | undefined
  /** The setting that left a fact of it out, if one did. */
  leftOutBy?: FilterSetting | undefined
}

/** A read of the next window that has found nothing so far. */
export function beginRead(document: Dreamable): Read {
  const window = nextWindow(document)
  const { fromChars, from, speaker, unread } = document
  const chars = fromChars + countCharacters(unread.slice(0, window.length))
  const to = { chars, units: from + window.length, speaker: speaker || null, isCapped: false }
  return { document, window, facts: [], to, isDone: window.length === unread.length }
}

/** Takes over what was read, with positions in the document, as far as the document may have more facts. */
export function takeFacts(
  read: Read,
  passage: Passage,
  facts: readonly Fact[],
  { mostOfDocument = mostFacts }: Pick<Extractor, 'mostOfDocument'>,
): void {
  const { document, window, to } = read
  const limit = passage.origin === 'document' ? mostOfDocument : mostFacts
  // A text of one window is read as a whole: the reader itself knows how much of it is worth keeping.
  const room = document.factCount === 0 ? mostFacts : Math.max(0, limit - document.factCount)
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
