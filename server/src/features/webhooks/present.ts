import { encodeId } from '../../platform/lib/ids.ts'
import type { AttemptEntry, DeliveryRow } from './delivery-store.ts'
import type { EndpointCopy, EndpointRow } from './endpoint-store.ts'
import type { DeliveryPage } from './list-deliveries.ts'
import { messageId, presentEvent } from './message.ts'

const isoOrNull = (date: Date | null | undefined) => date?.toISOString() ?? null

/** The secrets are never shown. */
export function presentEndpoint(row: EndpointCopy | EndpointRow) {
  const { failures = 0, failingSince = null, pausedUntil = null } = row as Partial<EndpointRow>
  return {
    id: encodeId(row.endpoint),
    url: row.url,
    description: row.description,
    events: row.events,
    containerTags: row.containerTags,
    enabled: row.disabledAt === null,
    disabledAt: isoOrNull(row.disabledAt),
    disabledReason: row.disabledReason,
    failures,
    failingSince: isoOrNull(failingSince),
    pausedUntil: isoOrNull(pausedUntil !== null && pausedUntil.getTime() > Date.now() ? pausedUntil : null),
    previousSecretUntil: isoOrNull(validUntil(row)),
    createdAt: row.createdAt.toISOString(),
  }
}

const validUntil = ({ previousUntil }: EndpointCopy): Date | null =>
  previousUntil !== null && previousUntil.getTime() > Date.now() ? previousUntil : null

export const presentEndpoints = (rows: readonly EndpointRow[]) => ({ webhooks: rows.map(presentEndpoint) })

export const presentCreated = ({ endpoint, secret }: { endpoint: EndpointCopy; secret: string }) => ({
  ...presentEndpoint(endpoint),
  secret,
})

export const presentRotated = ({ endpoint, secret }: { endpoint: EndpointRow; secret: string }) => ({
  id: encodeId(endpoint.endpoint),
  secret,
  previousSecretUntil: isoOrNull(validUntil(endpoint)),
})

export const presentTest = (event: string) => ({ eventId: messageId(event) })

export function presentDeliveries({ rows, next }: DeliveryPage, retentionDays: number) {
  return {
    deliveries: rows.map(presentDelivery),
    next: next === undefined ? null : messageId(next),
    retentionDays,
  }
}

function presentDelivery(row: DeliveryRow) {
  return {
    eventId: messageId(row.event),
    type: row.type,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: isoOrNull(row.dueAt),
    attempts: row.log.map(presentAttempt),
    data: presentEvent(row).data,
  }
}

const presentAttempt = ({ at, status, ms, error }: AttemptEntry) => ({ at, status, durationMs: ms, error })
