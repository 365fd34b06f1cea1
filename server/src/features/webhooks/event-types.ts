/** The events that an endpoint can choose. The triggers of migration 0069 write them. */
export const eventTypes = [
  'document.done',
  'document.failed',
  'memory.formed',
  'memory.superseded',
  'memory.forgotten',
] as const
export type EventType = (typeof eventTypes)[number]

/** Sent to one endpoint, whatever it has chosen, when a person asks for it. */
export const testEvent = 'webhook.test'

/** Names for connectors. Nothing sends them yet, and no endpoint can choose them. */
export const reservedEventTypes = ['connection.synced', 'connection.failed', 'connection.expired'] as const
