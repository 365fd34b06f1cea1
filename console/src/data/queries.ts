import { answerOf } from '@reverie/sdk'
import { queryOptions } from '@tanstack/react-query'
import { reverie } from './client.ts'

/** The reads of the console. Each has one key, so that a change can refresh it. */

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => reverie.session({ signal }),
  staleTime: 60_000,
})

export const optionsQuery = queryOptions({
  queryKey: ['options'],
  queryFn: async ({ signal }) => answerOf(await reverie.api.GET('/v3/auth/options', { signal })),
})

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => reverie.keys.list({ signal }),
})

export const appsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: ({ signal }) => reverie.apps.list({ signal }),
})

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => reverie.settings.get({ signal }),
})

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) => reverie.members.list({ signal }),
})

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => reverie.members.invitations({ signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => answerOf(await reverie.api.GET('/v3/auth/sessions', { signal })).sessions,
})
