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
