/** Bodies shown in the API description. A test checks each against its schema. */

const connection = {
  id: '1CbejjjFvcQJCrNZgx1iMR',
  provider: 'notion',
  createdAt: '2026-06-02T16:20:00.000Z',
  email: 'ada@example.org',
  containerTags: ['user_42'],
}

export const listConnectionsExample = { body: { containerTag: 'user_42' }, response: [] }

export const connectExample = {
  response: {
    id: connection.id,
    authLink: 'https://example.org/oauth/authorize?state=1CbejjjFvcQJCrNZgx1iMR',
    expiresIn: '1 hour',
  },
}

export const connectionExample = { response: connection }

export const deleteConnectionExample = { response: { id: connection.id, provider: 'notion' } }
