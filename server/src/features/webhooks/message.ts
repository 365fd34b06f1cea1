import { encodeId } from '../../platform/lib/ids.ts'
import type { DeliveryRow } from './delivery-store.ts'

export const messageId = (event: string): string => `evt_${encodeId(event)}`

/** The names that clients see, for the names of columns. */
const renamed: Record<string, string> = { parent: 'parentId', root: 'rootId', run: 'runId' }
const ids = new Set(['id', 'parent', 'root', 'endpoint', 'run'])

/**
 * What an event says: ids and names, never content, so that neither the log nor a foreign server holds what is erased here.
 * A receiver asks the API for the rest.
 */
export function presentEvent({ type, data, createdAt }: Pick<DeliveryRow, 'type' | 'data' | 'createdAt'>) {
  const fields = Object.entries(data).map(([name, value]) => [
    renamed[name] ?? name,
    ids.has(name)
      ? encodeId(String(value))
      : name === 'forgetAfter'
        ? new Date(String(value)).toISOString()
        : value,
  ])
  return {
    type,
    timestamp: createdAt.toISOString(),
    data: Object.fromEntries(fields) as Record<string, unknown>,
  }
}

/** The same text at every attempt: the signature of a retry differs from the first only by its time. */
export const messageBody = (event: Pick<DeliveryRow, 'type' | 'data' | 'createdAt'>): string =>
  JSON.stringify(presentEvent(event))
