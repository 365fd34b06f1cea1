/** Examples of the API description. */

const client = {
  clientId: 'hTsQJjXMUwAuhPsDySUcvldiMPZplxXD',
  name: 'Claude',
  uri: 'https://claude.ai',
  redirectUris: ['https://claude.ai/api/mcp/auth_callback'],
  createdAt: '2026-11-18T10:00:00.000Z',
  isMadeByHand: false,
}

export const clientExample = { response: client }

export const listClientsExample = { response: { clients: [{ ...client, isMadeByHand: true }] } }

export const consentExample = {
  body: {
    query: 'response_type=code&client_id=hTsQJjXMUwAuhPsDySUcvldiMPZplxXD&sig=…',
    accept: true,
    permission: 'read',
    expiresInDays: 90,
  },
  response: {
    redirectTo: 'https://claude.ai/api/mcp/auth_callback?code=…&state=…',
    id: '1k7m3q9x2v5t',
  },
}

export const makeClientExample = {
  body: { name: 'claude.ai', redirectUris: ['https://claude.ai/api/mcp/auth_callback'] },
  response: { clientId: client.clientId, clientSecret: 'rvs_…', name: 'claude.ai' },
}

export const deleteClientExample = { response: { success: true } }
