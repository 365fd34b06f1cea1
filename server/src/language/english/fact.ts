import type { Turn } from '../../platform/lib/turn.ts'

/** Who said it: what a user says of themselves weighs more than what a page says. */
export type Origin = 'user' | 'assistant' | 'document' | 'tool'

export type FactKind = 'attribute' | 'preference' | 'event' | 'plan' | 'fact'

/** Where in the document's text, in UTF-16 code units, end exclusive. */
export type Span = [start: number, end: number]

/** What a fact says of its subject, taken apart far enough to tell whether another says the same, more, or something else now. */
export type Claim = {
  /** `user`, or a name in lower case. */
  subject: string
  /** Stems of what is spoken of, without the value: two facts about one thing share most of them. */
  frame: string[]
  /** What is so now and may be otherwise later: where somebody lives, how many there are. */
  value?: { type: string; text: string } | undefined
}

/** Something worth remembering, read from a text. Understood without the text around it; its dates are absolute. */
export type Fact = {
  text: string
  kind: FactKind
  claim: Claim
  /** Belongs to who somebody is, rather than to what happens. */
  isStatic: boolean
  eventDates: Date[]
  /** `api`: nobody's text, but stated outright as a memory. */
  origin: Origin | 'api'
  /** 0 to 1. */
  confidence: number
  spans: Span[]
  stated?: Stated | undefined
}

/** Of what somebody wrote down as a memory, in words of their own. */
export type Stated = {
  /** As it would be told of them. */
  told: string
  /** What they put in other words, if they did. */
  corrects?: Pick<Fact, 'text' | 'kind' | 'claim'> | undefined
}

/** A fact as reconciliation sees it: when it was said, and what it means to the embedding model. */
export type DatedFact = Fact & { id: string; saidAt: Date; vector: Float32Array | undefined }

/** A text to read facts from. What lies before `from` was read before and only says who and what is spoken of. */
export type Passage = {
  text: string
  from: number
  saidAt: Date
  /**
   * Follows from the kind of document. Only a text of origin `user` is read for speakers: in a page or a file, labels and
   * the first person are quotations.
   */
  origin: Origin
  /** The messages of a conversation. Where they are known, the text is never searched for speakers. */
  turns?: readonly Turn[] | undefined
  /** What the container is about, as its owner put it. */
  entityContext: string | undefined
}
