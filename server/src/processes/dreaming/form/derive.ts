import type { DatedFact, Fact } from '../../../language/english/fact.ts'
import { isOfPerson } from '../extract/trust.ts'
import { birth } from '../infer/birth.ts'
import { dietRule } from '../infer/diet.ts'
import { formerHome } from '../infer/former-home.ts'
import { household } from '../infer/household.ts'
import type { Inference, Rule } from '../infer/inference.ts'
import { kin } from '../infer/kin.ts'
import { routine } from '../infer/routine.ts'
import { taste } from '../infer/taste.ts'
import { inOrderSaid } from './reconcile.ts'

const rules: readonly Rule[] = [kin, household, birth, formerHome, dietRule, routine, taste]

/**
 * Keys of the inferences that a fact may be a premise of, by rule and subject: facts that imply something together share one. Nothing follows
 * from what others say: a page may be about anybody of that name.
 */
export function premisesOf(fact: Fact): string[] {
  if (!isOfPerson(fact)) return []
  return rules.flatMap(rule => rule.subjectsOf(fact).map(subject => `${rule.name}: ${subject}`))
}

/** An inference that holds for one; more than these of one subject are a list, and nobody reviews it. */
const mostOfOne = 12

/**
 * What follows from facts that are so at present, by one rule and of one subject. It depends on the set of facts alone. What
 * a fact says already is not inferred.
 */
export function derive<F extends DatedFact>(premise: string, facts: readonly F[]): Inference<F>[] {
  const rule = rules.find(({ name }) => premise.startsWith(`${name}: `))
  const ordered = facts.filter(fact => premisesOf(fact).includes(premise)).sort(inOrderSaid)
  const said = new Set(ordered.map(({ text }) => text))
  const inferred = new Map((rule?.infer(ordered) ?? []).map(each => [each.text, each]))
  return [...inferred.values()].filter(({ text }) => !said.has(text)).slice(0, mostOfOne)
}
