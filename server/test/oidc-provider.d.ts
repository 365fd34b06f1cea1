/** The part of `oidc-provider` that tests use. It ships no types, and the published ones bring in twelve packages. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export type ClientMetadata = {
    client_id: string
    client_secret: string
    redirect_uris: string[]
    token_endpoint_auth_method: 'client_secret_basic' | 'client_secret_post'
  }
  export type Account = { accountId: string; claims(): Record<string, unknown> & { sub: string } }
  type Context = { oidc: { client?: { clientId: string }; session?: { accountId?: string } } }

  export type Configuration = {
    clients: ClientMetadata[]
    clientAuthMethods: string[]
    cookies: { keys: string[] }
    conformIdTokenClaims: boolean
    claims: Record<string, string[]>
    features: Record<string, { enabled: boolean }>
    interactions: { url(context: Context, interaction: { uid: string }): string }
    findAccount(context: Context, id: string): Account
    loadExistingGrant(context: Context): Promise<Grant>
  }

  export class Grant {
    constructor(of: { clientId: string; accountId: string })
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    readonly Grant: typeof Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string } },
    ): Promise<void>
  }
}
