/** The events that an endpoint can choose. The triggers of migrations 0069 and 0070 write them. */
export const eventTypes = [
  'document.done',
  'document.failed',
  'memory.formed',
  'memory.superseded',
  'memory.forgotten',
  'connection.synced',
  'connection.failed',
  'connection.expired',
] as const
export type EventType = (typeof eventTypes)[number]

/** Sent to one endpoint, whatever it has chosen, when a person asks for it. */
export const testEvent = 'webhook.test'
