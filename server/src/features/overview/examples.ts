/** Bodies shown in the API description. A test checks each against its schema. */
export const overviewExample = {
  response: {
    documents: 128,
    pending: 2,
    failed: 1,
    memories: 412,
    learnedThisWeek: 37,
    recent: [
      {
        id: '1CbgdhVREVkT2TV2Z8FYBo',
        memory: 'Ada lives in Lisbon',
        containerTag: 'user_42',
        learnedAt: '2026-05-14T09:30:00.000Z',
        version: 2,
        isInference: false,
        before: 'Ada lives in London',
      },
    ],
    models: { embedding: 'all-MiniLM-L6-v2', dimensions: 384, language: null },
  },
}
