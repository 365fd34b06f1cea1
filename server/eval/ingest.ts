import { sayEvery } from '../measure/report.ts'
import type { DataSet, EvalText, KeysOf } from './data-set.ts'
import type { Client } from './installation.ts'
import { stateAll } from './state-memories.ts'

type Page = {
  memories: { id: string; customId: string | null; status: string }[]
  pagination: { totalPages: number }
}
type Chunks = { chunks: { id: string; content: string }[] }

/** Adds missing texts, waits for all of them, and maps their ids to keys. */
export async function ingest(client: Client, set: DataSet): Promise<KeysOf> {
  if (set.unit === 'memory') return stateAll(client, set.texts)
  const containers = Map.groupBy(set.texts, ({ container }) => container)
  for (const [container, texts] of containers) {
    const known = new Set((await listDocuments(client, container)).map(({ customId }) => customId))
    const missing = texts.filter(({ key }) => !known.has(key))
    await addAll(client, container, missing)
  }
  await untilDone(client, [...containers.keys()])
  const keys = new Map<string, string[]>()
  for (const [container, texts] of containers) {
    const byKey = new Map(texts.map(text => [text.key, text]))
    for (const { id, customId, status } of await listDocuments(client, container)) {
      if (status !== 'done') throw new Error(`${container} ${customId} ended ${status}`)
      const text = byKey.get(customId ?? '')
      if (text === undefined) continue
      keys.set(id, [text.key])
      if (set.unit === 'turn') await nameChunks(client, id, text, keys)
    }
  }
  return keys
}

async function addAll(client: Client, containerTag: string, texts: readonly EvalText[]): Promise<void> {
  for (let at = 0; at < texts.length; at += 200) {
    const documents = texts.slice(at, at + 200).map(({ key, content, documentDate }) => ({
      content,
      customId: key,
      ...(documentDate && { documentDate }),
    }))
    const { failed } = await client.post<{ failed: number }>('/v3/documents/batch', {
      documents,
      containerTag,
      taskType: 'rag',
    })
    if (failed > 0) throw new Error(`${failed} documents of ${containerTag} were refused`)
  }
}

async function untilDone(client: Client, containers: readonly string[]): Promise<void> {
  let left = 0
  const progress = sayEvery(10, () => `${left} documents to process`)
  try {
    for (const container of containers) {
      do {
        const answer = await client.get<{ totalCount: number }>(
          `/v3/documents/processing?view=pending&limit=1&containerTag=${container}`,
        )
        left = answer.totalCount
        if (left > 0) await new Promise(resolve => setTimeout(resolve, 250))
      } while (left > 0)
    }
  } finally {
    progress.stop()
  }
}

async function listDocuments(client: Client, container: string): Promise<Page['memories']> {
  const documents: Page['memories'] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const body = { containerTags: [container], limit: 1000, page }
    const answer = await client.post<Page>('/v3/documents/list', body)
    documents.push(...answer.memories)
    pages = answer.pagination.totalPages
  }
  return documents
}

/** Chunks and turns both follow the content: a chunk gets the keys of the turns it overlaps. */
async function nameChunks(
  client: Client,
  id: string,
  { content, turns }: EvalText,
  keys: Map<string, string[]>,
): Promise<void> {
  const { chunks } = await client.get<Chunks>(`/v3/documents/${id}/chunks`)
  const placed = placeTurns(turns!)
  let from = 0
  for (const chunk of chunks) {
    const start = content.indexOf(chunk.content, from)
    from = start + chunk.content.length
    const reached = placed.filter(turn => turn.end > start && turn.start < from)
    keys.set(
      chunk.id,
      reached.map(({ key }) => key),
    )
  }
}

function placeTurns(turns: NonNullable<EvalText['turns']>): { key: string; start: number; end: number }[] {
  let at = 0
  return turns.map(({ key, line }) => {
    const start = at
    at += line.length + 1
    return { key, start, end: start + line.length }
  })
}
