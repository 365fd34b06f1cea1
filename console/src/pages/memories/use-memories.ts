import { answerOf, type MemoryListItem } from '@reverie/sdk'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { queries, reverie } from '../../data/client.ts'
import { useTags } from '../../data/containers.ts'
import { filterOf } from '../../data/filter.ts'
import { limitOfPage, pageAfter, withoutRepeats } from '../../data/search-pages.ts'
import type { AppView, MemoriesView } from '../../data/view.ts'

export type MemoryRow = Pick<
  MemoryListItem,
  'id' | 'memory' | 'createdAt' | 'isForgotten' | 'isInference' | 'isStatic' | 'version' | 'sourceCount'
> & { tag: string | undefined; before?: string | undefined; score?: number }

type Page = { rows: MemoryRow[]; total: number; next: number | undefined }
type View = MemoriesView & AppView

const pageSize = 100
/** The API lists at most 100 containers at once; with more, the latest active ones. */
const mostContainers = 100
const mostCharacters = 200
export const memoriesKey = ['memories']

/** The memories of a view, page by page. */
export function useMemories(view: View) {
  const { tags, tagOf } = useTags()
  const { open: _, forget: __, ...query } = view
  const within = view.tag ? [view.tag] : tags?.slice(0, mostContainers)
  const list = useInfiniteQuery({
    queryKey: [...memoriesKey, query, within],
    enabled: within !== undefined,
    queryFn: ({ pageParam, signal }) => readPage({ view, within: within!, tagOf }, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: page => page.next,
    placeholderData: before => before,
  })
  const rows = list.data && withoutRepeats(list.data.pages.flatMap(({ rows }) => rows))
  return { ...list, rows, total: (isSearch(view) ? rows?.length : list.data?.pages[0]?.total) ?? 0 }
}

type Scope = { view: View; within: string[]; tagOf(spaceId: string): string | undefined }

async function readPage(scope: Scope, page: number, signal: AbortSignal): Promise<Page> {
  if (scope.within.length === 0) return { rows: [], total: 0, next: undefined }
  return isSearch(scope.view) ? searched(scope, scope.view.q!, page, signal) : listed(scope, page, signal)
}

/** A search by meaning knows current memories of every origin. With a state or an origin, the words of the text decide. */
export const isSearch = ({ q, state, origin }: MemoriesView) => !!q && !state && !origin

async function listed({ view, within, tagOf }: Scope, page: number, signal: AbortSignal): Promise<Page> {
  const { q, state, origin, order = 'desc' as const, where } = view
  const body = {
    ...{ containerTags: within, limit: pageSize, page, sort: 'createdAt' as const, order },
    ...(state && { state }),
    ...(origin && { origins: [origin] }),
    ...(q && { contains: q.slice(0, mostCharacters) }),
    ...filterOf(where),
  }
  const answer = answerOf(await reverie.api.POST('/v4/memories/list', { body, signal }))
  const { totalItems, totalPages } = answer.pagination
  const rows = answer.memoryEntries.map(each => ({
    ...each,
    tag: tagOf(each.spaceId) ?? view.tag,
    before: each.history[0]?.memory,
  }))
  return { rows, total: totalItems, next: page < totalPages ? page + 1 : undefined }
}

async function searched(
  { view, within }: Scope,
  q: string,
  page: number,
  signal: AbortSignal,
): Promise<Page> {
  const { results } = await reverie.searchMemories(
    {
      ...{ q, threshold: 0.3, limit: limitOfPage(page) },
      ...(view.tag ? { containerTag: view.tag } : { containerTags: within }),
      ...filterOf(view.where),
    },
    { signal },
  )
  const rows = results.map(({ id, memory, similarity, updatedAt, version }) => ({
    ...{ id, memory, version, createdAt: updatedAt, tag: view.tag, score: similarity },
    ...{ isForgotten: false, isInference: false, isStatic: false, sourceCount: 0 },
  }))
  return { rows, total: rows.length, next: pageAfter(page, rows.length) }
}

/** Changes the rows that are shown, before the server has answered. */
export function changeRows(change: (rows: MemoryRow[]) => MemoryRow[]): void {
  queries.setQueriesData<InfiniteData<Page>>(
    { queryKey: memoriesKey },
    data => data && { ...data, pages: data.pages.map(page => ({ ...page, rows: change(page.rows) })) },
  )
}

/** Reads what a change of memories may have touched. */
export async function refreshMemories(): Promise<void> {
  await Promise.all(
    [memoriesKey, ['memory'], ['profile'], ['containers']].map(queryKey =>
      queries.invalidateQueries({ queryKey }),
    ),
  )
}
