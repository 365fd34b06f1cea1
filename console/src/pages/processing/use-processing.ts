import { answerOf, type DocumentEvent, type DocumentStatus } from '@reverie/sdk'
import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { queries, reverie } from '../../data/client.ts'
import { useOverview } from '../../data/use-overview.ts'
import { useWatched } from '../../data/use-watched.ts'
import type { AppView, ProcessingView } from '../../data/view.ts'

const pageSize = 100
const inFlight: readonly DocumentStatus[] = ['extracting', 'chunking', 'embedding', 'indexing']
const unfinished: DocumentStatus[] = ['queued', ...inFlight, 'failed']

type View = ProcessingView & AppView
type Page = Awaited<ReturnType<typeof readPage>>
export type ProcessingRow = Page['documents'][number]

/** The overview's stream asks for it again when documents come, finish or fail. */
const processingKey = ['processing', 'page']

/** The documents of a view, page by page. */
export function useProcessing({ tag, state, code }: View) {
  useOverview()
  const list = useInfiniteQuery({
    queryKey: [...processingKey, { tag, state, code }],
    queryFn: ({ pageParam, signal }) => readPage({ ...(tag && { tag }), state, code }, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ totalCount }, pages) =>
      pages.length * pageSize < totalCount ? pages.length + 1 : undefined,
    placeholderData: before => before,
  })
  const rows = list.data?.pages.flatMap(({ documents }) => documents)
  useWatched(rows, showEvent)
  return { ...list, rows, total: list.data?.pages[0]?.totalCount ?? 0 }
}

async function readPage(
  { tag, state, code }: { tag?: string; state: ProcessingView['state']; code: string | undefined },
  page: number,
  signal: AbortSignal,
) {
  const query = { ...queryOf(state, code), page, limit: pageSize, ...(tag && { containerTag: tag }) }
  return answerOf(await reverie.api.GET('/v3/documents/processing', { params: { query }, signal }))
}

function queryOf(state: ProcessingView['state'], code: string | undefined) {
  switch (state) {
    case 'failed':
      return { view: 'all' as const, statuses: 'failed', ...(code && { codes: code }) }
    case 'dreaming':
      return { view: 'dreaming' as const }
    case 'waiting':
      return { view: 'pending' as const, statuses: 'queued' }
    default:
      return { view: 'pending' as const, statuses: inFlight.join(',') }
  }
}

/** How many documents each chip would show. */
export function useCounts(tag: string | undefined) {
  const { data } = useQuery({
    queryKey: ['processing', 'counts', tag],
    async queryFn({ signal }) {
      const within = tag ? { containerTag: tag } : {}
      const query = { view: 'pending' as const, limit: 1, ...within }
      const [facets, { dreamingCount }] = await Promise.all([
        reverie.documents.facets({ statuses: unfinished, ...within }, { signal }),
        reverie.api.GET('/v3/documents/processing', { params: { query }, signal }).then(answerOf),
      ])
      return { statuses: facets.statuses, dreamingCount }
    },
    placeholderData: before => before,
  })
  const sumOf = (statuses: readonly string[]) =>
    data?.statuses
      .filter(({ category }) => statuses.includes(category))
      .reduce((sum, { count }) => sum + count, 0)
  return {
    running: sumOf(inFlight),
    waiting: sumOf(['queued']),
    dreaming: data?.dreamingCount,
    failed: sumOf(['failed']),
  }
}

function showEvent({ id, status, dreamingStatus, progress, errorCode, errorMessage }: DocumentEvent): void {
  queries.setQueriesData<InfiniteData<Page>>({ queryKey: processingKey }, data =>
    data
      ? {
          ...data,
          pages: data.pages.map(page => ({
            ...page,
            documents: page.documents.map(row =>
              row.id === id ? { ...row, status, dreamingStatus, progress, errorCode, errorMessage } : row,
            ),
          })),
        }
      : data,
  )
}

export const refreshProcessing = () => queries.invalidateQueries({ queryKey: ['processing'] })
