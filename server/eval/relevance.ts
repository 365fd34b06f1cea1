import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { printFigures, say } from '../measure/report.ts'
import { weights as prior } from '../src/features/memories/relevance/weights.ts'
import {
  answers,
  findSets,
  isAnswerable,
  isWrong,
  type LabelledSet,
  readSet,
} from './assistant/labelled-set.ts'
import { readLife } from './assistant/read-life.ts'
import { type Client, openInstallation } from './installation.ts'
import { fitWeights, type RankedQuestion, sharesAt, sumKept } from './relevance/fit-weights.ts'
import { readQuestionSets } from './relevance/read-questions.ts'

/**
 *   npm run eval -- relevance                     fits the weights of features/memories/relevance/weights.ts
 *   npm run eval -- relevance --data FOLDER       checks them on the sets of this folder or file; may be repeated
 *                                                 (default: ../shared/data/assistant, if it is there, and the tuned sets)
 *
 * Fits what the signals of a memory weigh on questions about the conversations of `server/judge/statements`, and checks the weights
 * on labelled lives, which they have not seen. Copy the weights at the end into the file. The questions of both tell at
 * which sum the default threshold has to stand.
 */
const { values } = parseArgs({ options: { data: { type: 'string', multiple: true } } })

const shared = '../shared/data/assistant'
const tuned = join(import.meta.dirname, 'assistant/sets/tuned')
const mostCandidates = 40

const fitted = readQuestionSets()
const checked = findSets(values.data ?? [shared, tuned].filter(existsSync)).map(readSet)
const questions = await askAll([...fitted, ...checked])
const isFitted = new Set(fitted.map(({ set }) => set))
const groups = {
  'fitted on': questions.filter(({ set }) => isFitted.has(set)),
  'checked on': questions.filter(({ set }) => !isFitted.has(set)),
}
for (const { set } of fitted) {
  const own = groups['fitted on'].filter(question => question.set === set)
  const weights = fitWeights(
    groups['fitted on'].filter(question => question.set !== set),
    prior,
  )
  say(`${set}, fitted on the others: at 0 ${shown(sharesAt(own, weights, Number.NEGATIVE_INFINITY))}`)
}
const weights = fitWeights(groups['fitted on'], prior)
for (const [name, asked] of Object.entries(groups))
  for (const [of, each] of Object.entries({ 'present weights': prior, 'fitted weights': weights }))
    for (const lost of [0, 0.05, 0.1, 0.15, 0.2, 0.3]) {
      const sum = sumKept(asked, each, lost)
      say(
        `${name}, ${of}, ${100 * lost} % of the answers lost, from ${round(sum)}: ${shown(sharesAt(asked, each, sum))}`,
      )
    }
printFigures({ weights: rounded(weights), sumAtDefault: round(sumKept(questions, weights)) }, true)
process.exit(0)

async function askAll(all: readonly LabelledSet[]): Promise<RankedQuestion[]> {
  const installation = await openInstallation(undefined, { DREAM_QUIET_MS: '1000', LLM: 'none' })
  try {
    const asked = await Promise.all(all.map(set => askSet(installation.client, set)))
    return asked.flat()
  } finally {
    await installation.close()
  }
}

type FoundJson = { results: { memory: string; explain: { signals: Record<string, number> } }[] }

async function askSet(client: Client, set: LabelledSet): Promise<RankedQuestion[]> {
  const { containerTag } = await readLife(client, set, { sent: 0, dreamed: 0, asked: 0 })
  const asked: RankedQuestion[] = []
  for (const question of set.questions) {
    const body = { q: question.q, containerTag, threshold: 0, limit: mostCandidates, explain: true }
    const { results } = await client.post<FoundJson>('/v4/search', body)
    asked.push({
      set: set.set,
      isAnswerable: isAnswerable(question),
      candidates: results.map(({ memory, explain }) => {
        const isRight = isAnswerable(question) && answers(question, memory)
        return { signals: explain.signals, isRight, isWrong: !isRight && isWrong(question, memory) }
      }),
    })
  }
  return asked
}

function shown(shares: Record<string, number>): string {
  return Object.entries(shares)
    .map(([name, share]) => `${name} ${(100 * share).toFixed(1)} %`)
    .join(', ')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function rounded(all: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, round(value)]))
}
