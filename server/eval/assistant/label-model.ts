import { splitSentences } from '../../src/language/english/split-sentences.ts'
import { asData } from '../../src/platform/lib/as-data.ts'
import { knownIn, type LlmCall, passagesIn, type ShownMemory } from '../../test/scripted-llm.ts'
import { answers, contentOf, type Fact, type Item, isWrong, type LabelledSet, says } from './labelled-set.ts'

/** The number of replaced facts of which the model read the replacement, and of those that were shown to it. */
export type LabelTally = { replaced: number; shown: number; declared: number }

type LabelledItem = { set: LabelledSet; item: Item; text: string; replaces: ReadonlyMap<Fact, Fact[]> }

/**
 * A model that answers by the labels: it lists the facts of each message in their own words, and declares which of the
 * known memories they repeat or replace. It measures what our side does with right answers, not how well a model reads.
 */
export class LabelModel {
  readonly tally: LabelTally = { replaced: 0, shown: 0, declared: 0 }
  readonly #items: LabelledItem[]

  constructor(sets: readonly LabelledSet[]) {
    this.#items = sets.flatMap(set => {
      const replaces = findReplaced(set)
      return set.items.map(item => ({ set, item, text: asData(contentOf(item)).trim(), replaces }))
    })
  }

  answer = ({ prompt }: LlmCall): { facts: unknown[] } => {
    const known = knownIn(prompt)
    const facts = passagesIn(prompt).flatMap(({ number, text }) =>
      this.#items
        .filter(({ text: whole }) => whole === text.trim())
        .slice(0, 1)
        .flatMap(labelled => this.#factsOf(labelled, number, known)),
    )
    return { facts }
  }

  #factsOf({ set, item, text, replaces }: LabelledItem, passage: number, known: readonly ShownMemory[]) {
    const owner = ownerOf(set)
    const stated = set.facts.filter(({ state, from }) => state !== 'never' && from?.includes(item.id))
    return stated.map(fact => ({
      ...{
        passage,
        quote: quoteOf(fact, text),
        statement: statementOf(fact, owner),
        kind: 'fact',
        subject: subjectOf(statementOf(fact, owner)),
      },
      ...{
        attribute: fact.kind ?? null,
        value: null,
        isStatic: fact.profile === true,
        dates: [],
        confidence: 0.9,
      },
      ...this.#relationOf(fact, replaces.get(fact) ?? [], known),
    }))
  }

  #relationOf(fact: Fact, replaced: readonly Fact[], known: readonly ShownMemory[]) {
    const shown = replaced.filter(old => known.some(({ text }) => says(old, text)))
    this.tally.replaced += replaced.length
    this.tally.shown += shown.length
    const repeated = known.filter(({ text }) => says(fact, text))
    if (repeated.length > 0) return { relation: 'repeats', of: repeated.map(({ handle }) => handle) }
    const old = known.filter(({ text }) => shown.some(each => says(each, text)))
    this.tally.declared += old.length
    if (old.length === 0) return { relation: 'new', of: [] }
    // It writes subject and attribute as the prompt shows them.
    const [{ subject, attribute }] = old as [ShownMemory]
    return { relation: 'updates', of: old.map(({ handle }) => handle), subject, attribute }
  }
}

/** The sentence of one turn that matches most patterns of a fact. */
function quoteOf({ all, says: sentence }: Fact, text: string): string {
  const words = wordsOf(sentence)
  const score = (said: string) =>
    10 * all.filter(pattern => pattern.test(said.toLowerCase())).length +
    [...wordsOf(said)].filter(word => words.has(word)).length
  const turns = text.split('\n').filter(line => !line.startsWith('assistant'))
  const sentences = turns.flatMap(turn => {
    const said = turn.replace(/^user(?: \([^)]*\))?: /, '')
    return splitSentences(said, 0, said.length).map(([from, to]) => said.slice(from, to))
  })
  return sentences.toSorted((a, b) => score(b) - score(a))[0]?.slice(0, 200) ?? text.slice(0, 200)
}

/** The labels call the user by name once the name is known, and the prompt asks for `The user`. */
function ownerOf({ facts }: LabelledSet): string | undefined {
  const named = facts.map(({ says: sentence }) => /^The user's name is (\p{Lu}\p{L}+)/u.exec(sentence)?.[1])
  return named.find(name => name !== undefined)
}

function statementOf({ says: sentence }: Fact, owner: string | undefined): string {
  if (owner === undefined || sentence.includes("user's name")) return sentence
  const retold = sentence.replaceAll(new RegExp(`\\b${owner}\\b`, 'gu'), 'the user')
  return retold.charAt(0).toUpperCase() + retold.slice(1)
}

/** `user`, or the name or noun at the beginning. */
function subjectOf(sentence: string): string {
  if (/^the user\b/i.test(sentence)) return 'user'
  return /^(?:The |An? )?((?:\p{Lu}[\p{L}\d'’-]*(?: |$))+|[\p{L}\d-]+)/u.exec(sentence)?.[1]?.trim() ?? 'user'
}

const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? []).filter(
      word => !/^(?:the|user|and|with|for)$/.test(word),
    ),
  )

/** The superseded facts that each fact replaces. */
export function findReplaced(set: LabelledSet): Map<Fact, Fact[]> {
  const replaces = new Map<Fact, Fact[]>()
  for (const old of set.facts.filter(({ state }) => state === 'superseded')) {
    const next = answerInstead(set, old) ?? nextOfKind(set, old)
    if (next) replaces.set(next, [...(replaces.get(next) ?? []), old])
  }
  return replaces
}

const dateOf = ({ items }: LabelledSet, { from }: Fact): string =>
  items.find(({ id }) => id === from?.[0])?.date ?? ''

/** The answer to a question of which the superseded fact is a wrong answer. */
function answerInstead(set: LabelledSet, old: Fact): Fact | undefined {
  const asked = set.questions.filter(question => isWrong(question, old.says))
  return set.facts.find(
    fact =>
      fact.state === 'current' &&
      dateOf(set, fact) > dateOf(set, old) &&
      asked.some(question => answers(question, fact.says)),
  )
}

const leastShared = 2

/** The labels say nothing more, so it is the next fact of the same kind that shares most words. */
function nextOfKind(set: LabelledSet, old: Fact): Fact | undefined {
  const words = wordsOf(old.says)
  return set.facts
    .filter(fact => fact.state !== 'never' && fact.kind === old.kind && dateOf(set, fact) > dateOf(set, old))
    .map(fact => ({ fact, shared: [...wordsOf(fact.says)].filter(word => words.has(word)).length }))
    .filter(({ shared }) => shared >= leastShared)
    .toSorted((a, b) => b.shared - a.shared || dateOf(set, a.fact).localeCompare(dateOf(set, b.fact)))[0]
    ?.fact
}
