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

/** Roles that, with `my` and a name, refer to one person. */
const roles =
  'brother|sister|twin brother|twin sister|son|daughter|wife|husband|spouse|partner|girlfriend|boyfriend|fiancée?|fiancee|mother|mom|mum|father|dad|grandmother|grandma|grandfather|grandpa|aunt|uncle|cousin|niece|nephew|mother-in-law|father-in-law|brother-in-law|sister-in-law|stepmother|stepfather|stepson|stepdaughter|roommate|best friend|friend|boss|manager|landlord|neighbou?r|colleague|co-?worker'
const role = `(?:(?:older|younger|little|big|eldest|youngest|oldest|close|romantic|good|dear) )?(${roles})(?: of \\d+ years)?`
const given = String.raw`(\p{Lu}\p{Ll}+)`
/** Not followed by words that make it another name or one of several. */
const alone = String.raw`\b(?! \p{Lu}| and |,? (?:\p{Lu}\p{Ll}+ )?and \p{Lu}|-|'s \p{Lu})`
/** A name next to the role (`Thomas`), or between commas: `girlfriend, Toby and they` are two people. */
const beside = `(?: ${given}${alone}|, ${given}(?=[,.]))`

const stated = [
  `^${personPattern}'s ${role} (?:is called|is named|called|named) ${given}(?=[.,!]| is | and |$)`,
  `^${personPattern}'s ${role} is ${given}(?<!(?:ian|ean|ese|ish|ic|man|French|Greek|Dutch|Swiss|Thai))(?=[.,!]|$)`,
].map(pattern => new RegExp(pattern, 'u'))
const statedAfter = new RegExp(`^${given} is ${personPattern}'s ${role}(?:[.,!]|$)`, 'u')
const mentioned = new RegExp(`^${personPattern}'s ${role}${beside}`, 'u')
/** Only if nobody else is named before, to whom the role could belong. */
const mentionedWithin = new RegExp(
  `^${personPattern}\\b((?:(?! \\p{Lu}).)*?) (?:their|the user's) ${role}${beside}`,
  'u',
)

type Introduction = { owner: string; role: string; name: string; isStated: boolean }

/**
 * Finds the relationship of two people: `The user's brother Tom`, `Tom is the user's brother`, `with their partner
 * Ana`.
 */
function introductionIn(fact: Fact): Introduction | undefined {
  const told = thirdPersonText(fact).replace(/^(\p{Lu}\p{Ll}+ is )the user/u, '$1The user')
  if (!isFromPerson(fact) || /\b(?:ex|late|former)\b|\?/i.test(told)) return undefined
  const found = readIntroduction(told)
  return found && !notNames.test(found.name) && found.name !== found.owner ? found : undefined
}

function readIntroduction(told: string): Introduction | undefined {
  const after = statedAfter.exec(told)
  if (after) return { name: after[1]!, owner: after[2]!, role: plain(after[3]!), isStated: true }
  for (const pattern of stated) {
    const found = pattern.exec(told)
    if (found) return { owner: found[1]!, role: plain(found[2]!), name: found[3]!, isStated: true }
  }
  const beside = mentioned.exec(told)
  if (beside)
    return { owner: beside[1]!, role: plain(beside[2]!), name: beside[3] ?? beside[4]!, isStated: false }
  const within = mentionedWithin.exec(told)
  return within
    ? { owner: within[1]!, role: plain(within[3]!), name: within[4] ?? within[5]!, isStated: false }
    : undefined
}

const notNames =
  /^(?:The|This|That|And|But|So|Now|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter)$/

/** Facts about a person that stay true for a while. */
const lasting = new RegExp(
  `^${given}(?: (?:currently |now |still |also )*(?:(?:lives|works|is based|studies|teaches) .+|(?:is|was) (?:born .+|an? [\\p{Ll}-]+(?: [\\p{L}-]+)?|\\d+(?: years old)?|vegan|vegetarian|allergic to .+|diabetic|left-handed|married.*|engaged.*|pregnant|retired)|(?:loves|likes|hates|prefers|speaks|plays|collects) .+|has (?:an?|two|three|four) .+|moved (?:in)?to .+)|'s (?:birthday|favou?rite [\\p{Ll}]+(?: \\p{Ll}+)?|job|major|hobby|dog|cat|wife|husband|girlfriend|boyfriend|name|age) is .+)[.!]?$`,
  'u',
)

function saysOf(fact: Fact): string | undefined {
  const told = thirdPersonText(fact)
  if (!isFromPerson(fact) || isDoubtful(told) || /\b(?:he|she|they|it|this|that|there)\b/i.test(told))
    return undefined
  return lasting.exec(told)?.[1]
}

/** `Tom is my brother` and `Tom lives in Oslo` imply that the user's brother Tom lives in Oslo. */
export const kinRule: InferenceRule = {
  name: 'kin',
  subjectsOf(fact) {
    const name = introductionIn(fact)?.name ?? saysOf(fact)
    return name === undefined ? [] : [name.toLowerCase()]
  },
  infer<F extends DatedFact>(facts: readonly F[]): Inference<F>[] {
    const introduced = facts.flatMap(fact => {
      const introduction = introductionIn(fact)
      return introduction ? { fact, ...introduction } : []
    })
    const [first] = introduced
    // Two people of one name, or one in two roles: it is unclear which one is meant.
    if (!first || new Set(introduced.map(each => `${each.owner}'s ${each.role}`)).size !== 1) return []
    const taken = new Set(introduced.map(({ fact }) => fact))
    const told = facts.filter(fact => !taken.has(fact) && saysOf(fact) === first.name)
    const named = introduced.some(({ isStated }) => isStated) ? [] : [inferName(first)]
    return [...named, ...told.map(fact => inferFact(first, fact))]
  },
}

type IntroducingFact<F> = Introduction & { fact: F }

function inferFact<F extends DatedFact>(
  { owner, role: kind, name, fact: first }: IntroducingFact<F>,
  fact: F,
): Inference<F> {
  return {
    text: `${owner}'s ${kind} ${thirdPersonText(fact)}`,
    isStatic: fact.isStatic,
    confidence: confidenceOf([first, fact], 0.85),
    from: [first, fact],
    reason: `${name} is said to be ${owner === 'The user' ? 'the user' : owner}'s ${kind}`,
  }
}

/** `Megan, a friend, recommended …` does not state that a friend is called Megan, so it is inferred. */
function inferName<F extends DatedFact>({ owner, role: kind, name, fact }: IntroducingFact<F>): Inference<F> {
  const text = `${owner}'s ${kind} is called ${name}.`
  return {
    text,
    isStatic: true,
    confidence: confidenceOf([fact], 0.9),
    from: [fact],
    reason: 'named in passing',
  }
}

const plainly: Readonly<Record<string, string>> = {
  ...{ mom: 'mother', mum: 'mother', dad: 'father', grandma: 'grandmother', grandpa: 'grandfather' },
  ...{ 'best friend': 'friend', 'co-worker': 'colleague', coworker: 'colleague' },
}

const plain = (kind: string): string => plainly[kind] ?? kind
