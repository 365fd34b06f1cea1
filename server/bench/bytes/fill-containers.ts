import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { startWorker } from '../../src/edges/worker/start-worker.ts'
import { addMany } from '../../src/features/documents/add-many.ts'
import type { CodeEmbedding, Embedder } from '../../src/platform/providers/embedding/embedder.ts'
import type { BenchApp } from '../bare/start-app.ts'

/** Documents of a container, with about as many chunks as wanted. */
export type Filling = { tag: string; texts: string[] }

/** The pipeline cuts between sentences, up to 900 characters. */
const charactersPerChunk = 850

/** Fills containers with texts in turn. The last text of a container is shortened to what is still wanted. */
export function planFillings(texts: readonly string[], size: number, containers: number): Filling[] {
  let next = 0
  return Array.from({ length: containers }, (_, i) => {
    const mine: string[] = []
    for (let chunks = 0; chunks < size; ) {
      const text = texts[next++ % texts.length]!.slice(0, (size - chunks) * charactersPerChunk)
      mine.push(text)
      chunks += Math.ceil(text.length / charactersPerChunk)
    }
    return { tag: `bytes_${size}_${i}`, texts: mine }
  })
}

/** Adds the documents and processes them with a worker, as those of a user. Memories are not formed of them. */
export async function fill(
  { app, organization }: BenchApp,
  client: pg.Client,
  fillings: readonly Filling[],
): Promise<void> {
  const principal = { organization, key: { id: 'bench', name: 'bench' }, containerTag: undefined }
  for (const { tag, texts } of fillings)
    for (let i = 0; i < texts.length; i += 600) {
      const bodies = texts
        .slice(i, i + 600)
        .map(content => ({ content, containerTag: tag, taskType: 'rag' as const }))
      await addMany(app, principal, bodies, { source: 'bench' })
    }
  const worker = startWorker(app)
  try {
    while (await hasUnfinished(client)) await sleep(200)
  } finally {
    await worker.stop()
  }
}

async function hasUnfinished(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ failed: boolean; unfinished: boolean }>(
    `select coalesce(bool_or(status = 'failed'), false) as failed, coalesce(bool_or(status <> 'done'), false) as unfinished from cell.documents`,
  )
  if (rows[0]!.failed) throw new Error('A document failed')
  return rows[0]!.unfinished
}

/**
 * Embeds some of the texts for real, and gives the embeddings to all others in turn: only their size matters, and the
 * model would take minutes.
 */
export async function repeatEmbeddings(real: Embedder, texts: readonly string[]): Promise<Embedder> {
  const known: CodeEmbedding[] = await real.embedCodes!(
    texts.map(text => text.slice(0, charactersPerChunk)),
    { purpose: 'document' },
  )
  let next = 0
  const repeat = () => known[next++ % known.length]!
  return {
    ...real,
    embed: async asked => asked.map(() => repeat().vector),
    embedCodes: async asked => asked.map(repeat),
  }
}
