const endpoint = {
  id: '1CbgdhVREVkT2TV2Z8FYBo',
  url: 'https://app.example.org/hooks/reverie',
  description: 'Updates the search index',
  events: ['document.done', 'document.failed'],
  containerTags: null,
  enabled: true,
  disabledAt: null,
  disabledReason: null,
  failures: 0,
  failingSince: null,
  pausedUntil: null,
  previousSecretUntil: null,
  createdAt: '2026-05-14T09:30:00.000Z',
}
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const eventId = 'evt_1CbgdhVREVkT2TV2Z8FYBo'

export const createEndpointExample = {
  body: { url: endpoint.url, events: endpoint.events, description: endpoint.description },
  response: { ...endpoint, secret },
}

export const listEndpointsExample = { response: { webhooks: [endpoint] } }

export const endpointExample = { response: endpoint }

export const updateEndpointExample = {
  body: { containerTags: ['user_42'] },
  response: { ...endpoint, containerTags: ['user_42'] },
}

export const deleteEndpointExample = { response: { success: true } }

export const rotateExample = {
  body: { overlapHours: 24 },
  response: { id: endpoint.id, secret, previousSecretUntil: '2026-05-15T09:30:00.000Z' },
}

export const testExample = { response: { eventId } }

export const deliveriesExample = {
  response: {
    deliveries: [
      {
        eventId,
        type: 'document.done',
        state: 'delivered',
        createdAt: '2026-05-14T09:31:00.000Z',
        nextAttemptAt: null,
        attempts: [
          { at: '2026-05-14T09:31:10.200Z', status: null, durationMs: 10_000, error: 'fetch.timeout' },
          { at: '2026-05-14T09:31:15.900Z', status: 204, durationMs: 84, error: null },
        ],
        data: {
          id: '1Cb2E6xd3spDuQv5BFZdDc',
          customId: 'note-2026-05-14',
          containerTags: ['user_42'],
        },
      },
    ],
    next: null,
    retentionDays: 7,
  },
}

export const replayExample = { body: { failed: true }, response: { replayed: 3, hasMore: false } }
