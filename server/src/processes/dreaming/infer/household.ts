import type { DatedFact, Fact } from '../../../language/english/fact.ts'
import { isFromPerson } from '../extract/trust.ts'
import {
  confidenceOf,
  type Inference,
  type InferenceRule,
  isDoubtful,
  personPattern,
  thirdPersonText,
} from './inference.ts'

type Relationship = { of: RegExp; says: string; states: RegExp; against: RegExp }

/**
 * Somebody with a wife is married, and somebody with a son is a parent, unless a fact already says so or
 * contradicts it.
 */
const kinds: readonly Relationship[] = [
  {
    of: new RegExp(`^${personPattern}'s (?:wife|husband)\\b(?!-)`, 'u'),
    says: 'is married',
    states: /\bis (?:happily |now |also )?married\b|\bgot married\b/i,
    against: /\b(?:single|divorced?|separated|widow\w*|engaged|ex-(?:wife|husband)|broke up|dating)\b/i,
  },
  {
    of: new RegExp(
      `^${personPattern}'s (?:(?:older|younger|eldest|youngest|oldest|little|\\d+-year-old) )?(?:sons?|daughters?|kids|children)\\b(?!-)`,
      'u',
    ),
    says: 'is a parent',
    states:
      /\b(?:is a (?:parent|father|mother|dad|mom)|has (?:a|an|one|two|three|four|\d) (?:\w+ )?(?:sons?|daughters?|kids?|children|child))\b/i,
    against: /\b(?:no children|no kids|childless|(?:does|do) not have (?:any )?(?:kids|children))\b/i,
  },
]

const kindOf = (fact: Fact): { kind: Relationship; owner: string } | undefined => {
  const told = thirdPersonText(fact)
  if (!isFromPerson(fact) || isDoubtful(told)) return undefined
  for (const kind of kinds) {
    const owner = kind.of.exec(told)?.[1]
    if (owner !== undefined) return { kind, owner }
  }
  return undefined
}

export const householdRule: InferenceRule = {
  name: 'household',
  subjectsOf(fact) {
    if (!isFromPerson(fact)) return []
    const told = thirdPersonText(fact)
    const owner = new RegExp(`^${personPattern}(?:'s)? `, 'u').exec(told)?.[1]
    const counts =
      kindOf(fact) || kinds.some(({ states, against }) => states.test(told) || against.test(told))
    return owner !== undefined && counts ? [owner.toLowerCase()] : []
  },
  infer<F extends DatedFact>(facts: readonly F[]): Inference<F>[] {
    return kinds.flatMap(kind => {
      if (
        facts.some(
          fact => kind.states.test(thirdPersonText(fact)) || kind.against.test(thirdPersonText(fact)),
        )
      )
        return []
      const [first] = facts.filter(fact => kindOf(fact)?.kind === kind)
      if (!first) return []
      const { owner } = kindOf(first)!
      const reason = `${kind.says === 'is married' ? 'a spouse' : 'a child'} is mentioned`
      const confidence = confidenceOf([first], 0.9)
      return { text: `${owner} ${kind.says}.`, isStatic: true, confidence, from: [first], reason }
    })
  },
}
