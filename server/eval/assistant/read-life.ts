import { randomBytes } from 'node:crypto'
import type { Client } from '../installation.ts'
import { type EntryJson, listMemories } from '../memory/remember.ts'
import { contentOf, type LabelledSet, type Question } from './labelled-set.ts'

export type SearchResult = { text: string; similarity: number }

export type QuestionResults = { question: Question; memories: SearchResult[]; hybrid: SearchResult[] }

/** Everything that the service shows of a set after it has read it. */
export type Life = {
  containerTag: string
  memories: EntryJson[]
  profile: { static: string[]; dynamic: string[] }
  results: QuestionResults[]
  documentIds: string[]
  failed: number
  /** Documents that dreaming had not finished in time. */
  late: number
  seconds: { send: number; dream: number; ask: number }
}

export type Progress = { sent: number; dreamed: number; asked: number }

const longestWaitMs = 10 * 60_000
const pollMs = 250
const resultsAsked = 5

/** Sends a set into a container of its own, in the order of its dates, waits for dreaming, and asks everything. */
export async function readLife(
  client: Client,
  set: LabelledSet,
  progress: Progress,
  waitMs = longestWaitMs,
): Promise<Life> {
  const containerTag = `assistant-${set.set}-${randomBytes(4).toString('hex')}`
  const clock = startClock()
  const documentIds = await sendItems(client, set, containerTag, progress)
  const send = clock()
  const unfinished = await untilDreamed(client, containerTag, progress, waitMs)
  const dream = clock()
  const memories = (await listMemories(client, containerTag)).filter(
    ({ isLatest, isForgotten }) => isLatest && !isForgotten,
  )
  const { profile } = await client.post<Pick<Life, 'profile'>>('/v4/profile', { containerTag })
  const results: QuestionResults[] = []
  for (const question of set.questions) {
    results.push({
      question,
      memories: await search(client, containerTag, question),
      hybrid: await search(client, containerTag, question, { searchMode: 'hybrid' }),
    })
    progress.asked++
  }
  return {
    containerTag,
    memories,
    profile,
    results,
    documentIds,
    ...unfinished,
    seconds: { send, dream, ask: clock() },
  }
}

/** Returns the seconds since the last call. */
function startClock(): () => number {
  let last = performance.now()
  return () => {
    const since = performance.now() - last
    last += since
    return Math.round(since / 100) / 10
  }
}

/** One request for the whole set. The service takes documents of a batch in their order, as if they came one by one. */
async function sendItems(
  client: Client,
  { items, container }: LabelledSet,
  containerTag: string,
  progress: Progress,
): Promise<string[]> {
  const inOrder = items.toSorted((one, other) => one.date.localeCompare(other.date))
  const { results, failed } = await client.post<{ results: { id: string }[]; failed: number }>(
    '/v3/documents/batch',
    {
      containerTag,
      documents: inOrder.map(item => ({
        content: contentOf(item),
        customId: `${containerTag}-${item.id}`,
        documentDate: item.date,
      })),
      ...(container?.entityContext && { entityContext: container.entityContext }),
    },
  )
  if (failed > 0) throw new Error(`${failed} items of ${containerTag} were refused`)
  progress.sent += items.length
  return results.map(({ id }) => id)
}

type DocumentPage = { memories: { status: string; dreamingStatus: string }[] }

/** One request for the whole container each time, so that waiting takes no time from the work waited for. */
async function untilDreamed(
  client: Client,
  containerTag: string,
  progress: Progress,
  waitMs: number,
): Promise<Pick<Life, 'failed' | 'late'>> {
  const until = performance.now() + waitMs
  let dreamed = 0
  for (;;) {
    const body = { containerTags: [containerTag], limit: 1000 }
    const { memories: documents } = await client.post<DocumentPage>('/v3/documents/list', body)
    const failed = documents.filter(
      ({ status, dreamingStatus }) => status === 'failed' || dreamingStatus === 'failed',
    ).length
    const done = documents.filter(
      ({ status, dreamingStatus }) => status === 'done' && dreamingStatus === 'done',
    )
    progress.dreamed += done.length - dreamed
    dreamed = done.length
    const late = documents.length - failed - dreamed
    if (late === 0 || performance.now() > until) return { failed, late }
    await new Promise(resolve => setTimeout(resolve, pollMs))
  }
}

type SearchJson = { results: { memory?: string; chunk?: string; similarity: number }[] }

async function search(
  client: Client,
  containerTag: string,
  { q }: Question,
  options: { searchMode?: 'hybrid' } = {},
): Promise<SearchResult[]> {
  const body = { q, containerTag, limit: resultsAsked, ...options }
  const { results } = await client.post<SearchJson>('/v4/search', body)
  return results.map(({ memory, chunk, similarity }) => ({ text: memory ?? chunk ?? '', similarity }))
}
