import { answerOf } from '@reverie/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { reverie } from './client.ts'

export const containersQuery = queryOptions({
  queryKey: ['containers'],
  queryFn: async ({ signal }) => answerOf(await reverie.api.GET('/v3/container-tags/list', { signal })),
  staleTime: 30_000,
})

/** The tag of a container by its id, which memories carry. */
export function useTags(): { tagOf(spaceId: string): string | undefined; tags: string[] | undefined } {
  const { data } = useQuery(containersQuery)
  const byId = new Map(data?.map(({ id, containerTag }) => [id, containerTag]))
  return { tagOf: id => byId.get(id), tags: data?.map(({ containerTag }) => containerTag) }
}
