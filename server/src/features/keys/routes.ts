import { z } from 'zod'
import type { Source } from '../../platform/db/tx.ts'
import { success } from '../../platform/routing/replies.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import { createOrganizationKey } from './create-key.ts'
import { createScopedKey } from './create-scoped-key.ts'
import { disableKey } from './disable-key.ts'
import {
  createKeyExample,
  createOrganizationKeyExample,
  disableKeyExample,
  listKeysExample,
  sessionExample,
} from './examples.ts'
import type { KeyRing } from './key-ring.ts'
import { listKeys } from './list-keys.ts'
import { presentKeys, presentSession } from './present.ts'
import {
  createdKeyResponse,
  createKeyBody,
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
      path: '/v3/auth/keys',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'Create a key',
      description:
        'Creates a key of the whole organization. The value is shown only in this response. A key that expires can create only keys that expire no later.',
      example: createOrganizationKeyExample,
      body: createKeyBody,
      response: createdKeyResponse,
      audit: {
        action: 'key.create',
        facts: ({ body }, answer) => ({
          target: (answer as { id: string }).id,
          details: { ...(body as object) },
        }),
      },
      handle: ({ principal, body }) => createOrganizationKey(app.cells.directory, principal, body),
    }),
    route({
      method: 'DELETE',
      path: '/v3/auth/keys/:id',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'Disable a key',
      description:
        'Disables any key of the organization, scoped or not. Within seconds, requests with it get 401. Documents and memories that were added with it stay.',
      example: disableKeyExample,
      params: keyParams,
      response: z.object({ success: z.boolean().describe('Always true; a failure returns an error.') }),
      errors: ['key.not_found'],
      audit: { action: 'key.disable' },
      async handle({ principal, params }) {
        await disableKey(app, principal.organization, params.id, { any: true })
        return success
      },
    }),
    route({
      method: 'POST',
      path: '/v3/auth/scoped-key',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'Create a scoped key',
      description:
        'Creates a key that is limited to one container tag, which need not exist yet. The value is shown only in this response. Give a scoped key to code you trust with the data of one end user, such as an app on a device.',
      example: createKeyExample,
      body: createScopedKeyBody,
      response: scopedKeyResponse,
      audit: {
        action: 'key.create',
        facts: ({ body }, answer) => ({
          target: (answer as { id: string }).id,
          details: { containerTag: (body as { containerTag: string }).containerTag },
        }),
      },
      handle: ({ principal, body }) => createScopedKey(app.cells.directory, principal.organization.id, body),
    }),
    route({
      method: 'DELETE',
      path: '/v3/auth/scoped-key/:id',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'Disable a scoped key',
      description:
        'Within seconds, requests with the key get 401. Documents and memories that were added with it stay. Disable a key of the whole organization with `DELETE /v3/auth/keys/{id}`.',
      example: disableKeyExample,
      params: keyParams,
      response: z.object({ success: z.boolean().describe('Always true; a failure returns an error.') }),
      errors: ['key.not_found'],
      audit: { action: 'key.disable' },
      async handle({ principal, params }) {
        await disableKey(app, principal.organization, params.id)
        return success
      },
    }),
    route({
      method: 'GET',
      path: '/v3/auth/keys',
      access: 'organization',
      role: 'admin',
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
      summary: 'Get the session of this caller',
      description:
        'Returns the organization this key belongs to and whether it is limited to a container tag. Use it to check a key. For a person who has signed in, it returns the person, their role, and all their organizations.',
      example: sessionExample,
      response: sessionResponse,
      handle: async ({ principal }) => presentSession(principal),
    }),
  ]
}
