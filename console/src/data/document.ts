import { answerOf } from '@reverie/sdk'
import { queryOptions } from '@tanstack/react-query'
import { reverie, root } from './client.ts'

export const documentQuery = (id: string) =>
  queryOptions({ queryKey: ['document', id], queryFn: ({ signal }) => reverie.get(id, { signal }) })

export const attemptsQuery = (id: string) =>
  queryOptions({
    queryKey: ['document', id, 'attempts'],
    queryFn: async ({ signal }) =>
      answerOf(await reverie.api.GET('/v3/documents/{id}/attempts', { params: { path: { id } }, signal })),
  })

export const chunksQuery = (id: string) =>
  queryOptions({
    queryKey: ['document', id, 'chunks'],
    queryFn: async ({ signal }) =>
      answerOf(await reverie.api.GET('/v3/documents/{id}/chunks', { params: { path: { id } }, signal }))
        .chunks,
  })

export const memoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['memory', id],
    queryFn: ({ signal }) => reverie.memories.get(id, { signal }),
    staleTime: 60_000,
  })

/** The bytes of a document's file, or null if it has none. The link leads to this server, whatever its public address is. */
export const fileQuery = (id: string) =>
  queryOptions({
    queryKey: ['document', id, 'file'],
    async queryFn({ signal }) {
      const link = await reverie.api.GET('/v3/documents/{id}/file-url', { params: { path: { id } }, signal })
      if (link.response.status === 404) return null
      const path = new URL(answerOf(link).url).pathname
      const address = new URL(path.slice(path.indexOf('/v3/files/') + 1), root)
      const answer = await fetch(address, { signal })
      if (!answer.ok) throw new Error(`The file could not be read (${answer.status})`)
      return answer.blob()
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
