/** Bodies shown in the API description. A test checks each against its schema. */

const id = '1Cb2E6xd3spDuQv5BFZdDc'
const times = { createdAt: '2026-05-14T09:30:00.000Z', updatedAt: '2026-05-14T09:31:00.000Z' }

const queued = {
  ...{
    id,
    format: 'archive',
    containerTag: 'user_42',
    status: 'queued',
    phase: null,
    counts: {},
    total: null,
  },
  ...{ bytes: null, errorCode: null, errorMessage: null, ...times, finishedAt: null },
}

const written = {
  ...queued,
  ...{
    status: 'done',
    phase: 'writing',
    counts: { containers: 1, documents: 120, memories: 340 },
    total: 460,
  },
  ...{ bytes: 918_273, finishedAt: '2026-05-14T09:31:00.000Z' },
}

export const startExportExample = { body: { containerTag: 'user_42', vectors: false }, response: queued }
export const getExportExample = { response: written }
export const listExportsExample = { response: { exports: [{ ...written, bytes: null }] } }

const created = { ...queued, format: 'chatgpt', status: 'uploading' }
const applied = {
  ...created,
  ...{ status: 'done', phase: 'embedding', counts: { documents: 87, skippedDocuments: 3 }, total: 90 },
  finishedAt: '2026-05-14T09:31:00.000Z',
}

export const createImportExample = {
  body: { format: 'chatgpt', containerTag: 'user_42', fileName: 'conversations.json' },
  response: created,
}
export const uploadPartExample = { response: { id, parts: 1, bytes: 8_388_608 } }
export const startImportExample = { response: { ...created, status: 'queued' } }
export const getImportExample = { response: applied }
export const listImportsExample = { response: { imports: [applied] } }
