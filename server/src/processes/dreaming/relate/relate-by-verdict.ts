import type { DatedFact } from '../../../language/english/fact.ts'
import { cosine, saysMore } from './compare.ts'
import type { FactRelation } from './fact-relation.ts'
import { findUpdate } from './find-update.ts'
import { hasFew } from './has-few.ts'
import { type Aspects, aspectsOf } from './read-aspects.ts'
import { mayBeOfOne } from './same-entity.ts'
import { sharedStems } from './shared-stems.ts'
import type { Verdicts } from './verdicts.ts'
import { haveOtherValues, type JudgedPair, weighChange } from './weigh-change.ts'

/** Below these cosines the judge is not asked: it takes 5 ms, and of such pairs hardly any changes the other. */
const nearEnough = 0.35
const nearEnoughOfFew = 0.1

/** Below these a relation is not made. */
const barOfChange = 0.4
/**
 * A rule that sees a change decides, unless the judge is nearly sure of the opposite. At the bar above, 35 % of the updates in
 * LongMemEval and BEAM were found instead of 41 %, because most of those are figures.
 */
const barOfRule = 0.1
const barOfSame = 0.85

export const areJudged = (older: DatedFact, newer: DatedFact): boolean =>
  older.attribute !== undefined && newer.attribute !== undefined

/** The relation of two judged facts, of which the newer was said later. */
export function relateByVerdict(
  older: DatedFact,
  newer: DatedFact,
  verdicts: Verdicts,
): FactRelation | undefined {
  const pair = findPair(older, newer, verdicts)
  if (!pair) return undefined
  const change = weighChange(pair)
  if (change >= (pair.rule === undefined ? barOfChange : barOfRule))
    return { kind: 'updates', reason: pair.rule ?? reasonOf(pair, change) }
  const { before, now, verdict } = pair
  if (verdict.same >= barOfSame && !haveOtherValues(before, now) && haveSameNames(before, now))
    return { kind: 'same', reason: 'says the same' }
  return saysMore(before, now) ? { kind: 'extends', reason: 'says more of the same' } : undefined
}

/** The pair with its verdict, if both may be about one matter and the verdict is known. */
export function findPair(older: DatedFact, newer: DatedFact, verdicts: Verdicts): JudgedPair | undefined {
  const [before, now] = [aspectsOf(older), aspectsOf(newer)]
  if (!mayBeOfOne(older, newer, before, now)) return undefined
  const nearness = cosine(older.vector, newer.vector)
  const isOfFew = older.attribute === newer.attribute && hasFew.has(newer.attribute!)
  const rule = findUpdate(before, now, nearness)
  if (nearness < (isOfFew ? nearEnoughOfFew : nearEnough) && rule === undefined) return undefined
  const verdict = verdicts.of(older, newer)
  return verdict && { older, newer, before, now, verdict, nearness, rule }
}

const reasonOf = ({ verdict: { updates, ends } }: JudgedPair, change: number): string =>
  updates >= ends
    ? `the later words say what holds instead (judged, ${percent(change)} sure)`
    : `the later words say that it has ended (judged, ${percent(change)} sure)`

const percent = (share: number): string => `${Math.round(share * 100)} %`

export const haveSameNames = (a: Aspects, b: Aspects): boolean =>
  a.names.size === b.names.size && sharedStems(a.names, b.names).length === a.names.size
