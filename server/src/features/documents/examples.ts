/** Bodies shown in the API description. A test checks each against its schema. */

const id = '1Cb2E6xd3spDuQv5BFZdDc'
const text = 'Ada moved to Lisbon in May and started at a ceramics studio.'
const added = '2026-05-14T09:30:00.000Z'
const processed = '2026-05-14T09:30:04.512Z'

const formed = {
  errorCode: null,
  errorMessage: null,
  memoryCount: 1,
  dreamingStatus: 'done',
  dreamingOutcome: {
    outcome: 'formed',
    memories: 1,
    setting: null,
    truncated: false,
    errorCode: null,
    errorMessage: null,
    until: null,
  },
  memoryState: { state: 'formed', reason: null, message: null },
}

const beingRead = {
  errorCode: null,
  errorMessage: null,
  memoryCount: 0,
  dreamingStatus: 'dreaming',
  dreamingOutcome: null,
  memoryState: {
    state: 'waiting',
    reason: 'processing',
    message: 'The document is extracting. Dreaming starts when it is done.',
  },
}

const listed = {
  ...formed,
  id,
  connectionId: null,
  customId: 'note-2026-05-14',
  containerTags: ['user_42'],
  createdAt: added,
  updatedAt: processed,
  metadata: { source: 'onboarding', plan: 'pro' },
  status: 'done',
  summary: text,
  title: text,
  type: 'text',
}

const memory = {
  id: '1Cb2E7KzvbpT8bZne3oSdk',
  memory: 'Ada moved to Lisbon in May 2026 and started at a ceramics studio.',
  createdAt: added,
  updatedAt: processed,
  isLatest: true,
  isForgotten: false,
  isStatic: false,
  isInference: false,
  version: 1,
  sourceCount: 1,
  metadata: { source: 'onboarding', plan: 'pro' },
  parentMemoryId: null,
  rootMemoryId: null,
}

const document = {
  ...listed,
  content: text,
  raw: null,
  ogImage: null,
  source: 'api',
  taskType: 'memory',
  latestRevision: 1,
  activeContentUpdateId: null,
  tombstonedAt: null,
  url: null,
  filepath: null,
}

const pagination = { currentPage: 1, totalItems: 1, totalPages: 1, limit: 10 }
const accepted = { id, status: 'queued' }

export const addExample = {
  body: {
    content: text,
    containerTag: 'user_42',
    customId: 'note-2026-05-14',
    metadata: { source: 'onboarding', plan: 'pro' },
    documentDate: '2026-05-14',
  },
  response: accepted,
}

export const listExample = {
  body: {
    containerTag: 'user_42',
    limit: 10,
    page: 1,
    filters: { AND: [{ key: 'plan', value: 'pro' }] },
  },
  response: { memories: [{ ...listed, filepath: null, url: null }], pagination },
}

export const processingExample = {
  response: {
    documents: [
      {
        ...listed,
        ...beingRead,
        customId: null,
        title: null,
        summary: null,
        type: 'pdf',
        status: 'extracting',
        metadata: null,
        stuck: false,
        progress: { done: 12, total: 80 },
        gate: null,
      },
    ],
    totalCount: 1,
    dreamingCount: 0,
  },
}

export const getExample = { response: { ...document, memories: [memory] } }

export const updateExample = {
  body: { content: 'Ada moved to Porto in June.', metadata: { source: 'correction' } },
  response: accepted,
}

export const batchExample = {
  body: {
    containerTag: 'user_42',
    metadata: { source: 'import' },
    documents: [
      'Ada plays the viola.',
      { content: 'https://example.org/an-article', customId: 'article-7' },
      { content: '', customId: 'empty-1' },
    ],
  },
  response: {
    results: [
      { id, status: 'queued' },
      { id: '1Cb2E7QGu9RKRZtzVbKvy7', status: 'queued' },
      { id: '', status: 'error', error: 'content: must not be empty', customId: 'empty-1' },
    ],
    failed: 1,
    success: 2,
  },
}

export const deleteManyExample = {
  body: { ids: [id, 'note-2026-05-13'] },
  response: {
    success: false,
    deletedCount: 1,
    errors: [{ id: 'note-2026-05-13', error: 'Document not found', code: 'document.not_found' }],
    erasureIds: ['1CbejtaJuzWqjDB4RUoeDQ'],
  },
}

export const retryExample = { response: accepted }

export const reprocessExample = {
  body: { containerTags: ['user_42'], from: 'dreaming' },
  response: { count: 118, after: null },
}

export const retryManyExample = {
  body: { codes: ['embed.*'], since: '2026-05-14T09:30:00Z' },
  response: { count: 118, after: null },
}

const memoryInDocument = {
  ...memory,
  spaceId: '1Cb2E5RCXrQqwxh3SFJ1oG',
  spaceContainerTag: 'user_42',
  forgetAfter: null,
  forgetReason: null,
  memoryRelations: {},
}

export const listWithMemoriesExample = {
  body: { containerTag: 'user_42', limit: 10, page: 1 },
  response: { documents: [{ ...document, memoryEntries: [memoryInDocument] }], pagination },
}

export const uploadExample = {
  body: { file: '(the bytes of report.pdf)', containerTag: 'user_42', metadata: '{"source":"reports"}' },
  response: accepted,
}

export const fileUrlExample = {
  response: { url: 'http://127.0.0.1:8787/v3/files/eyJkIjoiMUNiMkU2eGQifQ.c2lnbmF0dXJl' },
}

export const eventExample = {
  response: {
    ...beingRead,
    id,
    status: 'extracting',
    progress: { done: 12, total: 80 },
    updatedAt: added,
  },
}

export const attemptsExample = {
  response: {
    attempts: [
      {
        startedAt: '2026-05-14T09:30:03.900Z',
        endedAt: processed,
        worker: 'reverie-1:27659',
        stage: 'indexing',
        outcome: 'done',
        revision: 1,
        errorCode: null,
        errorMessage: null,
      },
      {
        startedAt: '2026-05-14T09:30:00.120Z',
        endedAt: '2026-05-14T09:30:01.840Z',
        worker: 'reverie-1:27659',
        stage: 'embedding',
        outcome: 'retry',
        revision: 1,
        errorCode: 'embed.provider_unavailable',
        errorMessage: 'The embedding model does not answer',
      },
    ],
    llmCalls: [],
  },
}

export const chunksExample = {
  response: {
    documentId: id,
    total: 1,
    chunks: [
      { id: '1Cb2E7QGu9RKRZtzVbKvy7', position: 0, content: text, type: 'text', createdAt: processed },
    ],
  },
}

export const conversationExample = {
  body: {
    conversationId: 'chat-2026-05-14-ada',
    containerTag: 'user_42',
    messages: [
      { role: 'user', content: 'I moved to Lisbon in May.' },
      { role: 'assistant', content: 'How do you like it so far?' },
    ],
  },
  response: { id, conversationId: 'chat-2026-05-14-ada', status: 'queued' },
}

export const byIdsExample = {
  body: { ids: [id], by: 'id' },
  response: { documents: [{ ...document, memoryEntries: [memoryInDocument] }], notFound: [] },
}

export const facetsExample = {
  body: { containerTag: 'user_42' },
  response: {
    facets: [
      { category: 'text', count: 40, label: 'Notes and text' },
      { category: 'pdf', count: 2, label: 'PDF' },
    ],
    statuses: [{ category: 'done', count: 42, label: 'Done' }],
    sources: [
      { category: 'api', count: 40, label: 'api' },
      { category: 'upload', count: 2, label: 'upload' },
    ],
    containers: [{ category: 'user_42', count: 42, label: 'user_42' }],
    total: 42,
    isComplete: true,
  },
}
