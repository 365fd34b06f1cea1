import type { DatedFact, Fact } from '../../../language/english/fact.ts'
import { isFromPerson } from '../extract/trust.ts'
import {
  confidenceOf,
  type Inference,
  type InferenceRule,
  personPattern,
  thirdPersonText,
} from './inference.ts'

const minTimes = 3

const cuisines =
  'Italian|Thai|Japanese|Mexican|Indian|French|Korean|Vietnamese|Chinese|Greek|Spanish|Turkish|Lebanese|Ethiopian|Moroccan|Peruvian|Mediterranean|Middle Eastern'
const genres =
  'horror|thriller|sci-fi|science fiction|fantasy|romance|mystery|true crime|historical|biographical|documentary|comedy|action|animated|dystopian|noir'

type Category = { says: RegExp; name(found: string): string }

const categories: readonly Category[] = [
  {
    says: new RegExp(
      `\\b(${cuisines}) (?:restaurant|food|cuisine|place|dish|dishes|bistro|trattoria|cooking|meal)\\b`,
    ),
    name: found => `${found} food`,
  },
  {
    says: new RegExp(`\\b(${genres}) (?:movie|film|series|show)s?\\b`, 'i'),
    name: found => `${found.toLowerCase()} films and series`,
  },
  {
    says: new RegExp(`\\b(${genres}) (?:novel|book)s?\\b`, 'i'),
    name: found => `${found.toLowerCase()} books`,
  },
]

const liked = new RegExp(
  `^(?:[^,]{1,40}, )?${personPattern}(?: and others)? (?:(?:also|really|absolutely|thoroughly|just|recently|has|have) )*(?:loved?|loves|enjoyed|enjoys|liked|likes|adored|adores)\\b`,
  'u',
)
const against = /\b(?:not|never|n't|disliked?|hate[sd]?|disappoint\w*|tired of|except|but)\b|n't\b/i

function likingIn(fact: Fact): { whose: string; what: string } | undefined {
  const told = thirdPersonText(fact)
  const whose = isFromPerson(fact) ? liked.exec(told)?.[1] : undefined
  if (whose === undefined || against.test(told)) return undefined
  for (const { says, name } of categories) {
    const found = says.exec(told)?.[1]
    if (found !== undefined) return { whose, what: name(found) }
  }
  return undefined
}

/** Somebody who liked three things of a kind likes that kind. */
export const tasteRule: InferenceRule = {
  name: 'taste',
  subjectsOf(fact) {
    const liking = likingIn(fact)
    return liking ? [`${liking.whose} ${liking.what}`.toLowerCase()] : []
  },
  infer<F extends DatedFact>(facts: readonly F[]): Inference<F>[] {
    const [first] = facts
    if (!first || facts.length < minTimes) return []
    const { whose, what } = likingIn(first)!
    // A preference that was stated outright is not inferred.
    if (
      facts.some(fact => new RegExp(`\\b(?:loves|likes|enjoys) ${what}\\b`, 'i').test(thirdPersonText(fact)))
    )
      return []
    const reason = `liked on ${facts.length} occasions`
    const confidence = confidenceOf(facts, 0.8)
    return [{ text: `${whose} likes ${what}.`, isStatic: true, confidence, from: [...facts], reason }]
  },
}
