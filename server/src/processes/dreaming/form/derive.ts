import type { DatedFact, Fact } from '../../../language/english/fact.ts'
import { isFromPerson } from '../extract/trust.ts'
import { birthRule } from '../infer/birth.ts'
import { dietRule } from '../infer/diet.ts'
import { formerHomeRule } from '../infer/former-home.ts'
import { householdRule } from '../infer/household.ts'
import type { Inference, InferenceRule } from '../infer/inference.ts'
import { kinRule } from '../infer/kin.ts'
import { routineRule } from '../infer/routine.ts'
import { tasteRule } from '../infer/taste.ts'
import { compareBySaidAt } from './reconcile.ts'

const rules: readonly InferenceRule[] = [
  kinRule,
  householdRule,
  birthRule,
  formerHomeRule,
  dietRule,
  routineRule,
  tasteRule,
]

/**
 * Keys of the inferences a fact may be a premise of, by rule and subject: facts that imply something together share
 * a key. Only a person's facts are premises, because a page may be about anybody of that name.
 */
export function premisesOf(fact: Fact): string[] {
  if (!isFromPerson(fact)) return []
  return rules.flatMap(rule => rule.subjectsOf(fact).map(subject => `${rule.name}: ${subject}`))
}

/** Maximum number of inferences per rule and subject. More would be a list that nobody reviews. */
const maxPerSubject = 12

/**
 * Applies one rule to the current facts about one subject. The result depends on the set of facts alone. A
 * statement that is already a fact is not inferred.
 */
export function derive<F extends DatedFact>(premise: string, facts: readonly F[]): Inference<F>[] {
  const rule = rules.find(({ name }) => premise.startsWith(`${name}: `))
  const ordered = facts.filter(fact => premisesOf(fact).includes(premise)).sort(compareBySaidAt)
  const said = new Set(ordered.map(({ text }) => text))
  const inferred = new Map((rule?.infer(ordered) ?? []).map(each => [each.text, each]))
  return [...inferred.values()].filter(({ text }) => !said.has(text)).slice(0, maxPerSubject)
}
