import { z } from 'zod'
import { SourceError } from '../../../platform/connectors/connector.ts'
import type { Exchange } from '../../../platform/connectors/source-http.ts'
import { parseRetryAfter } from '../../../platform/providers/retry-after.ts'
import type { OAuthClient, OAuthKind } from './oauth-client.ts'

/** What is stored, sealed, of an authorization. `clientId` names the application that it was given to. */
export type OAuthTokens = {
  accessToken: string
  refreshToken?: string | undefined
  /** In milliseconds since 1970. Absent: it does not expire. */
  expiresAt?: number | undefined
  clientId: string
  /** The last run that renewed them because the provider refused the token before its time. */
  renewedIn?: string | undefined
}

const answerSchema = z.looseObject({
  access_token: z.string().min(1).max(16_000),
  // Notion sends null where it has none.
  refresh_token: z.string().min(1).max(16_000).nullish(),
  expires_in: z.coerce.number().positive().nullish(),
})

/** Errors that another try does not mend: of RFC 6749, of OpenID Connect as Microsoft sends them, and of GitHub. The others may pass. */
const lasting = new Set([
  ...['invalid_grant', 'invalid_client', 'unauthorized_client', 'invalid_scope'],
  ...['interaction_required', 'consent_required', 'login_required'],
  ...['bad_refresh_token', 'bad_verification_code', 'incorrect_client_credentials'],
])

const maxAnswerBytes = 100_000
const timeoutMs = 20_000

/** Asks the token endpoint. A lost authorization throws `auth_expired`; anything else may pass: `rate_limited`, `provider_unavailable`. */
export async function requestTokens(
  exchange: Exchange,
  kind: OAuthKind,
  client: OAuthClient,
  grant: Record<string, string>,
): Promise<OAuthTokens> {
  const answer = await postForm(exchange, kind.tokenUrl, client, grant, kind.tokenAuth)
  const body = readJson(answer.body)
  const parsed = answerSchema.safeParse(body)
  const refusal = z.looseObject({ error: z.string() }).safeParse(body)
  if (answer.status >= 300 || !parsed.success || refusal.success)
    throw refused(answer, refusal.success ? refusal.data.error : undefined)
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = parsed.data
  return {
    accessToken,
    ...(refreshToken && { refreshToken }),
    ...(seconds && { expiresAt: Date.now() + seconds * 1_000 }),
    clientId: client.clientId,
  }
}

/** Tells the provider that a token is no longer used (RFC 7009). Failures are the caller's to report. */
export async function revokeToken(
  exchange: Exchange,
  kind: OAuthKind,
  client: OAuthClient,
  token: string,
): Promise<void> {
  if (kind.revokeUrl === undefined) return
  const { status } = await postForm(exchange, kind.revokeUrl, client, { token }, kind.tokenAuth)
  if (status >= 500) throw new SourceError('provider_unavailable', `The provider answered ${status}`)
}

async function postForm(
  exchange: Exchange,
  url: string,
  { clientId, clientSecret }: OAuthClient,
  fields: Record<string, string>,
  auth: OAuthKind['tokenAuth'] = 'body',
) {
  const isBasic = auth === 'basic'
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)
  const form = new URLSearchParams(
    isBasic ? fields : { ...fields, client_id: clientId, client_secret: clientSecret },
  )
  const request = {
    ...{ url, method: 'POST', body: form.toString(), maxBytes: maxAnswerBytes, isCrawl: false },
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(isBasic && { authorization: `Basic ${basic.toString('base64')}` }),
    },
    signal: AbortSignal.timeout(timeoutMs),
  }
  try {
    return await exchange(request)
  } catch (cause) {
    throw new SourceError('provider_unavailable', 'The provider does not answer', { cause })
  }
}

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
}

/** The provider's words are not repeated: some put tokens into them. */
function refused(
  { status, headers }: { status: number; headers: Headers },
  error: string | undefined,
): SourceError {
  const isLost = status < 500 && status !== 429 && error !== undefined && lasting.has(error)
  const said = `The provider refused the authorization (${isLost ? error : status})`
  if (isLost || status === 401) return new SourceError('auth_expired', said)
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'))
  return new SourceError(status === 429 ? 'rate_limited' : 'provider_unavailable', said, {
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}
