import { answerOf, type DocumentEvent, type DocumentListItem } from '@reverie/sdk'
import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queries, reverie } from '../../data/client.ts'
import { filterOf } from '../../data/filter.ts'
import { limitOfPage, pageAfter, withoutRepeats } from '../../data/search-pages.ts'
import { useOverview } from '../../data/use-overview.ts'
import { useWatched } from '../../data/use-watched.ts'
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
  | 'createdAt'
  | 'errorCode'
  | 'errorMessage'
> & { score?: number }

type Page = { rows: DocumentRow[]; total: number; next: number | undefined }
type View = DocumentsView & AppView

const pageSize = 100
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
  const rows = list.data && withoutRepeats(list.data.pages.flatMap(({ rows }) => rows))
  useLive(list.data?.pages.length ?? 0)
  useWatched(rows, showEvent)
  return {
    ...list,
    rows,
    total: (view.q ? rows?.length : list.data?.pages[0]?.total) ?? 0,
  }
}

function readPage(view: View, page: number, signal: AbortSignal): Promise<Page> {
  if (view.q) return searched(view, view.q, page, signal)
  const isUnfinished = view.state === 'working' || view.state === 'dreaming'
  return isUnfinished ? inProcessing(view, page, signal) : listed(view, page, signal)
}

async function listed(view: View, page: number, signal: AbortSignal): Promise<Page> {
  const { tag, state, type, source, path, where, order } = view
  const body = {
    ...{ limit: pageSize, page, order: order ?? ('desc' as const), sort: 'createdAt' as const },
    ...(tag && { containerTag: tag }),
    ...(path && { filepath: path }),
    ...(state === 'failed' && { statuses: ['failed' as const] }),
    ...(type && { categories: [type] }),
    ...(source && { sources: [source] }),
    ...filterOf(where),
  }
  const { memories, pagination } = answerOf(await reverie.api.POST('/v3/documents/list', { body, signal }))
  const next = page < pagination.totalPages ? page + 1 : undefined
  return { rows: memories, total: pagination.totalItems, next }
}

async function inProcessing({ tag, state }: View, page: number, signal: AbortSignal): Promise<Page> {
  const view = state === 'dreaming' ? ('dreaming' as const) : ('pending' as const)
  const query = { view, page, limit: pageSize, ...(tag && { containerTag: tag }) }
  const { documents, totalCount } = answerOf(
    await reverie.api.GET('/v3/documents/processing', { params: { query }, signal }),
  )
  const next = page * pageSize < totalCount ? page + 1 : undefined
  return { rows: documents, total: totalCount, next }
}

/** Finds documents by what they say. A search has the best 100. */
async function searched(
  { tag, path, where }: View,
  q: string,
  page: number,
  signal: AbortSignal,
): Promise<Page> {
  const { results } = await reverie.search(
    {
      ...{ q, limit: limitOfPage(page) },
      ...(tag && { containerTag: tag }),
      ...(path && { filepath: path }),
      ...filterOf(where),
    },
    { signal },
  )
  const rows = results.map(({ documentId, title, type, score, createdAt }) => ({
    ...{ id: documentId, title, type: type as DocumentRow['type'], score, createdAt },
    ...{ status: 'done' as const, dreamingStatus: 'done' as const, memoryCount: 0, containerTags: [] },
    ...{ errorCode: null, errorMessage: null },
  }))
  return { rows, total: rows.length, next: pageAfter(page, rows.length) }
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
      // Not the facets: see useFacets.
      void queries.invalidateQueries({ queryKey: documentsKey })
    }, livePauseMs)
  }, [counts, pages])
}

function showEvent(event: DocumentEvent): void {
  const { id, status, dreamingStatus, memoryCount, errorCode, errorMessage } = event
  changeRows(rows =>
    rows.map(row =>
      row.id === id ? { ...row, status, dreamingStatus, memoryCount, errorCode, errorMessage } : row,
    ),
  )
}

/** How many documents each chip would show. Of one container, failures and the sum come from the facets. */
export function useCounts({ tag }: View, facets: { failed: number | undefined; total: number | undefined }) {
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
    // The overview counts the whole organization, live.
    failed: tag ? facets.failed : overview.data?.failed,
    all: tag ? facets.total : overview.data?.documents,
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

export async function refreshDocuments(): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: documentsKey }),
    queries.invalidateQueries({ queryKey: ['facets'] }),
  ])
}
