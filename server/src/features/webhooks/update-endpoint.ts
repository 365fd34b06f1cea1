import type { Organization } from '../../platform/access/principal.ts'
import { inScope } from '../../platform/db/tx.ts'
import { homeOf, inOtherCells, orNotFound, readEndpointId, type WebhooksApp } from './endpoint-copies.ts'
import { type EndpointCopy, type EndpointRow, lockEndpoint, writeEndpoint } from './endpoint-store.ts'
import type { UpdateEndpointBody } from './schema.ts'

/** Changes an endpoint in every cell of the organization. `change` is given the row of the home cell, locked. */
export async function changeEndpoint(
  app: WebhooksApp,
  organization: Organization,
  id: string,
  change: (row: EndpointRow) => Partial<EndpointCopy>,
): Promise<EndpointRow> {
  const endpoint = readEndpointId(id)
  const org = organization.id
  const changed = await inScope(homeOf(app, organization), { org }, async db => {
    const row = orNotFound(await lockEndpoint(db, org, endpoint))
    const after = { ...row, ...change(row) }
    await writeEndpoint(db, after)
    return orNotFound(await lockEndpoint(db, org, endpoint))
  })
  await inOtherCells(app, organization, db => writeEndpoint(db, changed))
  return changed
}

/** Changes the fields that are sent. An endpoint that is switched on starts without its failures. */
export function updateEndpoint(
  app: WebhooksApp,
  organization: Organization,
  id: string,
  body: UpdateEndpointBody,
): Promise<EndpointRow> {
  return changeEndpoint(app, organization, id, row => ({
    ...(body.url !== undefined && { url: body.url }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.events !== undefined && { events: [...new Set(body.events)] }),
    ...(body.containerTags !== undefined && {
      containerTags: body.containerTags?.length ? [...new Set(body.containerTags)] : null,
    }),
    ...(body.enabled !== undefined && switched(row, body.enabled)),
  }))
}

function switched({ disabledAt }: EndpointRow, enabled: boolean): Partial<EndpointCopy> {
  if (enabled) return { disabledAt: null, disabledReason: null }
  return disabledAt === null ? { disabledAt: new Date(), disabledReason: 'caller' } : {}
}
