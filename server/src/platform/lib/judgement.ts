/** How a sentence is meant. The labels are defined in server/judge/rubric.md. */
export const stances = [
  'asserted',
  'instructed',
  'requested',
  'asked',
  'considered',
  'ironic',
  'pretended',
  'quoted',
  'offered',
] as const
export type Stance = (typeof stances)[number]

/** Whose fact a sentence states. */
export const subjects = ['owner', 'person', 'thing', 'none'] as const
export type Subject = (typeof subjects)[number]

/** What a sentence says of its subject. */
export const attributes = [
  'name',
  'age',
  'identity',
  'home',
  'contact',
  'work',
  'education',
  'partner',
  'family',
  'friend',
  'pet',
  'health',
  'diet',
  'preference',
  'habit',
  'skill',
  'possession',
  'money',
  'plan',
  'event',
  'instruction',
  'decision',
  'setting',
  'status',
  'relation',
  'feeling',
  'opinion',
  'other',
] as const
export type Attribute = (typeof attributes)[number]

/** For how long a fact holds. */
export const durations = ['always', 'lasting', 'dated', 'passing'] as const
export type Duration = (typeof durations)[number]

/** What a later statement does to an earlier one. */
export const pairRelations = ['same', 'updates', 'ends', 'adds', 'other', 'unrelated'] as const
export type PairRelation = (typeof pairRelations)[number]

/** A sentence in its place in a message or conversation. */
export type StatementQuestion = {
  /** `user`, `assistant` or a name. */
  speaker: string
  /** Up to two sentences that precede it in the conversation, in order. */
  before: readonly string[]
  sentence: string
  /** The next sentence of the same turn, or empty. */
  after: string
}

/** Probabilities. Those of each record add up to 1. */
export type StatementJudgement = {
  keep: number
  stance: Record<Stance, number>
  about: Record<Subject, number>
  attribute: Record<Attribute, number>
  lasts: Record<Duration, number>
}

/** Two statements of one container in their speakers' words, with `Name: ` before them if the speaker has a name. */
export type PairQuestion = { earlier: string; later: string }

/** Probabilities that add up to 1. */
export type PairJudgement = Record<PairRelation, number>
