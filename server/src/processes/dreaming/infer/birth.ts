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

const kinOf = String.raw`(?:'s (?:son|daughter|wife|husband|brother|sister|mother|mom|father|dad|dog|cat|niece|nephew)(?: \p{Lu}\p{Ll}+)?)?`
const aged = new RegExp(
  `^(${personPattern}${kinOf}) (?:is|has turned|turned|just turned|recently turned) (?:now |currently |just )?(\\d{1,2})(?: years old)?(?: now| this year)?(?:[.,!]| and |$)`,
  'u',
)
const born = new RegExp(`^(${personPattern}${kinOf}) was born (?:on|in) .*\\b\\d{4}\\b`, 'u')
/** Excludes `is 12 weeks` and `turned 30 pages`. */
const isAge = (told: string): boolean =>
  !/\d{1,2} (?:weeks?|months?|days?|miles?|pages?|minutes?|hours?|percent|%|kg|pounds?|feet|cm|in )/.test(
    told,
  )

const ageIn = (fact: Fact): { whose: string; age: number } | undefined => {
  const told = thirdPersonText(fact)
  const found = isFromPerson(fact) && !isDoubtful(told) && isAge(told) ? aged.exec(told) : null
  const age = Number(found?.at(-1))
  return found && age >= 1 ? { whose: found[1]!, age } : undefined
}

/** Somebody who is 34 in May 2024 was born in 1989 or 1990, and that stays true as they age. */
export const birthRule: InferenceRule = {
  name: 'birth',
  subjectsOf(fact) {
    if (!isFromPerson(fact)) return []
    const whose = ageIn(fact)?.whose ?? born.exec(thirdPersonText(fact))?.[1]
    return whose === undefined ? [] : [whose.toLowerCase()]
  },
  infer<F extends DatedFact>(facts: readonly F[]): Inference<F>[] {
    if (facts.some(fact => born.test(thirdPersonText(fact)))) return []
    const ages = facts.flatMap(fact => {
      const read = ageIn(fact)
      return read ? { fact, ...read, last: fact.saidAt.getUTCFullYear() - read.age } : []
    })
    const latest = ages.at(-1)
    if (!latest || ages.some(({ last }) => Math.abs(last - latest.last) > 1)) return []
    const { fact, whose, last, age } = latest
    const text = `${whose} was born in ${last - 1} or ${last}.`
    const said = fact.saidAt.toISOString().slice(0, 10)
    return [
      {
        text,
        isStatic: true,
        confidence: confidenceOf([fact], 0.9),
        from: [fact],
        reason: `${age} on ${said}`,
      },
    ]
  },
}
