import { answerOf, type ContainerTag } from '@reverie/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { queries, reverie } from '../../data/client.ts'
import { containersQuery } from '../../data/containers.ts'
import type { ContainersView } from '../../data/view.ts'

const pageSize = 1_000
const queryKey = ['containers', 'page']

/** The containers of a view. The server lists the latest activity first; a search and another order are made here. */
export function useContainers({ q, order }: ContainersView) {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) =>
      answerOf(
        await reverie.api.GET('/v3/container-tags/list', {
          params: { query: { page: pageParam, limit: pageSize } },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: (page, pages) => (page.length < pageSize ? undefined : pages.length + 1),
  })
  const all = list.data?.pages.flat()
  return { ...list, all, rows: all && arrange(all, q, order) }
}

function arrange(all: readonly ContainerTag[], q = '', order: ContainersView['order']): ContainerTag[] {
  const words = q.toLowerCase()
  const found = all.filter(({ containerTag, name }) =>
    `${containerTag} ${name}`.toLowerCase().includes(words),
  )
  switch (order) {
    case 'documents':
      return found.toSorted((a, b) => b.documentCount - a.documentCount)
    case 'memories':
      return found.toSorted((a, b) => b.memoryCount - a.memoryCount)
    case 'tag':
      return found.toSorted((a, b) => a.containerTag.localeCompare(b.containerTag))
    default:
      return found
  }
}

/** Its key begins that of the list above, so both are read again. */
export const refreshContainers = () => queries.invalidateQueries({ queryKey: containersQuery.queryKey })
