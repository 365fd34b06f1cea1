import type { Organization } from '../../platform/access/principal.ts'
import { hourMs } from '../../platform/lib/durations.ts'
import type { WebhooksApp } from './endpoint-copies.ts'
import type { EndpointRow } from './endpoint-store.ts'
import { mintSecret, sealSecret } from './secret.ts'
import { changeEndpoint } from './update-endpoint.ts'

/** Replaces the secret. For `overlapHours`, messages carry a signature by each of the two. */
export async function rotateSecret(
  app: WebhooksApp,
  organization: Organization,
  id: string,
  overlapHours: number,
): Promise<{ endpoint: EndpointRow; secret: string }> {
  const secret = mintSecret()
  const endpoint = await changeEndpoint(app, organization, id, row => ({
    secret: sealSecret(app, organization.id, row.endpoint, secret),
    previousSecret: overlapHours > 0 ? row.secret : null,
    previousUntil: overlapHours > 0 ? new Date(Date.now() + overlapHours * hourMs) : null,
  }))
  return { endpoint, secret }
}
