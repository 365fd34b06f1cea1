import type { DatedFact, DeclaredRelation } from '../../../language/english/fact.ts'
import { saysTheSame } from './compare.ts'
import type { FactRelation } from './fact-relation.ts'
import { aspectsOf } from './read-aspects.ts'
import { haveSameNames } from './relate-by-verdict.ts'
import { areOfOneEntity, attributesOf, type FactPair, haveSameAttribute } from './same-matter.ts'
import { haveOtherValues } from './weigh-change.ts'
import { wordsKey } from './words-key.ts'

/**
 * The relation of two facts that a language model declared when it read one of them, if both facts bear it out. The
 * dates decide which of the two holds, not which was read first: a model that reads the older one last declares the
 * same of the pair.
 */
export function relateByDeclaration(older: DatedFact, newer: DatedFact): FactRelation | undefined {
  const relation = declaredOf(newer, older) ?? declaredOf(older, newer)
  if (relation === undefined || older.text === newer.text) return undefined
  const pair = { older, newer, before: aspectsOf(older), now: aspectsOf(newer) }
  if (!areOfOneEntity(pair)) return undefined
  if (relation === 'extends') return { kind: 'extends', reason: 'says more of it (language model, checked)' }
  if (relation === 'repeats')
    return isRepetition(pair)
      ? { kind: 'same', reason: 'says the same (language model, checked)' }
      : undefined
  return isReplacement(pair) ? { kind: 'updates', reason: reasonOf(relation, older) } : undefined
}

function declaredOf({ declared }: DatedFact, { text }: DatedFact): DeclaredRelation['relation'] | undefined {
  if (declared === undefined || declared.length === 0) return undefined
  const key = wordsKey(text)
  return declared.find(({ of }) => of.includes(key))?.relation
}

const isRepetition = ({ before, now }: FactPair): boolean =>
  before.isNegative === now.isNegative && !haveOtherValues(before, now) && haveSameNames(before, now)

/**
 * A plan does not replace a state: `lives in Rome`, `is thinking of moving to Pisa`. Nor does a fact that says the same
 * with the same figures, of which `Node 20` and `Node 22` are different ones.
 */
function isReplacement(pair: FactPair): boolean {
  const { older, newer, before, now } = pair
  if (older.saidAt.getTime() >= newer.saidAt.getTime()) return false
  if (now.isIntended && !before.isIntended && !now.isChange) return false
  if (saysTheSame(older, newer, before, now) && figuresIn(older) === figuresIn(newer)) return false
  return haveSameAttribute(pair)
}

const figuresIn = ({ text }: DatedFact): string => (text.match(/\d+/g) ?? []).join(' ')

function reasonOf(relation: 'updates' | 'ends', older: DatedFact): string {
  const [attribute] = attributesOf(older)
  const what = attribute === undefined ? '' : `: ${attribute}`
  return relation === 'ends'
    ? `the later words say that it has ended${what} (language model, checked)`
    : `the later words say what holds instead${what} (language model, checked)`
}
