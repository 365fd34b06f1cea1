/** Bodies that the API description shows. A test checks each against its schema. */

const documentId = '1Cb2E6xd3spDuQv5BFZdDc'
const text = 'Ada moved to Lisbon in May and started at a ceramics studio.'
const added = '2026-05-14T09:30:00.000Z'
const processed = '2026-05-14T09:30:04.512Z'
const question = { q: 'where does Ada live now?', containerTag: 'user_42' }

const result = {
  documentId,
  title: text,
  type: 'text',
  score: 0.58,
  chunks: [{ content: text, isRelevant: true, score: 0.58, position: 0, place: { start: 0, end: 60 } }],
  metadata: { source: 'onboarding', plan: 'pro' },
  createdAt: added,
  updatedAt: processed,
}

export const searchExample = {
  body: { ...question, limit: 5, filters: { AND: [{ key: 'plan', value: 'pro' }] } },
  response: { results: [result], total: 1, timing: 18 },
}

export const searchV2Example = {
  body: { q: 'where does Ada live now?', limit: 5 },
  response: { results: [result], total: 1, timing: 18 },
}

export const searchV4Example = {
  body: { ...question, searchMode: 'hybrid', threshold: 0.4, limit: 5 },
  response: {
    results: [
      {
        id: '1Cb2E7QGu9RKRZtzVbKvy7',
        chunk: text,
        place: { start: 0, end: 60 },
        similarity: 0.58,
        metadata: { source: 'onboarding', plan: 'pro' },
        updatedAt: processed,
        filepath: null,
      },
      {
        id: '1Cb2E7KzvbpT8bZne3oSdk',
        memory: 'Ada moved to Lisbon in May 2026 and started at a ceramics studio.',
        similarity: 0.47,
        metadata: { source: 'onboarding', plan: 'pro' },
        updatedAt: processed,
        version: 1,
        filepath: null,
      },
    ],
    total: 2,
    timing: 21,
  },
}
