/** The contents of a container that requests name. */
export type Things = Record<
  'document' | 'file' | 'doomed' | 'doomedMemory' | 'memory' | 'undone' | 'erasure',
  string
>

type Sent = { path?: string; body?: unknown; form?: boolean }

/** For every route that accepts a scoped key: requests that run all of its transactions. */
export const boundedRequests = (of: Things): Record<string, Sent[]> => {
  const at = (id: string, body?: unknown): Sent => ({ path: id, body })
  const search = { q: 'Who moved to Lisbon?' }
  const filters = { AND: [{ key: 'topic', value: 'moving' }] }
  const containerTag = 'alice'
  const include = { documents: true, summaries: true, relatedMemories: true, forgottenMemories: true }
  return {
    'POST /v3/documents': [
      {
        body: {
          content: 'A new note.',
          customId: 'note',
          metadata: { topic: 'new' },
          entityContext: 'Alice',
        },
      },
      { body: { content: 'A new note, with more.', customId: 'note' } },
    ],
    'POST /v3/documents/batch': [{ body: { documents: ['One.', { content: 'Two.', customId: 'note' }] } }],
    'POST /v3/documents/file': [{ form: true }],
    'POST /v3/documents/list': [
      { body: {} },
      { body: { filters, includeContent: true } },
      { body: { filepath: '/a/', sort: 'updatedAt' } },
      { body: { categories: ['notes'], statuses: ['done', 'queued'], sources: ['api', 'upload'] } },
    ],
    'POST /v3/documents/documents': [{ body: {} }],
    'POST /v3/documents/documents/by-ids': [
      { body: { ids: [of.document] } },
      { body: { ids: ['moving-day'], by: 'customId' } },
    ],
    'POST /v3/graph': [
      { body: {} },
      { body: { of: { kind: 'memory', id: of.memory }, depth: 2 } },
      { body: { of: { kind: 'document', id: of.document } } },
      { body: { of: { kind: 'entity', id: 'user' } } },
    ],
    'POST /v3/documents/documents/facets': [{ body: {} }, { body: { filters } }],
    'GET /v3/documents/processing': [{}],
    'POST /v3/documents/reprocess': [{ body: { ids: [of.document] } }, { body: { from: 'dreaming' } }],
    'POST /v3/documents/retry': [{ body: {} }, { body: { codes: ['embed.*'], since: '2026-05-01' } }],
    'GET /v3/documents/:id': [at(of.document), at('moving-day'), at('nobody')],
    'GET /v3/documents/:id/chunks': [at(of.document)],
    'GET /v3/documents/:id/attempts': [at(of.document)],
    'GET /v3/documents/:id/events': [at(of.document)],
    'GET /v3/documents/:id/file-url': [at(of.file), at(of.document)],
    'POST /v3/documents/:id/retry': [at(of.document)],
    'PATCH /v3/documents/:id': [
      at('moving-day', { metadata: { topic: 'changed' }, documentDate: '2026-05-01' }),
      at(of.document, { content: 'Alice moved to Porto.', containerTag }),
    ],
    'POST /v3/memories': [{ body: { content: 'Another note.' } }],
    'POST /v3/memories/list': [{ body: {} }],
    'POST /v3/memories/file': [{ form: true }],
    'GET /v3/memories/:id': [at(of.document)],
    'PATCH /v3/memories/:id': [at(of.document, { metadata: { topic: 'again' } })],
    'POST /v4/memories': [{ body: { containerTag, memories: [{ content: 'Alice likes figs.' }] } }],
    'PATCH /v4/memories': [{ body: { containerTag, id: of.memory, newContent: 'Alice lives in Porto.' } }],
    'GET /v4/memories/:id': [at(of.memory)],
    'POST /v4/memories/:id/undo': [at(of.undone), at(of.document)],
    'POST /v4/memories/list': [
      { body: { containerTags: [containerTag], include: { forgottenMemories: true } } },
      { body: { containerTags: [containerTag], filters } },
    ],
    'POST /v4/memories/forget-matching': [
      { body: { containerTag, query: 'figs', dryRun: true } },
      { body: { containerTag, ids: [of.memory] } },
    ],
    'DELETE /v4/memories': [{ body: { containerTag, id: of.doomedMemory } }],
    'POST /v4/profile': [
      { body: { containerTag, q: 'Lisbon', include: ['static', 'dynamic', 'buckets'] } },
      { body: { containerTag, filters } },
    ],
    'POST /v4/profile/buckets': [{ body: { containerTag } }],
    'POST /v3/search': [
      { body: search },
      { body: { ...search, filters, rerank: true, explain: true, onlyMatchingChunks: false } },
      { body: { ...search, docId: 'moving-day', rewriteQuery: true, includeFullDocs: true } },
    ],
    'POST /v4/search': ['memories', 'hybrid', 'documents'].map(searchMode => ({
      body: { ...search, containerTag, searchMode, threshold: 0, rerank: true, explain: true, include },
    })),
    'GET /v3/session': [{}],
    'GET /v3/erasures/:id': [at(of.erasure)],
    'DELETE /v3/documents/bulk': [{ body: { ids: ['note', 'nobody'] } }, { body: { filepath: '/a/' } }],
    'DELETE /v3/documents/:id': [at(of.doomed)],
    'DELETE /v3/memories/:id': [at('moving-day')],
  }
}
