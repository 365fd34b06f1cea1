import type { Organization } from '../../platform/access/principal.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/lib/ids.ts'
import { homeOf, inOtherCells, type WebhooksApp } from './endpoint-copies.ts'
import { countEndpoints, type EndpointCopy, writeEndpoint } from './endpoint-store.ts'
import type { CreateEndpointBody } from './schema.ts'
import { mintSecret, sealSecret } from './secret.ts'

/** Each event of an organization is compared with all of its endpoints. */
export const mostEndpoints = 20

/** Stores an endpoint. Its secret is returned this once. */
export async function createEndpoint(
  app: WebhooksApp,
  organization: Organization,
  body: CreateEndpointBody,
): Promise<{ endpoint: EndpointCopy; secret: string }> {
  const org = organization.id
  const id = newId(organization.homeShard)
  const secret = mintSecret()
  const endpoint: EndpointCopy = {
    org,
    endpoint: id,
    url: body.url,
    description: body.description ?? null,
    secret: sealSecret(app, org, id, secret),
    previousSecret: null,
    previousUntil: null,
    createdAt: new Date(),
    disabledAt: body.enabled === false ? new Date() : null,
    disabledReason: body.enabled === false ? 'caller' : null,
    events: [...new Set(body.events)],
    containerTags: body.containerTags?.length ? [...new Set(body.containerTags)] : null,
  }
  await inScope(homeOf(app, organization), { org }, async db => {
    if ((await countEndpoints(db, org)) >= mostEndpoints) throw new AppError('webhook.too_many')
    await writeEndpoint(db, endpoint)
  })
  await inOtherCells(app, organization, db => writeEndpoint(db, endpoint))
  return { endpoint, secret }
}
