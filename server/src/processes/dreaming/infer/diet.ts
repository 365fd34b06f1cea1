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

const avoided: Readonly<Record<string, string>> = {
  vegan: 'eat meat, fish, eggs or dairy',
  vegetarian: 'eat meat or fish',
}
const diet = new RegExp(
  `^(${personPattern}(?:'s (?:wife|husband|son|daughter|partner|brother|sister|mother|mom|father|dad))?) (?:is|has been|became|turned|went) (?:now |currently |also |a )?(vegan|vegetarian)(?=[.,!]| and | for | since |$)`,
  'u',
)

const dietIn = (fact: Fact): RegExpExecArray | null =>
  isFromPerson(fact) && !isDoubtful(thirdPersonText(fact)) ? diet.exec(thirdPersonText(fact)) : null

/** Infers the avoided foods from a word for a diet. */
export const dietRule: InferenceRule = {
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
        confidence: confidenceOf([fact], 0.85),
        from: [fact],
        reason: `that is what ${kind} means`,
      },
    ]
  },
}
