import { createHash } from 'node:crypto'

/** Beginnings of secrets, by which scanners of repositories and our own edge know them. */
export const prefix = { accessToken: 'rva_', refreshToken: 'rvr_', clientSecret: 'rvs_' } as const

export const isAccessToken = (text: string): boolean => text.startsWith(prefix.accessToken)

/** Tokens are random, so a fast hash is enough. Prefixes are no part of what is hashed. */
export const hashOf = (token: string): string =>
  createHash('sha256')
    .update(token.replace(/^rv[ars]_/, ''))
    .digest('hex')
