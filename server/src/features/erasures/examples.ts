/** The body shown in the API description. A test checks it against its schema. */

const nothing = { rows: 0, vectors: 0, textIndex: 0, blobs: 0, memories: 0, facts: 0, caches: 0 }

export const erasureExample = {
  response: {
    id: '1CbejtaJuzWqjDB4RUoeDQ',
    kind: 'document',
    targetId: '1Cb2E6xd3spDuQv5BFZdDc',
    outcome: 'erased',
    status: 'done',
    requested: 1,
    removed: { ...nothing, rows: 6, vectors: 2, textIndex: 1, blobs: 1, facts: 2 },
    found: nothing,
    checked: { targets: 1, blobs: 1, looseFiles: true },
    isClean: true,
    remains: [
      {
        what: 'tombstone',
        count: 1,
        why: 'A row without content records that the document existed and when it was deleted.',
      },
    ],
    createdAt: '2026-06-02T16:22:00.000Z',
    finishedAt: '2026-06-02T16:22:03.000Z',
    verifiedAt: '2026-06-02T16:25:00.000Z',
    journaledAt: '2026-06-02T16:22:00.000Z',
  },
}
