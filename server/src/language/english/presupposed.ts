import { ofPrepositions, possessives } from './lexicon.ts'
import { quantitiesIn } from './quantities.ts'
import {
  added,
  apposed,
  clauseOfMine,
  figureOfMine,
  hasOrMentions,
  moved,
  position,
  singled,
} from './rules/presuppositions.ts'
import { unreal } from './rules/stances.ts'
import { isVerb, isVerbForNoun } from './verbs.ts'
import { readWords, type TaggedWord } from './words.ts'

/**
 * Statements that a question presupposes about the speaker: somebody who asks how to fill a 45-minute commute has
 * one. Keeps only those with a value, or with a new named thing of the speaker; the rest of a question says little.
 */
export function presupposedIn(question: string): string[] {
  const words = readWords(question)
  const said = [
    ...saidInRelative(question),
    ...clausesIn(question),
    ...told(question),
    ...namedIn(question),
    ...movedIn(question),
    ...ownedIn(question, words),
    ...positionIn(question),
  ]
  return said
    .filter((text, i) => !said.slice(0, i).some(other => isContainedIn(text, other)))
    .slice(0, maxPerQuestion)
}

const maxPerQuestion = 3

/** Whether a text contains the statement, or names the thing that it says the speaker has: `I have a cat`, `my cat`. */
export const isContainedIn = (part: string, text: string): boolean =>
  text.includes(part.replace(hasOrMentions.expression, ''))

function saidInRelative(question: string): string[] {
  const [, value, verb, rest = ''] = figureOfMine.expression.exec(question) ?? []
  return value === undefined || verb === undefined ? [] : [`${verb} ${value}${rest}`]
}

function clausesIn(question: string): string[] {
  return Array.from(question.matchAll(clauseOfMine.expression), match => match[1]!).filter(
    text =>
      !unreal.expression.test(text) && hasVerb(readWords(text)) && quantitiesIn(readWords(text)).length > 0,
  )
}

const hasVerb = (words: readonly TaggedWord[]): boolean =>
  words.some(({ pos, lower }, i) => (i > 0 && isVerb(lower, pos)) || isVerbForNoun(words, i))

function told(question: string): string[] {
  const [, whom, what] = added.expression.exec(question) ?? []
  return whom === undefined || what === undefined ? [] : [`${whom}${what.replace(/^'s/, ' is')}`]
}

function namedIn(question: string): string[] {
  const [, name, what] = apposed.expression.exec(question) ?? []
  return name === undefined || what === undefined ? [] : [`${what} is ${name}`]
}

const movedIn = (question: string): string[] => (moved.expression.exec(question) ?? []).slice(1)

const positionIn = (question: string): string[] =>
  (position.expression.exec(question) ?? []).map(named => `I mention ${named}`)

/** `my 45-minute commute`, `our interview on March 10`, `my new job at Acme`, `the 31 students in my class`. */
function ownedIn(question: string, words: readonly TaggedWord[]): string[] {
  const found: string[] = []
  for (let i = 0; i < words.length; i++) {
    if (!['my', 'our', 'the', 'all'].includes(words[i]!.lower)) continue
    const end = withClause(words, phraseEnd(words, i + 1))
    const inside = words.slice(i + 1, end)
    if (inside.length < 2 || !isWorthTelling(words[i]!.lower, inside)) continue
    found.push(asHad(words[i]!.lower, inside, question))
    i = end - 1
  }
  return found
}

/** `the $3,200 retainer my lawyer asked for` */
function withClause(words: readonly TaggedWord[], end: number): number {
  if (!['my', 'our', 'i', 'we'].includes(words[end]?.lower ?? '')) return end
  const stop = words.findIndex(({ lower }, i) => i > end && [',', '?', ';', '.', '!', '-'].includes(lower))
  return stop < 0 ? words.length : stop
}

function isWorthTelling(owner: string, inside: readonly TaggedWord[]): boolean {
  if (/^(?:2|two) cents$/.test(inside.map(({ lower }) => lower).join(' '))) return false
  const hasValue = quantitiesIn(inside).length > 0
  if (owner === 'all') return inside[0]!.pos === 'NUM'
  const isOwn = inside.some(({ lower }) => possessives.has(lower))
  if (owner === 'the') return hasValue && (isOwn || inside.some(({ lower }) => lower === "'s"))
  return (
    hasValue || (['new', 'current'].includes(inside[0]!.lower) && inside.some(({ pos }) => pos === 'PROPN'))
  )
}

function asHad(owner: string, inside: readonly TaggedWord[], question: string): string {
  const phrase = question.slice(inside[0]!.start, inside.at(-1)!.end)
  const head = inside[0]!
  const isOfOther = inside.some(({ lower }) => lower === "'s")
  if (['the', 'all'].includes(owner) || isOfOther || singled.expression.test(head.lower))
    return `I mention ${owner} ${phrase}`
  if (isPlural(inside)) return `I have ${phrase}`
  return `I have ${/^(?:[aeiou]|8|11|18)/.test(head.lower) ? 'an' : 'a'} ${phrase}`
}

/** `22 houseplants`, but not `45-minute commute` or `$300 budget`. */
function isPlural(inside: readonly TaggedWord[]): boolean {
  const after = inside.findIndex(({ pos }) => pos === 'ADP')
  const head = (after < 0 ? inside : inside.slice(0, after)).at(-1)!
  return /[^s]s$|^(?:people|children|men|women|feet|mice)$/.test(head.lower)
}

/** The end of a noun phrase, including its prepositional phrases. */
function phraseEnd(words: readonly TaggedWord[], from: number): number {
  let end = nounsEnd(words, from)
  if (end === from) return from
  for (;;) {
    if (!ofPrepositions.has(words[end]?.lower ?? '')) return end
    const start = ['DET', 'PRON'].includes(words[end + 1]?.pos ?? '') ? end + 2 : end + 1
    const next = nounsEnd(words, start)
    if (next === start || isClause(words, next)) return end
    end = next
  }
}

/** `for the kids who …`, `to work is` */
const isClause = (words: readonly TaggedWord[], at: number): boolean => words[at]?.lower === "n't"

function nounsEnd(words: readonly TaggedWord[], from: number): number {
  let end = from
  while (end < words.length && isInPhrase(words, end)) end++
  while (end > from && !isEndOfPhrase(words[end - 1]!)) end--
  return end
}

/** `personal best` is a noun phrase, whatever the tagger says. */
const isEndOfPhrase = ({ pos, lower }: TaggedWord): boolean =>
  ['NOUN', 'PROPN', 'NUM'].includes(pos) || /^(?:%|am|pm|best|\d\S*)$/.test(lower)

function isInPhrase(words: readonly TaggedWord[], i: number): boolean {
  const { pos, lower } = words[i]!
  if (isVerbForNoun(words, i)) return false
  if (['ADJ', 'NOUN', 'NUM', 'PROPN'].includes(pos) || /^(?:[$€£%-]|'s|am|pm|\d\S*)$/.test(lower)) return true
  return (
    pos === 'VERB' &&
    /(?:ed|ing)$/.test(lower) &&
    ['NOUN', 'PROPN', 'ADJ', 'NUM'].includes(words[i + 1]?.pos ?? '')
  )
}
