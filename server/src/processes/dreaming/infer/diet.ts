import type { DatedFact, Fact } from '../../../language/english/fact.ts'
import { isOfPerson } from '../extract/trust.ts'
import { certaintyOf, type Inference, isDoubtful, type Rule, toldOf, who } from './inference.ts'

const avoided: Readonly<Record<string, string>> = {
  vegan: 'eat meat, fish, eggs or dairy',
  vegetarian: 'eat meat or fish',
}
const diet = new RegExp(
  `^(${who}(?:'s (?:wife|husband|son|daughter|partner|brother|sister|mother|mom|father|dad))?) (?:is|has been|became|turned|went) (?:now |currently |also |a )?(vegan|vegetarian)(?=[.,!]| and | for | since |$)`,
  'u',
)

const dietIn = (fact: Fact): RegExpExecArray | null =>
  isOfPerson(fact) && !isDoubtful(toldOf(fact)) ? diet.exec(toldOf(fact)) : null

/** Infers the avoided foods from a word for a diet. */
export const dietRule: Rule = {
  name: 'diet',
  subjectsOf(fact) {
    const found = dietIn(fact)
    return found ? [found[1]!.toLowerCase()] : []
  },
  infer<F extends DatedFact>(facts: readonly F[]): Inference<F>[] {
    const kinds = new Set(facts.map(fact => dietIn(fact)!.at(-1)))
    const [fact] = facts
    if (!fact || kinds.size !== 1) return []
    const found = dietIn(fact)!
    const kind = found.at(-1)!
    return [
      {
        text: `${found[1]} does not ${avoided[kind]}.`,
        isStatic: true,
        confidence: certaintyOf([fact], 0.85),
        from: [fact],
        reason: `that is what ${kind} means`,
      },
    ]
  },
}
