import type { Organization, Principal } from '../../platform/access/principal.ts'
import { AppError } from '../../platform/errors.ts'
import { tagsOf } from '../containers/schema.ts'
import { type ConnectionRow, listConnections } from './connection-store.ts'
import type { ConnectionsApp } from './connections-app.ts'
import { atHome, findOfProvider, type ShownConnection, showConnection } from './get-connection.ts'
import type { OfProviderBody } from './schema.ts'

/** The connections of an organization, oldest first. */
export function findConnections(
  app: Pick<ConnectionsApp, 'cells'>,
  organization: Organization,
  body: OfProviderBody & { provider?: string | undefined },
): Promise<ConnectionRow[]> {
  const tags = tagsOf(body)
  const filter = { provider: body.provider, ...(tags.length > 0 && { containerTags: tags }) }
  return atHome(app, organization, (db, place) => listConnections(db, place, filter))
}

/** The oldest connection to a provider. */
export async function getOfProvider(
  app: ConnectionsApp,
  principal: Principal,
  provider: string,
  body: OfProviderBody,
): Promise<ShownConnection> {
  const [first] = await findOfProvider(app, principal, provider, body)
  if (!first) throw new AppError('connection.not_found')
  return showConnection(app, principal.organization, first)
}
