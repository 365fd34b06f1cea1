import { sayEvery } from '../../measure/report.ts'
import type { Client } from '../installation.ts'

/** Something said: one document, one conversation. */
export type Statement = { key: string; content: string; documentDate: string }

/** What is said to one container, in the order it arrives. */
export type Telling = { container: string; statements: readonly Statement[] }

/**
 * Tells each container its statements one after the other: the next is only added when the memories of the last have
 * formed, so that the order of arrival is the order given. Containers are told side by side.
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

/** Ids of one's own are unique in a container; a document is asked for by it in the whole organization. */
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

/** What was made of one statement: every version that cites it. */
export async function memoriesOf(
  client: Client,
  container: string,
  statement: Statement,
): Promise<MemoryJson[]> {
  const { memories } = await client.get<DocumentJson>(`/v3/documents/${idOf(container, statement)}`)
  return memories ?? []
}

/** What a container knows now, each with what it replaced. */
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
