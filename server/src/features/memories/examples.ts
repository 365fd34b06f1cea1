/** Bodies that the API description shows. A test checks each against its schema. */

const id = '1Cb2E7KzvbpT8bZne3oSdk'
const document = '1Cb2E6xd3spDuQv5BFZdDc'
const learned = '2026-05-14T09:30:05.000Z'

const memory = {
  id,
  memory: 'Ada moved to Lisbon in May 2026 and started at a ceramics studio.',
  createdAt: learned,
  updatedAt: learned,
  isLatest: true,
  isForgotten: false,
  isStatic: false,
  isInference: false,
  version: 2,
  sourceCount: 1,
  metadata: null,
  parentMemoryId: '1CX38ZC1cE7GhgU9haWBe1',
  rootMemoryId: '1CX38ZC1cE7GhgU9haWBe1',
}

const before = {
  ...memory,
  id: '1CX38ZC1cE7GhgU9haWBe1',
  memory: 'Ada lives in Berlin.',
  createdAt: '2026-01-12T08:00:00.000Z',
  isLatest: false,
  version: 1,
  parentMemoryId: null,
  rootMemoryId: null,
}

const entry = {
  ...memory,
  spaceId: '1Cbejp9nRJTbN34gNmuqGe',
  orgId: '1CbgdhVREVkT2TV2Z8FYBo',
  forgetAfter: null,
  forgetReason: null,
  memoryRelations: { '1CX38ZC1cE7GhgU9haWBe1': 'updates' },
  temporalContext: { documentDate: '2026-05-14T00:00:00.000Z', eventDate: ['2026-05-01T00:00:00.000Z'] },
  history: [before],
  documentIds: [document],
}

const written = {
  id,
  memory: 'Ada prefers tea to coffee.',
  createdAt: learned,
  forgetAfter: null,
  forgetReason: null,
  metadata: null,
}

export const addMemoriesExample = {
  body: {
    containerTag: 'user_42',
    memories: [{ content: 'Ada prefers tea to coffee.', isStatic: false }],
  },
  response: { documentId: null, memories: [{ ...written, isStatic: false }] },
}

export const updateMemoryExample = {
  body: { containerTag: 'user_42', id, newContent: 'Ada prefers green tea to coffee.' },
  response: {
    ...written,
    id: '1CbejjjFvcQJCrNZgx1iMR',
    memory: 'Ada prefers green tea to coffee.',
    version: 2,
    parentMemoryId: id,
    rootMemoryId: id,
  },
}

export const forgetMemoryExample = {
  body: { containerTag: 'user_42', id, reason: 'The user asked to forget it' },
  response: { id, forgotten: true },
}

export const getMemoryExample = {
  response: {
    ...entry,
    origin: 'user',
    confidence: 0.85,
    trueFrom: '2026-05-01T00:00:00.000Z',
    trueUntil: null,
    citations: [
      {
        documentId: document,
        title: 'Ada moved to Lisbon in May and started at a ceramics studio.',
        revision: 1,
        spans: [{ start: 0, end: 60, text: 'Ada moved to Lisbon in May and started at a ceramics studio.' }],
      },
    ],
    decisions: [
      {
        memoryId: '1CX38ZC1cE7GhgU9haWBe1',
        relation: 'updates',
        reason: 'A later statement about the same place of residence',
        decidedAt: learned,
      },
    ],
  },
}

export const listMemoriesExample = {
  body: { containerTags: ['user_42'], limit: 10, page: 1 },
  response: {
    memoryEntries: [entry],
    pagination: { currentPage: 1, totalItems: 1, totalPages: 1, limit: 10 },
  },
}

export const forgetMatchingExample = {
  body: { containerTag: 'user_42', query: 'Ada prefers tea', dryRun: true },
  response: {
    dryRun: true,
    count: 1,
    forgetBatchId: null,
    summary: '1 memory would be forgotten',
    candidates: [{ id, memory: 'Ada prefers tea to coffee.', score: 0.71 }],
  },
}

export const undoExample = {
  response: { id, undone: 'update', current: [memory, { ...before, isLatest: true }] },
}

export const listInferredExample = {
  response: {
    memories: [
      {
        ...memory,
        id: '1CbejjjFvcQJCrNZgx1iMR',
        memory: 'Ada probably speaks Portuguese.',
        isInference: true,
        version: 1,
        parentMemoryId: null,
        rootMemoryId: null,
        parentCount: 2,
      },
    ],
    total: 1,
  },
}

export const reviewExample = {
  body: { action: 'approve' },
  response: {
    id: '1CbejjjFvcQJCrNZgx1iMR',
    isInference: false,
    isForgotten: false,
    reviewStatus: 'approved',
  },
}
