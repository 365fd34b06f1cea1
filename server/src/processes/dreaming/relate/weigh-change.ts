import type { DatedFact } from '../../../language/english/fact.ts'
import type { Quantity } from '../../../language/english/quantities.ts'
import type { PairJudgement } from '../../../platform/lib/judgement.ts'
import { ended, isRecent } from './change-words.ts'
import { hasFew } from './has-few.ts'
import type { Aspects } from './read-aspects.ts'
import { sharedStems } from './shared-stems.ts'

/** Two facts that may be about one matter, and what is known of the pair. */
export type JudgedPair = {
  older: DatedFact
  newer: DatedFact
  before: Aspects
  now: Aspects
  verdict: PairJudgement
  nearness: number
  /** The reason that a rule gives for an update. */
  rule: string | undefined
}

/** What speaks for and against a change, as numbers. */
export function evidenceOf({ older, newer, before, now, verdict, nearness, rule }: JudgedPair) {
  const isOther = haveOtherValues(before, now)
  const logit = (p: number) => Math.log((p + 0.01) / (1.01 - p))
  return {
    changes: logit(verdict.updates + verdict.ends),
    ends: verdict.ends,
    same: logit(verdict.same),
    sameOfOther: isOther ? verdict.same : 0,
    adds: logit(verdict.adds),
    other: logit(verdict.other),
    unrelated: logit(verdict.unrelated),
    nearness,
    isOther: Number(isOther),
    rule: Number(rule !== undefined),
    changeWord: Number(now.isChange || isRecent.test(now.text)),
    endWord: Number(ended.test(now.text)),
    added: Number(now.isAdded),
    sameAttribute: Number(older.attribute === newer.attribute),
    ofFew: Number(older.attribute === newer.attribute && hasFew.has(newer.attribute!)),
    owners: Number(older.about === 'owner' && newer.about === 'owner'),
    sameKind: Number(older.about === newer.about),
    shared:
      sharedStems(before.stems, now.stems).length / Math.min(before.stems.size || 1, now.stems.size || 1),
    names: Number(sharedStems(before.names, now.names).length > 0),
    olderEvent: Number(older.attribute === 'event' || older.lasts === 'always'),
    olderPassing: Number(older.lasts === 'passing' || older.lasts === 'dated'),
    newerEvent: Number(newer.attribute === 'event'),
    newerPassing: Number(newer.lasts === 'passing'),
    negative: Number(before.isNegative !== now.isNegative),
    instruction: Number(older.attribute === 'instruction'),
  }
}

export type Evidence = ReturnType<typeof evidenceOf>

type Values = Pick<Aspects, 'names'> & { measured: readonly Pick<Quantity, 'type' | 'amount'>[] }

/** Each has a name or a figure that the other lacks. */
export function haveOtherValues(a: Values, b: Values): boolean {
  const valuesOf = ({ names, measured }: Values) =>
    new Set([...names, ...measured.map(({ type, amount }) => `${type} ${amount}`)])
  const [left, right] = [valuesOf(a), valuesOf(b)]
  const both = sharedStems(left, right).length
  return left.size > both && right.size > both
}

/** Fitted on the labelled lives that may be tuned on: 50 statements that were replaced later, 124 that were not. */
const weights: Record<keyof Evidence, number> = {
  changes: 0.24,
  ends: 2.73,
  same: -0.02,
  sameOfOther: 0.85,
  adds: -0.3,
  other: -0.12,
  unrelated: -0.22,
  nearness: 2.06,
  isOther: -0.6,
  rule: 1.97,
  changeWord: 0.69,
  endWord: 0.25,
  added: -0.73,
  sameAttribute: 0.72,
  ofFew: 0.07,
  owners: -0.12,
  sameKind: 0.6,
  shared: 1.44,
  names: 0.11,
  olderEvent: -0.54,
  olderPassing: 0.35,
  newerEvent: 0.61,
  newerPassing: -0.65,
  negative: -0.17,
  instruction: -1.25,
}
const offset = -4.92

/** The probability that the newer fact takes the place of the older one. */
export function weighChange(pair: JudgedPair): number {
  const evidence = evidenceOf(pair)
  const sum = Object.entries(weights).reduce(
    (total, [name, weight]) => total + weight * evidence[name as keyof Evidence],
    offset,
  )
  return 1 / (1 + Math.exp(-sum))
}
