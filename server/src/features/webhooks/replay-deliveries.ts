import type { Organization } from '../../platform/access/principal.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { replayEvents, replayFailed } from './delivery-store.ts'
import type { WebhooksApp } from './endpoint-copies.ts'
import { readEventId } from './event-id.ts'
import { getEndpoint } from './list-endpoints.ts'
import type { ReplayBody } from './schema.ts'

const perStep = 500
/** One request replays this many at most. The caller asks again for the rest. */
const mostPerRequest = 10_000

/** Sends the named events again, or all that have failed. Those that are still to be sent are left alone. */
export async function replayDeliveries(
  app: Pick<WebhooksApp, 'cells'>,
  organization: Organization,
  id: string,
  body: ReplayBody,
): Promise<{ replayed: number; hasMore: boolean }> {
  const { endpoint, disabledAt } = await getEndpoint(app, organization, id)
  if (disabledAt !== null) throw new AppError('webhook.disabled')
  const org = organization.id
  let replayed = 0
  for (const { cell, shards } of app.cells.reach(organization)) {
    const owner = { org, endpoint, shards }
    const { events } = body
    if (events !== undefined) {
      replayed += (await inScope(cell, { org }, db => replayEvents(db, owner, events.map(readEventId))))
        .length
      continue
    }
    for (let step = perStep; step === perStep && replayed < mostPerRequest; replayed += step)
      step = await inScope(cell, { org }, db => replayFailed(db, owner, body.since, perStep))
  }
  return { replayed, hasMore: body.events === undefined && replayed >= mostPerRequest }
}
