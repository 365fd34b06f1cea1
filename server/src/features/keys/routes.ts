import { z } from 'zod'
import type { Source } from '../../platform/db/tx.ts'
import { success } from '../../platform/routing/replies.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import { createScopedKey } from './create-scoped-key.ts'
import { disableKey } from './disable-key.ts'
import { createKeyExample, disableKeyExample, listKeysExample, sessionExample } from './examples.ts'
import type { KeyRing } from './key-ring.ts'
import { listKeys } from './list-keys.ts'
import { presentKeys, presentSession } from './present.ts'
import {
  createScopedKeyBody,
  keyParams,
  listKeysResponse,
  scopedKeyResponse,
  sessionResponse,
} from './schema.ts'

const tag = 'Keys'

export type KeysApp = { cells: { directory: Source }; keys: KeyRing }

export function keyRoutes(app: KeysApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v3/auth/scoped-key',
      access: 'organization',
      tag,
      summary: 'Create a scoped key',
      description:
        'Creates a key that is limited to one container tag, which need not exist yet. The value is shown only in this response. Give a scoped key to code you trust with the data of one end user, such as an app on a device.',
      example: createKeyExample,
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
      description:
        'Within seconds, requests with the key get 401. Documents and memories that were added with it stay. Disable a key of the organization with `reverie keys disable`.',
      example: disableKeyExample,
      params: keyParams,
      response: z.object({ success: z.boolean().describe('Always true; a failure returns an error.') }),
      errors: ['key.not_found'],
      async handle({ principal, params }) {
        await disableKey(app, principal.organization, params.id)
        return success
      },
    }),
    route({
      method: 'GET',
      path: '/v3/auth/keys',
      access: 'organization',
      tag,
      summary: 'List keys',
      description:
        'Returns all keys of the organization, disabled ones included. Their values are never shown again.',
      example: listKeysExample,
      response: listKeysResponse,
      handle: async ({ principal }) =>
        presentKeys(await listKeys(app.cells.directory, principal.organization)),
    }),
    route({
      method: 'GET',
      path: '/v3/session',
      access: 'scoped',
      tag,
      summary: 'Get the session of this key',
      description:
        'Returns the organization this key belongs to and whether it is limited to a container tag. Use it to check a key.',
      example: sessionExample,
      response: sessionResponse,
      handle: async ({ principal }) => presentSession(principal),
    }),
  ]
}
