import type { Organization } from '../../platform/access/principal.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { homeOf, inOtherCells, readEndpointId, type WebhooksApp } from './endpoint-copies.ts'
import { deleteEndpoint as remove } from './endpoint-store.ts'

/** Removes an endpoint. The home cell comes last, so that a request that failed on the way can be repeated. */
export async function deleteEndpoint(
  app: WebhooksApp,
  organization: Organization,
  id: string,
): Promise<void> {
  const endpoint = readEndpointId(id)
  const org = organization.id
  await inOtherCells(app, organization, db => remove(db, org, endpoint))
  const isGone = await inScope(homeOf(app, organization), { org }, db => remove(db, org, endpoint))
  if (!isGone) throw new AppError('webhook.not_found')
}
