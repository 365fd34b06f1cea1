import type { Attribute } from '../../src/platform/lib/judgement.ts'
import type { Random } from './random.ts'
import type { LabelledPair, LabelledStatement } from './read-data.ts'
import { beginsWithSpeaker, toThirdPerson } from './third-person.ts'

/** Matters so wide that two facts of the same kind need have nothing to do with each other. */
const wide = new Set<Attribute>(['plan', 'event', 'other', 'status', 'decision', 'opinion', 'feeling'])

/** Kinship of A and of B may be the same fact, told from two sides. */
const mutual = new Set<Attribute>(['partner', 'family', 'friend', 'relation', 'pet'])

/** Two kept statements of a domain that speak of different matters. */
export function unrelatedPairs(
  statements: readonly LabelledStatement[],
  count: number,
  random: Random,
): LabelledPair[] {
  const isUnrelated = (a: LabelledStatement, b: LabelledStatement) =>
    a.attribute !== b.attribute || subjectOf(a) !== subjectOf(b)
  const isOther = (a: LabelledStatement, b: LabelledStatement) =>
    a.attribute === b.attribute && !wide.has(a.attribute)
  return drawPairs(statements, count, random, (a, b) => isUnrelated(a, b) && !isOther(a, b), 'unrelated')
}

/** Two kept statements of a domain that say the same kind of thing of different people or things. */
export function otherPairs(
  statements: readonly LabelledStatement[],
  count: number,
  random: Random,
): LabelledPair[] {
  const named = statements.filter(({ about, attribute }) => about !== 'none' && !wide.has(attribute))
  const isOther = (a: LabelledStatement, b: LabelledStatement) => {
    if (a.attribute !== b.attribute) return false
    if (a.about === 'owner' && b.about === 'owner') return false
    const oneIsOwner = a.about === 'owner' || b.about === 'owner'
    if (oneIsOwner) return !mutual.has(a.attribute) && a.question.speaker === b.question.speaker
    return shareNoWord(a.subject, b.subject)
  }
  return drawPairs(named, count, random, isOther, 'other')
}

/** A sentence with several facts says each of them, and a sentence says the same in the third person. */
export function samePairs(
  statements: readonly LabelledStatement[],
  count: number,
  random: Random,
): LabelledPair[] {
  const pairs = statements.flatMap(statement => {
    const { domain, facts, question } = statement
    const told = inWords(statement)
    const again = beginsWithSpeaker(question.sentence) && speakerName(statement) === ''
    const others = again ? [...facts, toThirdPerson(question.sentence)] : facts
    return others.map(other => ({
      domain,
      relation: 'same' as const,
      question: random.chance(0.15) ? { earlier: other, later: other } : { earlier: told, later: other },
    }))
  })
  return random.shuffle(pairs).slice(0, count)
}

/** Copies of some pairs in which one side or both are in the third person. */
export function thirdPersonPairs(pairs: readonly LabelledPair[], random: Random): LabelledPair[] {
  return pairs.flatMap(pair => {
    const { earlier, later } = pair.question
    if (!(beginsWithSpeaker(earlier) || beginsWithSpeaker(later)) || random.chance(2 / 3)) return []
    const side = random.next()
    const question = {
      earlier: side < 0.75 ? toThirdPerson(earlier) : earlier,
      later: side > 0.25 ? toThirdPerson(later) : later,
    }
    return [{ ...pair, question }]
  })
}

function drawPairs(
  statements: readonly LabelledStatement[],
  count: number,
  random: Random,
  fits: (a: LabelledStatement, b: LabelledStatement) => boolean,
  relation: LabelledPair['relation'],
): LabelledPair[] {
  const byDomain = Map.groupBy(statements, statement => statement.domain)
  const drawn = new Map<string, LabelledPair>()
  while (drawn.size < count) {
    const first = random.pick(statements)
    const second = random.pick(byDomain.get(first.domain)!)
    if (first === second || !fits(first, second)) continue
    const question = { earlier: inSomeWords(first, random), later: inSomeWords(second, random) }
    drawn.set(JSON.stringify(question), { domain: first.domain, relation, question })
  }
  return [...drawn.values()]
}

/** The sentence, or in some cases its first fact or a copy in the third person. */
function inSomeWords(statement: LabelledStatement, random: Random): string {
  const { facts, question } = statement
  if (facts.length > 0 && random.chance(0.5)) return facts[0]!
  if (speakerName(statement) === '' && beginsWithSpeaker(question.sentence) && random.chance(0.33)) {
    return toThirdPerson(question.sentence)
  }
  return inWords(statement)
}

function inWords(statement: LabelledStatement): string {
  const name = speakerName(statement)
  return name === '' ? statement.question.sentence : `${name}: ${statement.question.sentence}`
}

const speakerName = ({ question: { speaker } }: LabelledStatement) =>
  ['user', 'assistant', 'system'].includes(speaker) ? '' : speaker

const subjectOf = ({ about, subject, question }: LabelledStatement) =>
  about === 'owner' ? `owner ${question.speaker}` : `${about} ${subject}`

/** "owner's partner Marek" and "Marek" are one person, so labels that share a word do not count as different. */
function shareNoWord(a: string, b: string): boolean {
  const common = new Set(['owner', 's', 'the', 'a', 'of', 'customer', 'patient'])
  const words = (name: string) =>
    name
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(word => word && !common.has(word))
  const known = new Set(words(a))
  return !words(b).some(word => known.has(word))
}
