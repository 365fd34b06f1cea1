import { parseArgs } from 'node:util'
import type pg from 'pg'
import { connect } from '../measure/connect.ts'
import { printFigures, say, secondsSinceStart } from '../measure/report.ts'
import { loadConfig } from '../src/platform/config.ts'
import { openEmbedder } from '../src/platform/providers/registry.ts'
import { createBenchDatabase } from './bare/database.ts'
import { readTexts } from './bare/real-texts.ts'
import { type BenchApp, startApp } from './bare/start-app.ts'
import { fill, planFillings, repeatEmbeddings } from './bytes/fill-containers.ts'
import { growthOf, type RelationSizes, readSizes, sumOf } from './bytes/relation-sizes.ts'

/**
 *   npm run bench -- bytes            bytes on disk for each chunk, by the size of its container, table and index
 *   --quick                           a fifth of the chunks, for CI
 *   --size 60 --size 1000             only containers of these sizes
 *   --data FOLDER                     default ../shared/data
 *
 * Adds abstracts of SciFact (without the data: files of this repository) through the pipeline, in chunks of up to 900
 * characters, and measures how far each table and index grows. The goal is on the tables that hold a row for each chunk
 * or term. Rows of documents and containers come on top and are reported as `other`. The last line is one JSON object.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    size: { type: 'string', multiple: true },
    data: { type: 'string', default: '../shared/data' },
  },
})

/** 6 KB for each chunk with its tokens, in containers of any size. */
const goalBytes = 6 * 1024

/** Tables with rows for each chunk, and those with the counts of a container's terms. */
const chunkTables = new Set([
  'chunks',
  'chunk_vectors',
  'chunk_terms',
  'chunk_tokens',
  'term_counts',
  'term_tallies',
])
const isOfChunks = (table: string) => chunkTables.has(table)

const share = values.quick ? 0.2 : 1
const sizes = values.size?.map(Number) ?? [1, 10, 60, 1_000, 10_000].filter(size => size <= 10_000 * share)
/** Enough containers for some 600 chunks, so that half-empty pages hardly count. */
const containersOf = (size: number) => Math.max(1, Math.round((600 * share) / size))

type Measured = { size: number; chunks: number; bytes: RelationSizes; ofChunks: number; other: number }

const database = await createBenchDatabase()
const real = await openEmbedder(loadConfig({}))
const client = await connect(database.url)
const measured: Measured[] = []
try {
  const texts = readTexts(values.data).documents
  const embedded = values.quick ? 100 : 400
  say(`bytes: embedding ${embedded} texts`)
  const app = await startApp(database.url, await repeatEmbeddings(real, texts.slice(0, embedded)))
  try {
    // Unmeasured: the first rows of every table and index take a whole page.
    await fill(app, client, planFillings(texts, 1, 20))
    for (const size of sizes) measured.push(await measure(app, client, texts, size))
  } finally {
    await app.stop()
  }
} finally {
  await client.end()
  await real.close()
  await database.drop()
}
console.log(`\n${toTable(measured)}\n`)
const missed = measured.filter(({ ofChunks }) => ofChunks > goalBytes).map(({ size }) => size)
printFigures(
  { bench: ['bytes'], seconds: secondsSinceStart(), goalBytes, missed, ...toJson(measured) },
  missed.length === 0,
)
process.exit(missed.length > 0 ? 1 : 0)

async function measure(app: BenchApp, client: pg.Client, texts: string[], size: number): Promise<Measured> {
  say(`bytes: containers of ${size} chunks`)
  await client.query('vacuum')
  const [before, had] = [await readSizes(client), await countChunks(client)]
  await fill(app, client, planFillings(texts, size, containersOf(size)))
  await client.query('vacuum')
  const chunks = (await countChunks(client)) - had
  const bytes = growthOf(before, await readSizes(client), chunks)
  const ofChunks = sumOf(bytes, isOfChunks)
  say(`bytes: ${ofChunks} for each of ${chunks} chunks`)
  return { size, chunks, bytes, ofChunks, other: sumOf(bytes, () => true) - ofChunks }
}

async function countChunks(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>('select count(*) from cell.chunks')
  return Number(rows[0]!.count)
}

function toTable(measured: readonly Measured[]): string {
  const parts = new Set(
    measured.flatMap(({ bytes }) =>
      [...bytes].flatMap(([table, of]) => [...of.keys()].map(part => `${table} ${part}`)),
    ),
  )
  const cellsOf = (name: string) => {
    const [table, part] = name.split(' ') as [string, string]
    return measured.map(({ bytes }) => bytes.get(table)?.get(part) ?? 0)
  }
  const named = (isWanted: (table: string) => boolean) =>
    [...parts]
      .filter(name => isWanted(name.split(' ')[0]!))
      .sort()
      .map(name => [name, ...cellsOf(name)])
  const lines = [
    ['bytes per chunk, container of', ...measured.map(({ size }) => size)],
    ...named(isOfChunks),
    ['SUM of chunk tables', ...measured.map(({ ofChunks }) => ofChunks)],
    ...named(table => !isOfChunks(table)),
    ['SUM of other tables', ...measured.map(({ other }) => other)],
  ]
  return lines
    .map(([name, ...cells]) => String(name).padEnd(52) + cells.map(cell => String(cell).padStart(8)).join(''))
    .join('\n')
}

function toJson(measured: readonly Measured[]): Record<string, unknown> {
  const tablesOf = (bytes: RelationSizes) =>
    Object.fromEntries(
      [...bytes]
        .filter(([table]) => isOfChunks(table))
        .map(([table, parts]) => [table, Object.fromEntries(parts)]),
    )
  return Object.fromEntries(
    measured.map(({ size, chunks, ofChunks, other, bytes }) => [
      `container_${size}`,
      { chunks, bytesPerChunk: ofChunks, other, met: ofChunks <= goalBytes, tables: tablesOf(bytes) },
    ]),
  )
}
