import type { Attribute } from '../../platform/lib/judgement.ts'

/**
 * The profile is a briefing: these sections, in this order. A section is chosen by the kind of fact and not by its wording, so
 * a name, a partner and an illness have their place however many events are newer.
 */

export type ProfilePart = 'static' | 'dynamic'

/**
 * The attribute that a memory gives. `passing`: it has an attribute and does not last; plans, events and states keep theirs.
 * `unjudged`: written through the API, or before memories were judged. `document`: from a file or a page. `guess`: inferred
 * and not approved, without an attribute.
 */
export type Kind = Attribute | 'passing' | 'unjudged' | 'document' | 'guess'

/** The memories of a section: of these kinds, and that last or do not last. Without `isLasting`, both. */
type Take = {
  kinds: readonly Kind[]
  isLasting?: boolean
  /**
   * How many memories of each kind are read at first for a profile of `usualLines`. More are read if all of them are shown.
   * With half as many, the profile showed 47 % of what belongs in it on two labelled lives instead of 57.
   */
  read: number
}

export type Section = {
  name: string
  part: ProfilePart
  /** Its weight when the lines are divided. Lines that a section does not fill go to the others by their shares. */
  share: number
  /** Sections of a later turn get the lines that those of the turns before leave. Turn 2 is for doubtful and old memories. */
  turn: 1 | 3 | 4
  /**
   * `subject`: facts about the owner first, then people, then things. `state`: those that hold now first, then the newest,
   * because the state of things changes. `date`: what is to come first, then what is newest. `newest`: newest first.
   */
  order: 'subject' | 'state' | 'date' | 'newest'
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

/**
 * A section of each list for memories that have no attribute, or that are not the words of people. Those of documents are shown
 * only if there are none of people.
 */
const unsorted = (kind: Kind, turn: Section['turn'], share: number, part: ProfilePart): Section => ({
  ...{ name: kind, part, share, turn, order: 'newest' },
  takes: [{ kinds: [kind], isLasting: part === 'static', read: 15 }],
})

/**
 * The shares of the judged sections add up to about 60 lines. Those of `unjudged` come on top: a container that is written
 * through the API has little else.
 */
export const sections: readonly Section[] = [
  unsorted('unjudged', 1, 10, 'static'),
  lasting('identity', 6, 8, ['name', 'age', 'identity', 'contact', 'education']),
  lasting('people', 9, 10, ['partner', 'family', 'friend', 'pet', 'relation']),
  lasting('constraints', 10, 20, ['health', 'diet', 'instruction']),
  lasting('home', 3, 8, ['home']),
  lasting('work', 6, 16, ['work', 'skill']),
  lasting('preferences', 8, 10, ['preference', 'habit', 'opinion']),
  { ...lasting('decisions', 9, 20, ['decision', 'setting', 'status', 'plan']), order: 'state' },
  lasting('rest', 3, 6, ['possession', 'money', 'feeling', 'other']),
  unsorted('document', 3, 1, 'static'),
  unsorted('guess', 4, 1, 'static'),
  {
    ...{ name: 'plans', part: 'dynamic', share: 6, turn: 1, order: 'date' },
    takes: [{ kinds: ['plan'], isLasting: false, read: 20 }],
  },
  {
    ...{ name: 'happening', part: 'dynamic', share: 5, turn: 1, order: 'date' },
    takes: [
      { kinds: ['event'], read: 10 },
      { kinds: ['passing', 'status'], isLasting: false, read: 10 },
    ],
  },
  unsorted('unjudged', 1, 10, 'dynamic'),
  unsorted('document', 3, 1, 'dynamic'),
  unsorted('guess', 4, 1, 'dynamic'),
]

/** How many dated memories that are still to come are read, soonest first, whatever their kind. */
export const comingRead = 12

export function findSection(kind: string, isLasting: boolean): Section | undefined {
  return sections.find(({ takes }) =>
    takes.some(take => (take.isLasting ?? isLasting) === isLasting && take.kinds.some(each => each === kind)),
  )
}

export const sectionNamed = (name: string): Section => sections.find(each => each.name === name)!
