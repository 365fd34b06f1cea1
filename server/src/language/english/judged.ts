import type {
  Attribute,
  Duration,
  Stance,
  StatementJudgement,
  Subject,
} from '../../platform/lib/judgement.ts'
import { roundTo } from '../../platform/lib/round-to.ts'
import type { Fact } from './fact.ts'
import { asksToRemember, asksToRememberBefore, beginsPlay, endsPlay } from './rules/stances.ts'

/** The judgements of a passage's sentences, and of their parts, by name. Without one, rules alone decide. */
export type Judged = ReadonlyMap<string, StatementJudgement>

/** A sentence is named by where it begins, and a part of it also by its words. */
export const judgedName = (start: number, part = ''): string => `${start} ${part}`

/**
 * The judgements by name. What is said while playing a part counts as pretended, and what the speaker asks to remember is
 * kept.
 */
export function judgedBy(
  questions: readonly { name: string; isPlayed: boolean; isToBeRemembered: boolean }[],
  judgements: readonly StatementJudgement[],
): Judged {
  return new Map(
    questions.map(({ name, isPlayed, isToBeRemembered }, i) => {
      const judgement = isToBeRemembered ? keptOnRequest(judgements[i]!) : judgements[i]!
      const stance = isPlayed ? { ...judgement.stance, pretended: 1 } : judgement.stance
      return [name, { ...judgement, stance }]
    }),
  )
}

/** `Remember: …` looks like a task, but what follows is meant. */
function keptOnRequest(judgement: StatementJudgement): StatementJudgement {
  const { asserted, requested, quoted } = judgement.stance
  const stance = { ...judgement.stance, asserted: asserted + requested + quoted, requested: 0, quoted: 0 }
  return { ...judgement, keep: Math.max(judgement.keep, 0.9), stance }
}

/** `Remember for me: the stopcock is under the stairs`, or `The code is 4471. Write that down.` */
export const isToBeRemembered = (sentence: string, after: string): boolean =>
  !/\?\W*$/.test(sentence) &&
  (asksToRemember.expression.test(sentence) || asksToRememberBefore.expression.test(after))

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

/**
 * Whether the words that end the play come before what the sentence says: `Seriously though, I sold the boat.` is meant,
 * and `I own three castles. ok stop.` is still played.
 */
export const endsPlayFirst = (sentence: string): boolean => {
  const end = endsPlay.expression.exec(sentence)
  return end !== null && end.index <= sentence.length / 3
}

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
