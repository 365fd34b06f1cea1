import { sayEvery } from '../../measure/report.ts'
import type { Client } from '../installation.ts'

/** One statement: one document, one conversation. */
export type Statement = { key: string; content: string; documentDate: string }

/** The statements for one container, in order of arrival. */
export type Telling = { container: string; statements: readonly Statement[] }

/**
 * Adds the statements of each container one after the other: the next is only added when the memories of the last
 * have formed, so that the order of arrival is the given order. Containers run in parallel.
 */
export async function remember(client: Client, tellings: readonly Telling[]): Promise<void> {
  let left = tellings.reduce((sum, { statements }) => sum + statements.length, 0)
  const progress = sayEvery(10, () => `${left} statements to remember`)
  try {
    const longest = Math.max(0, ...tellings.map(({ statements }) => statements.length))
    for (let turn = 0; turn < longest; turn++) {
      const told = tellings.filter(({ statements }) => statements[turn])
      for (const { container, statements } of told) await tell(client, container, statements[turn]!)
      for (const { container, statements } of told) {
        await untilDreamed(client, idOf(container, statements[turn]!))
        left--
      }
    }
  } finally {
    progress.stop()
  }
}

/** A customId is unique in a container, but a document is requested by it in the whole organization. */
const idOf = (container: string, { key }: Statement) => `${container}.${key}`.slice(0, 100)

async function tell(client: Client, containerTag: string, statement: Statement): Promise<void> {
  const { content, documentDate } = statement
  await client.post('/v3/documents', {
    content,
    documentDate,
    containerTag,
    customId: idOf(containerTag, statement),
  })
}

type DocumentJson = {
  id: string
  status: string
  dreamingStatus: string
  memories?: MemoryJson[]
}

async function untilDreamed(client: Client, id: string): Promise<void> {
  for (;;) {
    const { status, dreamingStatus } = await client.get<DocumentJson>(`/v3/documents/${id}`)
    if (status === 'failed') throw new Error(`${id} failed`)
    if (status === 'done' && dreamingStatus === 'done') return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

export type MemoryJson = {
  id: string
  memory: string
  isLatest: boolean
  isForgotten: boolean
  version: number
  parentMemoryId: string | null
  rootMemoryId: string | null
}

export type EntryJson = MemoryJson & {
  temporalContext: { documentDate: string | null; eventDate: string[] } | null
  history: MemoryJson[]
  documentIds: string[]
}

/** The memories of one statement: every version that cites it. */
export async function memoriesOf(
  client: Client,
  container: string,
  statement: Statement,
): Promise<MemoryJson[]> {
  const { memories } = await client.get<DocumentJson>(`/v3/documents/${idOf(container, statement)}`)
  return memories ?? []
}

/** The current memories of a container, each with the versions it replaced. */
export async function listMemories(client: Client, container: string): Promise<EntryJson[]> {
  const entries: EntryJson[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await client.post<{ memoryEntries: EntryJson[]; pagination: { totalPages: number } }>(
      '/v4/memories/list',
      { containerTags: [container], limit: 1000, page },
    )
    entries.push(...answer.memoryEntries)
    pages = answer.pagination.totalPages
  }
  return entries
}

export type FoundJson = {
  id: string
  memory: string
  similarity: number
  context?: { parents: { memory: string }[]; children: { memory: string }[]; related: { memory: string }[] }
}

export async function searchMemories(
  client: Client,
  container: string,
  q: string,
  limit = 10,
): Promise<FoundJson[]> {
  const { results } = await client.post<{ results: FoundJson[] }>('/v4/search', {
    q,
    containerTag: container,
    searchMode: 'memories',
    threshold: 0,
    limit,
    include: { relatedMemories: true },
  })
  return results
}
