import { z } from 'zod'

/** The provider cannot be used. The message says why, for the log and `reverie doctor`. */
export class OidcUnavailable extends Error {}

/** Parts of a discovery document that Reverie uses. */
export type Discovery = {
  issuer: string
  userinfoEndpoint: string | undefined
  jwksUri: string
  /** How the client sends its secret to the token endpoint. */
  clientAuth: 'basic' | 'post'
}

const timeoutMs = 5_000
const names = z.array(z.string())
const document = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  userinfo_endpoint: z.string().optional(),
  jwks_uri: z.string(),
  id_token_signing_alg_values_supported: names.min(1),
  response_types_supported: names.optional(),
  code_challenge_methods_supported: names.optional(),
  token_endpoint_auth_methods_supported: names.optional(),
})

export const discoveryUrl = (issuer: string) =>
  `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`

/** Reads and checks the discovery document of an issuer. */
export async function readDiscovery(issuer: string): Promise<Discovery> {
  const url = discoveryUrl(issuer)
  const parsed = document.safeParse(await readJson(url))
  if (!parsed.success) {
    const field = parsed.error.issues[0]!.path.join('.')
    throw new OidcUnavailable(`${url} is no discovery document: ${field} is missing or not valid`)
  }
  const { data } = parsed
  const fault = faultIn(data, issuer)
  if (fault) throw new OidcUnavailable(fault)
  const methods = data.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return {
    issuer: data.issuer,
    userinfoEndpoint: data.userinfo_endpoint,
    jwksUri: data.jwks_uri,
    clientAuth: methods.includes('client_secret_basic') ? 'basic' : 'post',
  }
}

function faultIn(data: z.output<typeof document>, issuer: string): string | undefined {
  // Compared exactly, as the specification asks: with a slash more, every ID token would be refused.
  if (data.issuer !== issuer) return `the provider calls itself ${data.issuer}, and OIDC_ISSUER is ${issuer}`
  const { authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri } = data
  const insecure = [authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri].find(
    url => url !== undefined && !isSafeAddress(url),
  )
  if (insecure !== undefined) return `the provider names ${insecure}, which is no https address`
  if (data.id_token_signing_alg_values_supported.every(each => /^(none|HS\d+)$/.test(each)))
    return 'the provider signs ID tokens with no public key'
  if (data.response_types_supported?.includes('code') === false)
    return 'the provider does not support the authorization code flow'
  // Some providers support PKCE and do not list it. One that lists other methods only does not.
  if (data.code_challenge_methods_supported?.includes('S256') === false)
    return 'the provider does not support PKCE with S256'
  return undefined
}

/** TLS, or the machine itself. */
function isSafeAddress(url: string): boolean {
  const parsed = URL.parse(url)
  if (!parsed) return false
  const isLocal = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(parsed.hostname)
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLocal)
}

/** The number of keys with which the provider may sign ID tokens. */
export async function countSigningKeys({ jwksUri }: Discovery): Promise<number> {
  const keys = z.object({ keys: z.array(z.object({ kty: z.string(), use: z.string().optional() })) })
  const parsed = keys.safeParse(await readJson(jwksUri))
  if (!parsed.success) throw new OidcUnavailable(`${jwksUri} is no set of keys`)
  return parsed.data.keys.filter(({ kty, use = 'sig' }) => kty !== 'oct' && use === 'sig').length
}

/** The claims of the userinfo endpoint. */
export async function readUserinfo(endpoint: string, accessToken: string): Promise<Record<string, unknown>> {
  const parsed = z
    .record(z.string(), z.unknown())
    .safeParse(await readJson(endpoint, { authorization: `Bearer ${accessToken}` }))
  if (!parsed.success) throw new OidcUnavailable(`${endpoint} returned no claims`)
  return parsed.data
}

async function readJson(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs)
  let response: Response
  try {
    // A redirect could lead to another machine, which then would receive the access token.
    response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      signal,
    })
  } catch (error) {
    throw new OidcUnavailable(`${url} does not answer`, { cause: error })
  }
  if (!response.ok) {
    await response.body?.cancel()
    throw new OidcUnavailable(`${url} answered ${response.status}`)
  }
  try {
    return await response.json()
  } catch (error) {
    throw new OidcUnavailable(`${url} returned no JSON`, { cause: error })
  }
}
