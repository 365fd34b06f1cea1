import { answerOf, type DocumentListItem } from '@reverie/sdk'
import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queries, reverie } from '../../data/client.ts'
import { filterOf } from '../../data/filter.ts'
import { useOverview } from '../../data/use-overview.ts'
import { usePickedPages } from '../../data/use-picked-pages.ts'
import type { AppView, DocumentsView } from '../../data/view.ts'

export type DocumentRow = Pick<
  DocumentListItem,
  | 'id'
  | 'title'
  | 'type'
  | 'status'
  | 'dreamingStatus'
  | 'memoryCount'
  | 'containerTags'
  | 'updatedAt'
  | 'errorCode'
  | 'errorMessage'
> & { score?: number }

type Page = { rows: DocumentRow[]; total: number; next: number | undefined }
type View = DocumentsView & AppView

const pageSize = 100
/** For rows that are picked from pages. */
const wholePageSize = 1_000
export const documentsKey = ['documents']

/** The documents of a view, page by page, kept current by the counts that the server streams. */
export function useDocuments(view: View) {
  const { open: _, upload: __, ...query } = view
  const list = useInfiniteQuery({
    queryKey: [...documentsKey, query],
    queryFn: ({ pageParam, signal }) => readPage(query, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: page => page.next,
    placeholderData: before => before,
  })
  const rows = list.data?.pages.flatMap(({ rows }) => rows)
  const isPicked = !view.q && view.state === 'failed'
  const hasMore = usePickedPages(list, isPicked ? rows?.length : undefined)
  useLive(list.data?.pages.length ?? 0)
  useWatched(rows)
  return {
    ...list,
    rows,
    hasMore,
    total: (isPicked ? rows?.length : list.data?.pages[0]?.total) ?? 0,
  }
}

function readPage(view: View, page: number, signal: AbortSignal): Promise<Page> {
  if (view.q) return searched(view, view.q, signal)
  return view.state ? inProcessing(view, page, signal) : listed(view, page, signal)
}

async function listed({ tag, path, where, order }: View, page: number, signal: AbortSignal): Promise<Page> {
  const body = {
    ...{ limit: pageSize, page, order: order ?? ('desc' as const), sort: 'createdAt' as const },
    ...(tag && { containerTag: tag }),
    ...(path && { filepath: path }),
    ...filterOf(where),
  }
  const { memories, pagination } = answerOf(await reverie.api.POST('/v3/documents/list', { body, signal }))
  const next = page < pagination.totalPages ? page + 1 : undefined
  return { rows: memories, total: pagination.totalItems, next }
}

const views = { working: 'pending', dreaming: 'dreaming', failed: 'all' } as const

/** `view: all` has unfinished documents too, which the failed ones are picked from. */
async function inProcessing({ tag, state }: View, page: number, signal: AbortSignal): Promise<Page> {
  const limit = state === 'failed' ? wholePageSize : pageSize
  const query = { view: views[state!], page, limit, ...(tag && { containerTag: tag }) }
  const answer = answerOf(await reverie.api.GET('/v3/documents/processing', { params: { query }, signal }))
  const isLast = page * limit >= (answer.pagination?.totalItems ?? answer.totalCount)
  const rows = answer.documents.filter(({ status }) => state !== 'failed' || status === 'failed')
  return { rows, total: answer.totalCount, next: isLast ? undefined : page + 1 }
}

/** Finds documents by what they say. A search has one page: the best 100. */
async function searched({ tag, path, where }: View, q: string, signal: AbortSignal): Promise<Page> {
  const { results } = await reverie.search(
    {
      ...{ q, limit: pageSize },
      ...(tag && { containerTag: tag }),
      ...(path && { filepath: path }),
      ...filterOf(where),
    },
    { signal },
  )
  const rows = results.map(({ documentId, title, type, score, updatedAt }) => ({
    ...{ id: documentId, title, type: type as DocumentRow['type'], score, updatedAt },
    ...{ status: 'done' as const, dreamingStatus: 'done' as const, memoryCount: 0, containerTags: [] },
    ...{ errorCode: null, errorMessage: null },
  }))
  return { rows, total: rows.length, next: undefined }
}

/** While many pages are loaded, reading all of them again would cost more than it shows. */
const mostLivePages = 5
const livePauseMs = 2_000

/** Reads the lists again when documents come, go, finish or fail, but not more often than every two seconds. */
function useLive(pages: number): void {
  const { data } = useOverview()
  const counts = data && `${data.documents} ${data.pending} ${data.failed} ${data.memories}`
  const before = useRef(counts)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const hasChanged = before.current !== undefined && before.current !== counts
    before.current = counts
    if (!hasChanged || pages > mostLivePages || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      void refreshDocuments()
    }, livePauseMs)
  }, [counts, pages])
}

/** With the overview and the uploads, four of the six connections that a browser has to a server without HTTP/2. */
const mostWatched = 2

/** Follows the first unfinished documents of a list by their own events, stage by stage. */
function useWatched(rows: readonly DocumentRow[] | undefined): void {
  const ids = rows
    ?.filter(isUnfinished)
    .slice(0, mostWatched)
    .map(({ id }) => id)
    .join(' ')
  useEffect(() => {
    if (!ids) return
    const stop = new AbortController()
    for (const id of ids.split(' ')) void watch(id, stop.signal).catch(() => undefined)
    return () => stop.abort()
  }, [ids])
}

const isUnfinished = ({ status, dreamingStatus }: DocumentRow) =>
  status !== 'failed' && (status !== 'done' || dreamingStatus === 'dreaming')

async function watch(id: string, signal: AbortSignal): Promise<void> {
  for await (const {
    status,
    dreamingStatus,
    memoryCount,
    errorCode,
    errorMessage,
  } of reverie.documents.watch(id, { signal }))
    changeRows(rows =>
      rows.map(row =>
        row.id === id ? { ...row, status, dreamingStatus, memoryCount, errorCode, errorMessage } : row,
      ),
    )
}

/** How many documents are in work, and how many remember: for the chips. */
export function useCounts({ tag }: View) {
  const overview = useOverview()
  const { data } = useQuery({
    queryKey: [...documentsKey, 'counts', tag],
    queryFn: async ({ signal }) => {
      const query = { view: 'pending' as const, limit: 1, ...(tag && { containerTag: tag }) }
      return answerOf(await reverie.api.GET('/v3/documents/processing', { params: { query }, signal }))
    },
  })
  return {
    working: data?.totalCount,
    dreaming: data?.dreamingCount,
    // The overview counts the whole organization.
    failed: tag ? undefined : overview.data?.failed,
    all: tag ? undefined : overview.data?.documents,
  }
}

/** Changes the rows that are shown, before the server has answered. */
export function changeRows(change: (rows: DocumentRow[]) => DocumentRow[]): void {
  queries.setQueriesData<InfiniteData<Page>>({ queryKey: documentsKey }, data =>
    data && 'pages' in data
      ? { ...data, pages: data.pages.map(page => ({ ...page, rows: change(page.rows) })) }
      : data,
  )
}

export const refreshDocuments = () => queries.invalidateQueries({ queryKey: documentsKey })
