import {
  answers,
  contentOf,
  type Fact,
  type Item,
  isAnswerable,
  isWrong,
  type LabelledSet,
  says,
} from './labelled-set.ts'

/** Names each label that breaks a rule, and the rule. Quotes nothing of the set, because some sets are sealed. */
export function checkLabels(set: LabelledSet): string[] {
  return [...checkNames(set), ...checkFacts(set), ...checkQuestions(set)]
}

function checkNames({ items, facts, questions }: LabelledSet): string[] {
  const ids = [...items, ...facts, ...questions].map(({ id }) => id)
  const twice = new Set(ids.filter((id, at) => ids.indexOf(id) !== at))
  const known = new Set(items.map(({ id }) => id))
  return [
    ...[...twice].map(id => `${id}: there are two of this id`),
    ...items
      .filter(({ date }) => Number.isNaN(Date.parse(date)))
      .map(({ id }) => `${id}: its date is not a date`),
    ...[...facts, ...questions].flatMap(({ id, from = [] }) =>
      from.filter(source => !known.has(source)).map(source => `${id}: there is no item ${source}`),
    ),
  ]
}

function checkFacts({ items, facts }: LabelledSet): string[] {
  const current = facts.filter(({ state }) => state === 'current')
  const others = facts.filter(({ state }) => state !== 'current')
  const wrongOnes = (fact: Fact) => others.filter(other => says(other, fact.says))
  return [
    ...facts
      .filter(fact => !says(fact, fact.says))
      .map(({ id }) => `${id}: its patterns miss its own sentence`),
    // A quotation counts as much as a sentence made from it, so the words that were said must match as well.
    ...facts
      .filter(fact => fact.state !== 'never' && !passagesOf(items, fact).some(text => says(fact, text)))
      .map(({ id }) => `${id}: its patterns miss every passage of its items`),
    ...current.flatMap(fact =>
      wrongOnes(fact).map(
        ({ id, state }) => `${fact.id}: its sentence also matches ${id}, which is ${state}`,
      ),
    ),
  ]
}

function checkQuestions({ items, facts, questions }: LabelledSet): string[] {
  const current = facts.filter(({ state }) => state === 'current').map(fact => fact.says)
  return questions.flatMap(question => {
    const { id } = question
    if (!isAnswerable(question))
      return question.right.length > 0 ? [`${id}: it has no answer, but expects one`] : []
    const right = [...passagesOf(items, question), ...current].filter(text => answers(question, text))
    if (right.length === 0) return [`${id}: nothing in the set answers it`]
    return right.every(text => isWrong(question, text)) ? [`${id}: every answer counts as wrong too`] : []
  })
}

const passagesOf = (items: readonly Item[], { from = [] }: { from?: string[] }): string[] =>
  items.filter(({ id }) => from.includes(id)).flatMap(cutPassages)

/** One to four consecutive sentences of one speaker, or a whole conversation. */
function cutPassages(item: Item): string[] {
  const turns = item.turns
    ? item.turns.map(({ content, name }) => (name ? `${name}: ${content}` : content))
    : [item.text]
  const passages = turns.flatMap(turn => {
    const sentences = turn.split(/(?<=[.!?…])\s+|\n+/)
    return sentences.flatMap((_, at) => [1, 2, 3, 4].map(count => sentences.slice(at, at + count).join(' ')))
  })
  return item.turns ? [...passages, contentOf(item)] : passages
}
