/** Bodies that the API description shows. A test checks each against its schema. */

export const profileExample = {
  body: { containerTag: 'user_42', q: 'where does Ada live now?', threshold: 0.4 },
  response: {
    profile: {
      static: ['Ada is a ceramics teacher.'],
      dynamic: ['Ada moved to Lisbon in May 2026 and started at a ceramics studio.'],
    },
    searchResults: {
      results: [
        {
          id: '1Cb2E7KzvbpT8bZne3oSdk',
          memory: 'Ada moved to Lisbon in May 2026 and started at a ceramics studio.',
          content: 'Ada moved to Lisbon in May 2026 and started at a ceramics studio.',
          similarity: 0.47,
          metadata: null,
          updatedAt: '2026-05-14T09:30:05.000Z',
          version: 1,
          filepath: null,
        },
      ],
      total: 1,
      timing: 14,
    },
  },
}

export const bucketsExample = {
  body: { containerTag: 'user_42' },
  response: { buckets: [{ key: 'work', description: 'Jobs, colleagues and projects' }] },
}
