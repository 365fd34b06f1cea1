import { type Attribute, attributes } from '../../platform/lib/judgement.ts'

/**
 * The profile is a briefing: these sections, in this order. A section is chosen by the kind of fact and not by its wording, so
 * a name, a partner and an illness have their place however many events are newer.
 */

export type ProfilePart = 'static' | 'dynamic'

/**
 * The attribute that a memory gives. `unjudged`: written through the API, or before memories were judged. `document`: from a
 * file or a page. `guess`: inferred and not approved, without an attribute.
 */
export type Kind = Attribute | 'unjudged' | 'document' | 'guess'

/** The memories of a section: of these kinds, and that last or do not last. Without `isLasting`, both. */
type Take = {
  kinds: readonly Kind[]
  isLasting?: boolean
  /** How many memories of each kind are read for a profile of `usualLines`. */
  read: number
}

export type Section = {
  name: string
  part: ProfilePart
  /** Its weight when the lines are divided. Lines that a section does not fill go to the others by their shares. */
  share: number
  /** Sections of a later turn get the lines that those of the turns before leave. */
  turn: 1 | 2 | 3
  /**
   * `subject`: facts about the owner first, then people, then things. `date`: what is to come first, then what is newest.
   * `newest`: newest first.
   */
  order: 'subject' | 'date' | 'newest'
  takes: readonly Take[]
}

/** The most lines of a profile, unless a caller asks for another number in each part. */
export const usualLines = 60

/** The most tokens of a profile, unless a caller asks for another number. */
export const usualTokens = 1_500

const lasting = (name: string, share: number, read: number, kinds: readonly Attribute[]): Section => ({
  ...{ name, part: 'static', share, turn: 1, order: 'subject' },
  takes: [{ kinds, isLasting: true, read }],
})

/** A section of each list for memories that have no attribute, or that are not the words of people. */
const unsorted = (kind: Kind, turn: Section['turn'], share: number, part: ProfilePart): Section => ({
  ...{ name: kind, part, share, turn, order: 'newest' },
  takes: [{ kinds: [kind], isLasting: part === 'static', read: usualLines }],
})

const dated: readonly Kind[] = ['plan', 'event', 'status']

/**
 * The shares of the judged sections add up to about 60 lines. Those of `unjudged` come on top: a container that is written
 * through the API has little else.
 */
export const sections: readonly Section[] = [
  unsorted('unjudged', 1, 10, 'static'),
  lasting('identity', 6, 8, ['name', 'age', 'identity', 'contact', 'education']),
  lasting('people', 9, 10, ['partner', 'family', 'friend', 'pet', 'relation']),
  lasting('constraints', 10, 16, ['health', 'diet', 'instruction']),
  lasting('home', 3, 6, ['home']),
  lasting('work', 6, 10, ['work', 'skill']),
  lasting('preferences', 8, 10, ['preference', 'habit', 'opinion']),
  lasting('decisions', 6, 16, ['setting', 'decision']),
  lasting('rest', 3, 4, ['possession', 'money', 'feeling', 'other']),
  unsorted('document', 2, 1, 'static'),
  unsorted('guess', 3, 1, 'static'),
  {
    ...{ name: 'plans', part: 'dynamic', share: 6, turn: 1, order: 'date' },
    takes: [{ kinds: ['plan'], read: 12 }],
  },
  {
    ...{ name: 'happening', part: 'dynamic', share: 5, turn: 1, order: 'date' },
    takes: [
      { kinds: ['event', 'status'], read: 10 },
      { kinds: attributes.filter(each => !dated.includes(each)), isLasting: false, read: 3 },
    ],
  },
  unsorted('unjudged', 1, 10, 'dynamic'),
  unsorted('document', 2, 1, 'dynamic'),
  unsorted('guess', 3, 1, 'dynamic'),
]

/** How many dated memories that are still to come are read, soonest first, whatever their kind. */
export const comingRead = 12

export function findSection(kind: string, isLasting: boolean): Section | undefined {
  return sections.find(({ takes }) =>
    takes.some(take => (take.isLasting ?? isLasting) === isLasting && take.kinds.some(each => each === kind)),
  )
}

/** Dated memories that are still to come are plans, whatever they say of whom. */
export const plans = sections.find(({ name }) => name === 'plans')!
