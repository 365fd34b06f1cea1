import type { Attribute, Duration, Subject } from '../../platform/lib/judgement.ts'
import type { Turn } from '../../platform/lib/turn.ts'

/** The source of a fact. The user's own words count more than a page's. */
export type FactOrigin = 'user' | 'assistant' | 'document' | 'tool'

export type FactKind = 'attribute' | 'preference' | 'event' | 'plan' | 'fact'

/** Position in the document's text, in UTF-16 code units, end exclusive. */
export type TextSpan = [start: number, end: number]

/** The parsed content of a fact, sufficient to tell whether another fact repeats, extends or supersedes it. */
export type Claim = {
  /** `user`, or a name in lower case. */
  subject: string
  /** Stems of the content words without the value: two facts about one thing share most of them. */
  frame: string[]
  /** The part that may change later: where somebody lives, how many there are. */
  value?: { type: string; text: string } | undefined
}

/**
 * A statement worth remembering, extracted from a text. It is understood without the surrounding text, and its
 * dates are absolute.
 */
export type Fact = {
  text: string
  kind: FactKind
  claim: Claim
  /** Describes who somebody is, rather than an event or a temporary state. */
  isStatic: boolean
  eventDates: Date[]
  /** `api`: not from a text, but written as a memory through the API. */
  origin: FactOrigin | 'api'
  /** From 0 to 1. */
  confidence: number
  spans: TextSpan[]
  /** ISO 639-1 code of a quotation that is not in English. */
  language?: string | undefined
  stated?: StatedDetails | undefined
  /** Whose fact it is: of the container's owner, of another person, of a thing. */
  about?: Subject | undefined
  attribute?: Attribute | undefined
  lasts?: Duration | undefined
  /** The speaker's own words, by which two facts are compared. */
  said?: string | undefined
  /** The property of the subject that the fact states, as a language model named it: `residence`, `dog name`. */
  property?: string | undefined
  declared?: readonly DeclaredRelation[] | undefined
}

/** The relation of a fact to another one, as a language model declared it. It counts only if both facts bear it out. */
export type DeclaredRelation = {
  relation: 'repeats' | 'updates' | 'extends' | 'ends'
  /**
   * The other fact, by keys of its words (`wordsKey`): several if several facts said the same. Keys instead of words,
   * because the words of a deleted document must not survive in the facts of another.
   */
  of: readonly string[]
}

/** Additional fields of a fact that a caller wrote as a memory. */
export type StatedDetails = {
  /** The text in the third person. */
  told: string
  /** The memory that the caller corrected, if any. */
  corrects?: Pick<Fact, 'text' | 'kind' | 'claim'> | undefined
}

/** A fact as reconciliation sees it, with the time it was said and its vector. */
export type DatedFact = Fact & { id: string; saidAt: Date; vector: Float32Array | undefined }

/** A text to extract facts from. The text before `from` was already read and serves only as context. */
export type Passage = {
  text: string
  from: number
  saidAt: Date
  /**
   * Depends on the kind of document. Only a text of origin `user` is searched for speakers: in a page or a file,
   * labels and the first person are quotations.
   */
  origin: FactOrigin
  /** The messages of a conversation. If they are known, the text is never searched for speakers. */
  turns?: readonly Turn[] | undefined
  /** The owner's description of what the container is about. */
  entityContext: string | undefined
}
