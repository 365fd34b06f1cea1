import { parseArgs } from 'node:util'
import { printFigures, say, secondsSinceStart } from '../measure/report.ts'
import { abstracts, encyclopedia, type LongDocuments, type SpanQuestion } from './chunking/long-documents.ts'
import { writeSection } from './evaluation-file.ts'
import { type Client, type Installation, openInstallation } from './installation.ts'
import { DataFolder } from './read-data.ts'

/**
 *   npm run eval -- chunking           compares chunk sizes on the tuning half
 *   npm run eval -- chunking --write   on the held-out half too, into docs/evaluation.md
 *   --size 900 --size 450                  only these sizes      --data FOLDER  default ../shared/data
 *
 * Adds long documents, each of six texts under headings, through the public API and asks about them. A reader has
 * limited room, so an answer counts as found when it is within the first 1,000, 2,000 or 4,000 characters of the
 * returned chunks. Large chunks thus pay for their size. Ends with one line of JSON.
 */
const { values } = parseArgs({
  options: {
    size: { type: 'string', multiple: true, default: [] },
    data: { type: 'string', default: '../shared/data' },
    write: { type: 'boolean', default: false },
  },
})

const budgets = [1000, 2000, 4000] as const

/** A long answer counts as found by this much of it. */
const enoughChars = 200

/** Chunk sizes in characters, as the setting `chunkSize` takes them. */
const sizes = ['300', '450', '600', '900', '1200', '1800']

/** A little longer than a worker caches the setting. */
const settingMs = 11_000

type Row = { size: string; set: string; half: string; n: number; found: number[]; chunks: number }

const data = new DataFolder(values.data)
const sets = [encyclopedia(data), abstracts(data)]
const wanted = values.size.length > 0 ? values.size : sizes
const installation = await openInstallation(undefined)
const rows: Row[] = []
try {
  for (const size of wanted) {
    await setChunkSize(installation.client, Number(size))
    for (const set of sets) rows.push(...(await measure(installation, size, set)))
  }
} finally {
  await installation.close()
}
if (values.write) writeSection('chunking', describe(rows))
const usual = rows.filter(({ size, half }) => size === '900' && half === 'tuned')
printFigures(
  {
    ...Object.fromEntries(usual.map(({ set, found }) => [set, found])),
    sizes: wanted.length,
    seconds: secondsSinceStart(),
  },
  true,
)

async function setChunkSize(client: Client, chunkSize: number): Promise<void> {
  await client.patch('/v3/settings', { chunkSize })
  await new Promise(resolve => setTimeout(resolve, settingMs))
}

async function measure({ client }: Installation, size: string, set: LongDocuments): Promise<Row[]> {
  const containerTag = `${set.name}_${size}`
  const keys = await ingest(client, containerTag, set)
  const measured: Row[] = []
  for (const half of values.write ? ['tuned', 'held-out'] : ['tuned']) {
    const questions = set.questions.filter(({ isTuned }) => isTuned === (half === 'tuned'))
    const found = budgets.map(() => 0)
    for (const question of questions) {
      const places = await ask(client, containerTag, question)
      for (const [i, budget] of budgets.entries())
        if (isWithin(places, keys, question, budget)) found[i]! += 1 / questions.length
    }
    const rounded = found.map(each => Math.round(each * 1000) / 1000)
    measured.push({ size, set: set.name, half, n: questions.length, found: rounded, chunks: keys.chunks })
    say(JSON.stringify(measured.at(-1)))
  }
  return measured
}

type Keys = { byId: Map<string, string>; chunks: number }

async function ingest(client: Client, containerTag: string, { documents }: LongDocuments): Promise<Keys> {
  const byId = new Map<string, string>()
  for (let at = 0; at < documents.length; at += 200) {
    const some = documents.slice(at, at + 200)
    const { results } = await client.post<{ results: { id: string }[] }>('/v3/documents/batch', {
      documents: some.map(({ key, content }) => ({ content, customId: key })),
      containerTag,
      taskType: 'rag',
    })
    for (const [i, { id }] of results.entries()) byId.set(id, some[i]!.key)
  }
  const pending = `/v3/documents/processing?view=pending&limit=1&containerTag=${containerTag}`
  while ((await client.get<{ totalCount: number }>(pending)).totalCount > 0)
    await new Promise(resolve => setTimeout(resolve, 250))
  let chunks = 0
  for (const id of byId.keys())
    chunks += (await client.get<{ total: number }>(`/v3/documents/${id}/chunks`)).total
  return { byId, chunks }
}

type Shown = { place: { start: number; end: number }; documents: { id: string }[] }

async function ask(client: Client, containerTag: string, { text }: SpanQuestion): Promise<Shown[]> {
  const body = {
    q: text,
    containerTag,
    searchMode: 'documents',
    threshold: 0,
    limit: 20,
    include: { documents: true },
  }
  return (await client.post<{ results: Shown[] }>('/v4/search', body)).results
}

function isWithin(
  results: readonly Shown[],
  { byId }: Keys,
  { document, answer }: SpanQuestion,
  budget: number,
): boolean {
  const wanted = Math.min(enoughChars, answer.end - answer.start)
  let room: number = budget
  for (const { place, documents } of results) {
    const end = Math.min(place.end, place.start + room)
    const overlap = Math.min(end, answer.end) - Math.max(place.start, answer.start)
    if (byId.get(documents[0]!.id) === document && overlap >= wanted) return true
    room -= place.end - place.start
    if (room <= 0) return false
  }
  return false
}

function describe(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ size, set, half, n, found, chunks }) =>
      `| ${size} | ${set} | ${half} | ${n} | ${chunks} | ${found.map(each => each.toFixed(3)).join(' | ')} |`,
  )
  return `## Chunk size

Generated by \`npm run eval -- chunking --write\`. Long documents of six texts each, under headings, go through the public API.
The figure is the share of questions whose answer is in the first 1,000, 2,000 or 4,000 characters of the returned chunks.
[Decision 20](decisions/0020-chunks.md) has the conclusions.

| characters per chunk | texts | half | n | chunks | 1,000 | 2,000 | 4,000 |
|---|---|---|--:|--:|--:|--:|--:|
${lines.join('\n')}
`
}
