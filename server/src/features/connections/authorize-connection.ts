import type { Organization } from '../../platform/access/principal.ts'
import { AppError } from '../../platform/errors.ts'
import type { ConnectionsApp } from './connections-app.ts'
import type { StartedConnection } from './create-connection.ts'
import { getConnection } from './get-connection.ts'
import { beginAuthorization } from './oauth/begin-authorization.ts'
import { oauthKindOf } from './oauth/oauth-client.ts'
import { findConnector } from './open-source.ts'

/** A new link for a connection whose authorization has ended. Until it is used, the old one stays. */
export async function authorizeConnection(
  app: ConnectionsApp,
  organization: Organization,
  id: string,
  { redirectUrl, origin }: { redirectUrl?: string | undefined; origin: string },
): Promise<StartedConnection> {
  const row = await getConnection(app, organization, id)
  const kind = oauthKindOf((await findConnector(app, row.provider)).describe, row)
  if (!kind)
    throw new AppError('connection.not_supported', {
      message: `${row.provider} is not connected by an authorization`,
    })
  const returnTo = redirectUrl ?? null
  return { row, returnTo, ...(await beginAuthorization(app, row, kind, { origin, returnTo })) }
}
