import type { z } from 'zod'
import type { Principal } from '../../platform/access/principal.ts'
import { unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { createGrant } from '../keys/grant-access.ts'
import { markDisabled } from '../keys/store.ts'
import { getClient, type OAuthApp, serverOf } from './clients.ts'
import type { OAuthAnswer } from './oauth-server.ts'
import { nameOf } from './present.ts'
import type { consentBody } from './schema.ts'
import { scopes } from './scopes.ts'

/**
 * A person agrees or refuses on the consent page. Agreeing makes a grant, and a code for the client that leads to it. The
 * grant is a row beside the keys of plugins, so people see and revoke all access in one place.
 */
export async function decideConsent(
  app: OAuthApp,
  principal: Principal,
  body: z.output<typeof consentBody>,
  cookie: string,
): Promise<{ redirectTo: string; grant: string | undefined }> {
  const oauth = serverOf(app)
  const { query } = body
  if (!body.accept)
    return { redirectTo: addressIn(await oauth.decide({ query, accept: false }, cookie)), grant: undefined }
  const asked = new URLSearchParams(query)
  const client = await getClient(app, asked.get('client_id') ?? '')
  const granted = grantedScopes(asked.get('scope'), body.permission)
  const { id } = await createGrant(app, principal, {
    client: client.clientId,
    name: nameOf(client),
    role: granted.includes(scopes.write) ? 'member' : 'viewer',
    containerTag: body.containerTag,
    expiresInDays: body.expiresInDays,
  })
  try {
    const answer = await oauth.decide({ query, accept: true, scope: granted.join(' '), grant: id }, cookie)
    const redirectTo = addressIn(answer)
    // Without a code the client got nothing, for example because the person has to sign in again first.
    if (!new URL(redirectTo).searchParams.has('code')) await withdraw(app, principal, id)
    return { redirectTo, grant: id }
  } catch (error) {
    await withdraw(app, principal, id)
    throw error
  }
}

/** Of the scopes that were asked for. A client that asks for none wants all. */
function grantedScopes(asked: string | null, permission: 'read' | 'write'): string[] {
  const wanted = asked ? asked.split(' ') : Object.values(scopes)
  return wanted.filter(scope => permission === 'write' || scope !== scopes.write)
}

async function withdraw({ cells, keys }: OAuthApp, { organization }: Principal, id: string): Promise<void> {
  await unscoped(cells.directory, db => markDisabled(db, id, { org: organization.id, scopedOnly: false }))
  keys.forget(id)
}

/** Where the library sends the browser. It refuses a query that was changed, has expired, or was signed elsewhere. */
function addressIn({ status, text }: OAuthAnswer): string {
  const answer = readJson(text)
  if (typeof answer.url === 'string' && URL.canParse(answer.url)) return answer.url
  const reason = answer.error_description ?? answer.error ?? answer.message ?? `status ${status}`
  throw new AppError('oauth.refused', {
    message: `The request of the client is not valid: ${String(reason)}`,
  })
}

function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
