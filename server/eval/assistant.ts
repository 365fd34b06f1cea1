import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { printFigures, say, sayEvery, secondsSinceStart } from '../measure/report.ts'
import { startScriptedLlm } from '../test/scripted-llm.ts'
import { checkLabels } from './assistant/check-labels.ts'
import { missedFloors, readFloors } from './assistant/floors.ts'
import { LabelModel } from './assistant/label-model.ts'
import { findSets, type LabelledSet, readSet } from './assistant/labelled-set.ts'
import { describeMisses } from './assistant/misses.ts'
import { type Life, type Progress, readLife } from './assistant/read-life.ts'
import {
  describeAssistant,
  describeTable,
  describeWithLabels,
  describeWithModel,
  type SetRow,
} from './assistant/report.ts'
import { addCounts, type Count, countFalse, scoreLife, shareOf } from './assistant/score.ts'
import { addSpending, readSpending } from './assistant/spending.ts'
import { writeSection } from './evaluation-file.ts'
import { type Client, openInstallation } from './installation.ts'

/**
 *   npm run eval -- assistant                     labelled lives: known, stale and false facts, and answers
 *   npm run eval -- assistant --data FOLDER       only the sets of this folder or file; may be repeated
 *                                                 (default: ../shared/data/assistant, if it is there, and the tuned sets)
 *   npm run eval -- assistant --check             only checks the labels, by default of all sets of the repository
 *   --misses           prints every miss, and the text that was there instead
 *   --dump FOLDER      writes the memories with their sources and decisions, the profile and the answers as JSON
 *   --llm              with the language model of the settings (LLM, LLM_MODEL, …), its tokens and its cost; with
 *                      --write, into a section of its own
 *   --labels           with a scripted model that answers by the labels: what Reverie makes of right answers
 *   --database NAME    keeps the data, to look at it    --write    into docs/evaluation.md
 *   --floor known=0.6,stale=0.5    fails when a figure over all sets is worse: below its floor, or above it for stale,
 *                                  false, profileWrong, wrongFirst, empty, hybridWrongFirst and hybridEmpty; may be repeated
 *
 * Sends everything through the public API, waits until the memories have formed, and asks through the public API.
 * Needs a Postgres like the tests. Ends with one line of JSON.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', multiple: true },
    check: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
    dump: { type: 'string' },
    llm: { type: 'boolean', default: false },
    labels: { type: 'boolean', default: false },
    database: { type: 'string' },
    write: { type: 'boolean', default: false },
    floor: { type: 'string', multiple: true, default: [] },
  },
})

const shared = '../shared/data/assistant'
const ownSets = join(import.meta.dirname, 'assistant/sets')
const tuned = join(ownSets, 'tuned')
const sealed = join(ownSets, 'sealed')

type Measured = SetRow & { life: Life; falseByKind: Record<string, Count> }

if (values.check) check()
else await measure()

function check(): void {
  const sets = findSets(values.data ?? [tuned, sealed].filter(existsSync)).map(readSet)
  let faulty = 0
  for (const set of sets) {
    const faults = checkLabels(set)
    faulty += faults.length
    say(
      `${set.set}: ${set.items.length} items, ${set.facts.length} facts, ${set.questions.length} questions, ${faults.length} faults`,
    )
    for (const fault of faults) say(`  ${fault}`)
  }
  printFigures({ sets: sets.length, faults: faulty }, faulty === 0)
  process.exit(faulty === 0 ? 0 : 1)
}

async function measure(): Promise<never> {
  const floors = readFloors(values.floor.join(','))
  const llm = process.env.LLM ?? 'none'
  if (values.llm && llm === 'none') throw new Error('--llm needs a language model: set LLM and LLM_MODEL')
  const sets = findSets(values.data ?? [shared, tuned].filter(existsSync)).map(readSet)
  const labels = values.labels ? await startLabels(sets) : undefined
  const measured = await measureAll(sets, labels?.settings)
  const overall = addAll(measured)
  const table = describeTable([...measured, overall])
  process.stdout.write(`${table}\n`)
  if (values.write) write(table)
  const missed = missedFloors(floors, overall.figures)
  for (const each of missed) say(each)
  const failed = measured.reduce((sum, { life }) => sum + life.failed, 0)
  const late = measured.reduce((sum, { life }) => sum + life.late, 0)
  const ok = missed.length === 0 && failed + late === 0
  printFigures(
    {
      ...shares(overall.figures),
      falseByKind: shares(addCounts(measured.map(({ falseByKind }) => falseByKind))),
      sets: sets.length,
      memories: overall.memories,
      ...(overall.spending && { spending: overall.spending }),
      ...(labels && { labels: labels.tally }),
      failed,
      late,
      seconds: secondsSinceStart(),
    },
    ok,
  )
  process.exit(ok ? 0 : 1)
}

function write(table: string): void {
  if (values.labels) writeSection('assistant-labels', describeWithLabels(table))
  else if (values.llm) writeSection('assistant-llm', describeWithModel(table, process.env.LLM_MODEL ?? ''))
  else writeSection('assistant', describeAssistant(table))
}

async function startLabels(sets: readonly LabelledSet[]) {
  const { answer, tally } = new LabelModel(sets)
  const { config } = await startScriptedLlm({ answer })
  const prices = { LLM_INPUT_USD_PER_MILLION: '1', LLM_OUTPUT_USD_PER_MILLION: '5' }
  return { settings: { ...config, ...prices } as Record<string, string>, tally }
}

/** All sets at once, each in a container of its own. */
async function measureAll(
  sets: readonly LabelledSet[],
  labels: Record<string, string> | undefined,
): Promise<Measured[]> {
  // Dreaming waits until a set is complete, and no longer: the figures do not depend on the order of arrival.
  const settings = { DREAM_QUIET_MS: '1000', ...(!values.llm && { LLM: 'none' }), ...labels }
  const installation = await openInstallation(values.database, settings)
  const items = sets.reduce((sum, set) => sum + set.items.length, 0)
  const questions = sets.reduce((sum, set) => sum + set.questions.length, 0)
  const progress: Progress = { sent: 0, dreamed: 0, asked: 0 }
  const telling = sayEvery(
    5,
    () =>
      `${progress.sent} of ${items} items sent, ${progress.dreamed} dreamed, ${progress.asked} of ${questions} questions asked`,
  )
  try {
    return await Promise.all(sets.map(set => measureSet(installation.client, set, progress)))
  } finally {
    telling.stop()
    await installation.close()
  }
}

async function measureSet(client: Client, set: LabelledSet, progress: Progress): Promise<Measured> {
  const life = await readLife(client, set, progress)
  const { send, dream, ask } = life.seconds
  say(
    `${set.set}: ${life.memories.length} memories; sending ${send} s, dreaming ${dream} s, questions ${ask} s`,
  )
  if (values.misses) for (const miss of describeMisses(set, life)) process.stdout.write(`${miss}\n`)
  if (values.dump) await dump(client, values.dump, set, life)
  return {
    name: set.set,
    life,
    figures: scoreLife(set, life),
    falseByKind: countFalse(set, life),
    memories: life.memories.length,
    ...((values.llm || values.labels) && { spending: await readSpending(client, life.documentIds) }),
  }
}

/** Each memory as `GET /v4/memories/:id` shows it: with the passages it comes from, and the reasons of decisions. */
async function dump(client: Client, folder: string, { set }: LabelledSet, life: Life): Promise<void> {
  const memories: unknown[] = []
  for (const { id } of life.memories) memories.push(await client.get(`/v4/memories/${id}`))
  const { containerTag, profile, results } = life
  const answers = results.map(({ question: { id, q }, ...found }) => ({ id, q, ...found }))
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, `${set}.json`),
    `${JSON.stringify({ containerTag, memories, profile, answers }, null, 1)}\n`,
  )
}

function addAll(measured: readonly Measured[]): SetRow {
  const spendings = measured.flatMap(({ spending }) => spending ?? [])
  return {
    name: 'overall',
    figures: addCounts(measured.map(({ figures }) => figures)),
    memories: measured.reduce((sum, { memories }) => sum + memories, 0),
    ...(spendings.length > 0 && { spending: addSpending(spendings) }),
  }
}

function shares(counts: Record<string, Count>): Record<string, number | null> {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, shareOf(count)]))
}
