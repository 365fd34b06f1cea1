import type { Delivery, Webhook, WebhookEvent } from '@reverie/sdk'
import type { State } from '../../parts/state.tsx'

export const eventNames: Record<WebhookEvent, string> = {
  'document.done': 'A document can be searched',
  'document.failed': 'A document failed',
  'memory.formed': 'A memory was formed',
  'memory.superseded': 'A memory was superseded',
  'memory.forgotten': 'A memory was forgotten',
  'connection.synced': 'A connection was imported',
  'connection.failed': 'An import failed',
  'connection.expired': 'A connection must be authorized again',
}

export const allEvents = Object.keys(eventNames) as WebhookEvent[]

export function stateOf({ enabled, disabledReason, failures }: Webhook): { state: State; label: string } {
  if (!enabled) return { state: 'failed', label: disabledReason === 'caller' ? 'Off' : 'Switched off' }
  if (failures > 0) return { state: 'waiting', label: 'Failing' }
  return { state: 'done', label: 'On' }
}

/** Why nothing is sent, and what to do. Undefined while all is well. */
export function trouble({ enabled, disabledReason, failures, pausedUntil }: Webhook): string | undefined {
  if (disabledReason === 'failing')
    return 'It failed for days, so it was switched off. Repair the receiver, switch it on, and send the failed events again.'
  if (disabledReason === 'gone')
    return 'It answered 410, which means that it wants no more events. Switch it on if that was a mistake.'
  if (!enabled) return 'It is off. Nothing is noted for it until it is on again.'
  if (pausedUntil !== null) return `${failures} attempts in a row failed. The next one comes after a pause.`
  return undefined
}

const deliveryLooks: Record<Delivery['state'], { state: State; label: string }> = {
  delivered: { state: 'done', label: 'Delivered' },
  pending: { state: 'waiting', label: 'Pending' },
  failed: { state: 'failed', label: 'Failed' },
}

export const lookOf = ({ state }: Delivery) => deliveryLooks[state]

/** Why there was no answer. */
const failures: Record<string, string> = {
  'fetch.timeout': 'no answer in time',
  'fetch.not_found': 'unknown host',
  'fetch.blocked_address': 'private address, not allowed',
  'fetch.http_error': 'no connection',
  'webhook.secret_unreadable': 'its secret cannot be read',
}

/** The answer to an attempt. Undefined: there was none yet. */
export function answerOf(attempt: Delivery['attempts'][number] | undefined): string {
  if (!attempt) return 'not sent yet'
  if (attempt.status !== null) return String(attempt.status)
  return failures[attempt.error ?? ''] ?? attempt.error ?? 'no answer'
}

/** The host of the address: enough to tell webhooks apart. */
export const hostOf = ({ url }: Webhook): string => URL.parse(url)?.host ?? url
