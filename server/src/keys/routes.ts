import { z } from 'zod'
import { type Source, unscoped } from '../db/tx.ts'
import { AppError } from '../errors.ts'
import { type Route, route } from '../http/route.ts'
import { createScopedKey } from './create-scoped-key.ts'
import type { KeyRing } from './find-principal.ts'
import { presentKey, presentSession } from './present.ts'
import {
  createScopedKeyBody,
  keyParams,
  listKeysResponse,
  scopedKeyResponse,
  sessionResponse,
} from './schema.ts'
import { disableKey, listKeys } from './store.ts'

const tag = 'Keys'

export type KeysApp = { cells: { directory: Source }; keys: KeyRing }

export function keyRoutes(app: KeysApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v3/auth/scoped-key',
      access: 'organization',
      tag,
      summary: 'Create a key for one container tag',
      body: createScopedKeyBody,
      response: scopedKeyResponse,
      handle: ({ principal, body }) => createScopedKey(app.cells.directory, principal.organization.id, body),
    }),
    route({
      method: 'DELETE',
      path: '/v3/auth/scoped-key/:id',
      access: 'organization',
      tag,
      summary: 'Disable a scoped key',
      params: keyParams,
      response: z.object({ success: z.boolean() }),
      errors: [404],
      async handle({ principal, params }) {
        const disabled = await unscoped(app.cells.directory, db =>
          disableKey(db, params.id, principal.organization.id),
        )
        if (!disabled) throw new AppError('key.not_found')
        app.keys.forget(params.id)
        return { success: true }
      },
    }),
    route({
      method: 'GET',
      path: '/v3/auth/keys',
      access: 'organization',
      tag,
      summary: 'List keys; values are never shown again',
      response: listKeysResponse,
      async handle({ principal }) {
        const rows = await unscoped(app.cells.directory, db => listKeys(db, principal.organization.id))
        return { keys: rows.map(presentKey) }
      },
    }),
    route({
      method: 'GET',
      path: '/v3/session',
      access: 'scoped',
      tag,
      summary: 'Who this key stands for',
      response: sessionResponse,
      handle: async ({ principal }) => presentSession(principal),
    }),
  ]
}
