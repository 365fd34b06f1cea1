const memory = '1Cb2E7KzvbpT8bZne3oSdk'
const document = '1Cb2E6xd3spDuQv5BFZdDc'

export const graphExample = {
  body: { containerTag: 'user_42', of: { kind: 'memory', id: memory }, depth: 1 },
  response: {
    nodes: [
      {
        id: memory,
        kind: 'memory',
        label: 'Ada moved to Lisbon in May 2026 and started at a ceramics studio.',
        support: 1,
        state: 'current',
      },
      { id: document, kind: 'document', label: 'Ada moved to Lisbon in May', support: 1, state: 'done' },
      { id: 'entity:ada', kind: 'entity', label: 'ada', support: 1, state: 'current' },
    ],
    edges: [
      { from: memory, to: document, relation: 'source' },
      { from: memory, to: 'entity:ada', relation: 'about' },
    ],
    isComplete: true,
    totals: { memories: 1, documents: 1 },
  },
}
