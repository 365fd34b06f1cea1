import { splitSentences } from '../../src/language/english/split-sentences.ts'
import { asData } from '../../src/platform/lib/as-data.ts'
import { knownIn, type LlmCall, passagesIn, type ShownMemory } from '../../test/scripted-llm.ts'
import { contentOf, type Fact, type Item, type LabelledSet, says } from './labelled-set.ts'

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
    const stated = set.facts.filter(({ state, from }) => state !== 'never' && from?.includes(item.id))
    return stated.map(fact => ({
      ...{
        passage,
        quote: quoteOf(fact, text),
        statement: fact.says,
        kind: 'fact',
        subject: subjectOf(fact),
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
    return old.length > 0
      ? { relation: 'updates', of: old.map(({ handle }) => handle) }
      : { relation: 'new', of: [] }
  }
}

/** The sentence that matches most patterns of a fact. */
function quoteOf({ all, says: sentence }: Fact, text: string): string {
  const words = wordsOf(sentence)
  const score = (said: string) =>
    10 * all.filter(pattern => pattern.test(said.toLowerCase())).length +
    [...wordsOf(said)].filter(word => words.has(word)).length
  const sentences = splitSentences(text, 0, text.length).map(([from, to]) => text.slice(from, to))
  return sentences.toSorted((a, b) => score(b) - score(a))[0]?.slice(0, 200) ?? text.slice(0, 200)
}

/** `user`, or the name or noun at the beginning. */
function subjectOf({ says: sentence }: Fact): string {
  if (/\bthe user\b/i.test(sentence)) return 'user'
  return /^(?:The |An? )?((?:\p{Lu}[\p{L}\d'’-]*(?: |$))+|[\p{L}\d-]+)/u.exec(sentence)?.[1]?.trim() ?? 'user'
}

const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? []).filter(
      word => !/^(?:the|user|and|with|for)$/.test(word),
    ),
  )

/** The superseded facts that each fact replaces. The labels do not say, so it is the next one of its kind that shares most words. */
function findReplaced({ facts, items }: LabelledSet): Map<Fact, Fact[]> {
  const replaces = new Map<Fact, Fact[]>()
  const dateOf = ({ from }: Fact) => items.find(({ id }) => id === from?.[0])?.date ?? ''
  for (const old of facts.filter(({ state }) => state === 'superseded')) {
    const words = wordsOf(old.says)
    const next = facts
      .filter(
        fact =>
          fact !== old && fact.state !== 'never' && fact.kind === old.kind && dateOf(fact) > dateOf(old),
      )
      .map(fact => ({ fact, shared: [...wordsOf(fact.says)].filter(word => words.has(word)).length }))
      .filter(({ shared }) => shared > 0)
      .toSorted((a, b) => b.shared - a.shared || dateOf(a.fact).localeCompare(dateOf(b.fact)))[0]?.fact
    if (next) replaces.set(next, [...(replaces.get(next) ?? []), old])
  }
  return replaces
}
