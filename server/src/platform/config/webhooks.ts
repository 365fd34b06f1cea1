import { count, milliseconds } from './kinds.ts'

export const webhookSettings = {
  WEBHOOK_SLOTS: count
    .min(1)
    .max(256)
    .default(16)
    .describe(
      'Webhooks: endpoints that a worker process sends to at once, per cell, up to four messages each. Endpoints that fail or are slow share half of the slots, and one organization gets at most half. Raise it for many slow receivers.',
    ),
  WEBHOOK_TIMEOUT_MS: milliseconds
    .min(100)
    .max(60_000)
    .default(10_000)
    .describe('Webhooks: time within which a receiver must answer, from the connection to the status.'),
  WEBHOOK_OFF_AFTER_HOURS: count
    .min(1)
    .max(720)
    .default(72)
    .describe(
      'Webhooks: an endpoint that has only failed for this many hours is switched off. The API and the console show why.',
    ),
  WEBHOOK_LOG_DAYS: count
    .min(1)
    .max(90)
    .default(7)
    .describe(
      'Webhooks: days that Reverie keeps the log of deliveries. A failed event can be sent again while it is in the log.',
    ),
}
