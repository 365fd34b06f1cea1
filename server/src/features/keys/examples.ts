import { scopedEndpoints } from './schema.ts'

/** Bodies shown in the API description. A test checks each against its schema. */

const id = '1k7m3q9x2v5t'

export const createKeyExample = {
  body: { containerTag: 'user_42', name: 'Ada, phone', expiresInDays: 90 },
  response: {
    key: `sm_${id}_…`,
    id,
    name: 'Ada, phone',
    containerTag: 'user_42',
    expiresAt: '2026-08-12T09:30:00.000Z',
    allowedEndpoints: scopedEndpoints,
  },
}

export const createOrganizationKeyExample = {
  body: { name: 'Laptop', expiresInDays: 90 },
  response: { key: `sm_${id}_…`, id, name: 'Laptop', expiresAt: '2026-08-12T09:30:00.000Z' },
}

export const disableKeyExample = { response: { success: true } }

export const listKeysExample = {
  response: {
    keys: [
      {
        id,
        name: 'Ada, phone',
        type: 'scoped',
        containerTag: 'user_42',
        createdAt: '2026-05-14T09:30:00.000Z',
        expiresAt: '2026-08-12T09:30:00.000Z',
        disabledAt: null,
        lastUsedAt: '2026-06-02T16:20:00.000Z',
        client: null,
        rateLimit: { max: 500, timeWindow: 60_000 },
      },
    ],
  },
}

export const sessionExample = {
  response: {
    user: { id: '0h4c8d2w6y1z', name: 'first key' },
    org: { id: '1CbgdhVREVkT2TV2Z8FYBo', name: 'Acme', slug: 'acme' },
    role: 'owner',
    accessType: 'full',
    scope: { type: 'full' },
  },
}

export const grantedKeyExample = {
  response: {
    key: 'sm_0h4c8d2w6y1z_3fJ8kQ2mX7vR5tB9nC4wL6pD',
    id: '0h4c8d2w6y1z',
    name: 'Claude Code',
    role: 'member',
    containerTag: null,
    expiresAt: null,
    redirectTo:
      'http://127.0.0.1:19876/callback?apikey=sm_0h4c8d2w6y1z_3fJ8kQ2mX7vR5tB9nC4wL6pD&api_url=http%3A%2F%2F127.0.0.1%3A8787',
  },
}

export const pluginsExample = { response: { plugins: ['claude_code'] } }

export const grantsExample = {
  response: {
    grants: [
      {
        id: '0h4c8d2w6y1z',
        clientId: 'claude_code',
        name: 'Claude Code',
        icon: null,
        isFirstParty: false,
        workspaceId: '1CbgdhVREVkT2TV2Z8FYBo',
        workspaceName: 'Acme',
        scopes: ['read', 'write'],
        containerTag: null,
        person: { id: 'YxJ1nQ', name: 'Ada' },
        connectedAt: '2026-05-14T09:30:00.000Z',
        expiresAt: null,
        lastUsedAt: '2026-06-02T16:20:00.000Z',
      },
    ],
  },
}

export const revokedExample = { response: { success: true, revoked: 1 } }
