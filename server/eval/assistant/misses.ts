import { answers, isAnswerable, type LabelledSet, says } from './labelled-set.ts'
import type { Life, QuestionResults, SearchResult } from './read-life.ts'
import { isWrongFirst, top } from './score.ts'

/** Describes every miss of a set, with the text that was there instead. */
export function describeMisses(set: LabelledSet, life: Life): string[] {
  return [
    `===== ${set.set}`,
    ...missedFacts(set, life),
    ...life.results.flatMap(each => [
      ...missedAnswer('memories', each, each.memories),
      ...missedAnswer('hybrid', each, each.hybrid),
    ]),
  ]
}

function missedFacts({ facts }: LabelledSet, { memories, profile }: Life): string[] {
  const texts = memories.map(({ memory }) => memory)
  const lines = [...profile.static, ...profile.dynamic]
  return facts.flatMap(fact => {
    const { id, state, kind = 'other', from = [] } = fact
    const remembered = texts.find(text => says(fact, text))
    const shown = lines.find(text => says(fact, text))
    const label = `${id} [${kind}] ${fact.says}`
    if (state === 'current')
      return [
        ...(remembered ? [] : [`UNKNOWN ${label} (${from.join(' ')})`]),
        ...(fact.profile && !shown ? [`NOT IN PROFILE ${label}`] : []),
      ]
    return [
      ...(remembered ? [`${state === 'never' ? 'FALSE' : 'STALE'} ${label}\n    ← ${remembered}`] : []),
      ...(shown ? [`WRONG IN PROFILE ${label}\n    ← ${shown}`] : []),
    ]
  })
}

function missedAnswer(mode: string, each: QuestionResults, found: readonly SearchResult[]): string[] {
  const kind = missOf(each, found)
  if (!kind) return []
  const { id, q, expect = [] } = each.question
  const shown = found
    .slice(0, top)
    .map(
      ({ text, similarity }) =>
        `\n    ${similarity.toFixed(2)} ${text.replaceAll('\n', ' / ').slice(0, 200)}`,
    )
  return [`${kind} (${mode}) ${id} ${q}  [${expect.join(' + ')}]${shown.join('')}`]
}

function missOf(each: QuestionResults, found: readonly SearchResult[]): string | undefined {
  if (!isAnswerable(each.question)) return found.length > 0 ? 'NOT EMPTY' : undefined
  if (found.length === 0) return 'EMPTY'
  if (isWrongFirst(each, found)) return 'WRONG FIRST'
  const isAnswered = found.slice(0, top).some(({ text }) => answers(each.question, text))
  return isAnswered ? undefined : 'MISSED'
}
