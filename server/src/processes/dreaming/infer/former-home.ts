import type { DatedFact, Fact } from '../../../language/english/fact.ts'
import { isFromPerson } from '../extract/trust.ts'
import {
  confidenceOf,
  type Inference,
  type InferenceRule,
  personPattern,
  thirdPersonText,
} from './inference.ts'

const place = String.raw`(\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*(?:, \p{Lu}[\p{L}'-]+)?)`
const moved = new RegExp(
  `^(?:[^,]{1,40}, )?${personPattern}(?: and others)?(?: has| have)? (?:just |recently |finally )?(?:moved|relocated) (?:(?:in)?to ${place} from ${place}|from ${place} to ${place})`,
  'u',
)

function moveIn(fact: Fact): { whose: string; from: string } | undefined {
  const told = thirdPersonText(fact)
  const found =
    isFromPerson(fact) && !/\b(?:if|might|would|want\w*|plan\w*)\b|\?/i.test(told) ? moved.exec(told) : null
  const from = found?.[3] ?? found?.[4]
  return found && from !== undefined ? { whose: found[1]!, from } : undefined
}

/** Somebody who moved from a place used to live there. */
export const formerHomeRule: InferenceRule = {
  name: 'former home',
  subjectsOf(fact) {
    const move = moveIn(fact)
    return move ? [`${move.whose} ${move.from}`.toLowerCase()] : []
  },
  infer<F extends DatedFact>(facts: readonly F[]): Inference<F>[] {
    return facts.slice(0, 1).map(fact => {
      const { whose, from } = moveIn(fact)!
      return {
        text: `${whose} used to live in ${from}.`,
        isStatic: true,
        confidence: confidenceOf([fact], 0.9),
        from: [fact],
        reason: 'it is said that they moved from there',
      }
    })
  },
}
