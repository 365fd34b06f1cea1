import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { mcp } from '@better-auth/mcp'
import type { BetterAuthPlugin } from 'better-auth'
import { scopes } from './scopes.ts'
import { hashOf, prefix } from './token-hash.ts'

/** The address of the resource that tokens are for, and where people agree. */
export type ProviderSettings = { publicUrl: string; mayRegister: boolean }

const minute = 60
const day = 24 * 60 * minute

/** Requests with an access token are refused at once after a revocation, so its life may be long. */
const lifetimes = { code: 5 * minute, accessToken: 60 * minute, refreshToken: 90 * day }

/** The grant that a person has just given, while the library makes the code for it. */
export const givenGrant = new AsyncLocalStorage<string>()
/** The organization whose admin makes a client by hand. */
export const makingFor = new AsyncLocalStorage<string>()

/** The plugin of better-auth, with our tables. Access tokens are opaque: whether one works is a question to the database. */
export function createProvider({ publicUrl, mayRegister }: ProviderSettings): BetterAuthPlugin {
  const page = `${publicUrl}/auth/consent`
  const provider = mcp({
    resource: `${publicUrl}/mcp`,
    disableJwtPlugin: true,
    scopes: Object.values(scopes),
    grantTypes: ['authorization_code', 'refresh_token'],
    allowDynamicClientRegistration: mayRegister,
    allowUnauthenticatedClientRegistration: mayRegister,
    clientReference: async () => makingFor.getStore(),
    // The console asks people to sign in before it shows the page.
    loginPage: page,
    consentPage: page,
    codeExpiresIn: lifetimes.code,
    accessTokenExpiresIn: lifetimes.accessToken,
    refreshTokenExpiresIn: lifetimes.refreshToken,
    storeTokens: { hash: async token => hashOf(token) },
    prefix: {
      opaqueAccessToken: prefix.accessToken,
      refreshToken: prefix.refreshToken,
      clientSecret: prefix.clientSecret,
    },
    // Each process would count for itself. Ours count in the directory.
    rateLimit: { token: false, authorize: false, register: false, revoke: false },
    postLogin: {
      page,
      shouldRedirect: async () => false,
      // Without a grant, an id that no consent has: otherwise an earlier consent would be taken for this one.
      consentReferenceId: async () => givenGrant.getStore() ?? `none:${randomUUID()}`,
    },
  })
  // The types of the library allow fields that are undefined, which ours do not.
  return { ...provider, schema: inOurTables(provider.schema) } as unknown as BetterAuthPlugin
}

type Schema = Record<string, { modelName?: string; fields: Record<string, { fieldName?: string }> }>

/** `oauthClient.redirectUris` is `oauth_clients.redirect_uris`. */
function inOurTables<Given>(schema: Given): Given {
  const models = Object.entries(schema as Schema).map(([model, { fields, ...rest }]) => {
    const named = Object.entries(fields).map(([name, field]) => [
      name,
      { ...field, fieldName: columnOf(name) },
    ])
    return [model, { ...rest, modelName: `${toSnake(model)}s`, fields: Object.fromEntries(named) }]
  })
  return Object.fromEntries(models) as Given
}

const toSnake = (name: string) => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
const columnOf = (name: string) => (name === 'userId' ? 'person' : toSnake(name))
