import type { DatedFact, Fact } from '../../../language/english/fact.ts'
import { isOfPerson } from '../extract/trust.ts'
import { certaintyOf, type Inference, isDoubtful, type Rule, toldOf, who } from './inference.ts'

type Kind = { of: RegExp; says: string; states: RegExp; against: RegExp }

/**
 * Somebody with a wife is married, and somebody with a son is a parent, unless a fact already says so or
 * contradicts it.
 */
const kinds: readonly Kind[] = [
  {
    of: new RegExp(`^${who}'s (?:wife|husband)\\b(?!-)`, 'u'),
    says: 'is married',
    states: /\bis (?:happily |now |also )?married\b|\bgot married\b/i,
    against: /\b(?:single|divorced?|separated|widow\w*|engaged|ex-(?:wife|husband)|broke up|dating)\b/i,
  },
  {
    of: new RegExp(
      `^${who}'s (?:(?:older|younger|eldest|youngest|oldest|little|\\d+-year-old) )?(?:sons?|daughters?|kids|children)\\b(?!-)`,
      'u',
    ),
    says: 'is a parent',
    states:
      /\b(?:is a (?:parent|father|mother|dad|mom)|has (?:a|an|one|two|three|four|\d) (?:\w+ )?(?:sons?|daughters?|kids?|children|child))\b/i,
    against: /\b(?:no children|no kids|childless|(?:does|do) not have (?:any )?(?:kids|children))\b/i,
  },
]

const kindOf = (fact: Fact): { kind: Kind; owner: string } | undefined => {
  const told = toldOf(fact)
  if (!isOfPerson(fact) || isDoubtful(told)) return undefined
  for (const kind of kinds) {
    const owner = kind.of.exec(told)?.[1]
    if (owner !== undefined) return { kind, owner }
  }
  return undefined
}

export const household: Rule = {
  name: 'household',
  subjectsOf(fact) {
    if (!isOfPerson(fact)) return []
    const told = toldOf(fact)
    const owner = new RegExp(`^${who}(?:'s)? `, 'u').exec(told)?.[1]
    const counts =
      kindOf(fact) || kinds.some(({ states, against }) => states.test(told) || against.test(told))
    return owner !== undefined && counts ? [owner.toLowerCase()] : []
  },
  infer<F extends DatedFact>(facts: readonly F[]): Inference<F>[] {
    return kinds.flatMap(kind => {
      if (facts.some(fact => kind.states.test(toldOf(fact)) || kind.against.test(toldOf(fact)))) return []
      const [first] = facts.filter(fact => kindOf(fact)?.kind === kind)
      if (!first) return []
      const { owner } = kindOf(first)!
      const reason = `${kind.says === 'is married' ? 'a spouse' : 'a child'} is mentioned`
      const confidence = certaintyOf([first], 0.9)
      return { text: `${owner} ${kind.says}.`, isStatic: true, confidence, from: [first], reason }
    })
  },
}
