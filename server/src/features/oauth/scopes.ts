/** What a client may ask for. The last one asks for a refresh token. */
export const scopes = { read: 'memory:read', write: 'memory:write', refresh: 'offline_access' } as const
