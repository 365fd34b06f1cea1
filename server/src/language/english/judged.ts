import type {
  Attribute,
  Duration,
  Stance,
  StatementJudgement,
  Subject,
} from '../../platform/lib/judgement.ts'
import { roundTo } from '../../platform/lib/round-to.ts'
import type { Fact } from './fact.ts'
import { beginsPlay, endsPlay } from './rules/stances.ts'

/** The judgements of a passage's sentences, and of their parts, by name. Without one, rules alone decide. */
export type Judged = ReadonlyMap<string, StatementJudgement>

/** A sentence is named by where it begins, and a part of it also by its words. */
export const judgedName = (start: number, part = ''): string => `${start} ${part}`

/** The judgements by name. What is said while playing a part counts as pretended. */
export function judgedBy(
  questions: readonly { name: string; isPlayed: boolean }[],
  judgements: readonly StatementJudgement[],
): Judged {
  return new Map(
    questions.map(({ name, isPlayed }, i) => {
      const judgement = judgements[i]!
      const stance = isPlayed ? { ...judgement.stance, pretended: 1 } : judgement.stance
      return [name, { ...judgement, stance }]
    }),
  )
}

/**
 * `keep`: worth remembering and meant. `open`: only what a rule is sure of, such as a fact that a question presupposes.
 * `doubtful`: hardly worth it; only what a rule takes for a lasting attribute of the speaker. `drop`: not meant.
 */
export type Verdict = 'keep' | 'open' | 'doubtful' | 'drop'

const barOfKeeping = 0.5
const barOfMeaning = 0.5
/** Below this a sentence is small talk, whatever a rule makes of it. */
const barOfDropping = 0.25

const asking: readonly Stance[] = ['asked', 'requested']
const notMeant: readonly Stance[] = ['considered', 'ironic', 'pretended', 'quoted', 'offered']

export function verdictOf({ keep, stance }: StatementJudgement): Verdict {
  const sum = (kinds: readonly Stance[]) => kinds.reduce((total, kind) => total + stance[kind], 0)
  if (sum(notMeant) >= barOfMeaning) return 'drop'
  if (sum(asking) >= barOfMeaning) return 'open'
  if (keep < barOfDropping) return 'doubtful'
  return keep >= barOfKeeping && stance.asserted + stance.instructed >= barOfMeaning ? 'keep' : 'open'
}

/** Whether the speaker plays a part after this sentence. */
export const playsAfter = (sentence: string, isPlaying: boolean): boolean =>
  beginsPlay.expression.test(sentence) || (isPlaying && !endsPlay.expression.test(sentence))

/** Kinds of facts that happen or pass, however lastingly they are put. */
const passing = new Set<Attribute>(['event', 'plan', 'status', 'feeling'])

/** Adds to a fact whose it is, what it says of them, and for how long. */
export function withLabels(fact: Fact, judgement: StatementJudgement): Fact {
  const attribute = likeliest(judgement.attribute)
  const lasts = likeliest(judgement.lasts)
  return {
    ...fact,
    about: ownerOf(fact, judgement),
    attribute,
    lasts,
    isStatic: lastsLong(lasts) && !passing.has(attribute),
    confidence: roundTo(judgement.keep, 2),
  }
}

const lastsLong = (lasts: Duration): boolean => lasts === 'always' || lasts === 'lasting'

/** A sentence about `I` is about its speaker. Of others the words tell less, and the judge decides. */
function ownerOf({ claim, text }: Fact, { about }: StatementJudgement): Subject {
  if (claim.subject === 'user' && /^The user (?!says\b)/.test(text)) return 'owner'
  return likeliest(about)
}

function likeliest<K extends string>(of: Record<K, number>): K {
  return (Object.entries(of) as [K, number][]).reduce((best, each) => (each[1] > best[1] ? each : best))[0]
}
