import type pg from 'pg'
import { connect } from '../measure/connect.ts'
import { say } from '../measure/report.ts'
import { addMany } from '../src/features/documents/add-many.ts'
import { newId } from '../src/platform/lib/ids.ts'
import type { Bench } from './bare/bench.ts'
import { copyIn, copyText } from './bare/copy.ts'
import { type Figure, rateOf } from './bare/figure.ts'
import { compare, timed } from './bare/measure.ts'
import { createPlainTable, plainColumns, plainRow } from './bare/plain-table.ts'
import { kilobyteOf } from './bare/plain-texts.ts'
import { type BenchApp, startApp } from './bare/start-app.ts'

const batch = 600

/**
 * Documents of a kilobyte, 600 per transaction, against COPY of the same documents into a plain table: in one container,
 * and each in a new container of its own.
 */
export async function benchBulk(bench: Bench): Promise<Figure[]> {
  say(`bulk: ${batch} documents to a transaction`)
  const app = await startApp(bench.databaseUrl, await bench.localEmbedder())
  const client = await connect(bench.databaseUrl)
  try {
    await createPlainTable(client)
    const texts = Array.from({ length: batch }, (_, i) => kilobyteOf(i))
    const { ours, bare } = await compare(
      () => timed(() => addAll(app, texts, () => 'bulk')),
      () => timed(() => copyAll(client, texts)),
      { rounds: bench.isQuick ? 5 : 15, perRound: 2, warmup: 4 },
    )
    const rate = (ms: number) => (batch * 1000) / ms
    const apart = await compare(
      i => timed(() => addAll(app, texts, at => `apart_${i}_${at}`)),
      () => timed(() => copyAll(client, texts)),
      { rounds: 3, perRound: 1, warmup: 1 },
    )
    return [
      rateOf('bulk_add', rate(ours.p50), rate(bare.p50), { atLeast: 0.4 }),
      rateOf('bulk_add (a new tag each)', rate(apart.ours.p50), rate(apart.bare.p50)),
    ]
  } finally {
    await client.end()
    await app.stop()
  }
}

async function addAll(
  { app, organization }: BenchApp,
  texts: readonly string[],
  tagOf: (at: number) => string,
): Promise<void> {
  const principal = { organization, key: { id: 'bench', name: 'bench' }, containerTag: undefined }
  const bodies = texts.map((content, at) => ({ content, containerTag: tagOf(at) }))
  await addMany(app, principal, bodies, { source: 'bench' })
}

async function copyAll(client: pg.Client, texts: readonly string[]): Promise<void> {
  const container = newId(0)
  const rows = texts.map(content => copyText(plainRow(container, content)))
  await copyIn(client, `copy ${plainColumns} from stdin`, [Buffer.from(rows.join(''))])
}
