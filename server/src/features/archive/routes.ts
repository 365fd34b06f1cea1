import type { Route } from '../../platform/routing/route.ts'
import { route } from '../../platform/routing/route.ts'
import type { ArchiveApp } from './archive-app.ts'
import { addUploadPart, createImport, startImport, uploadKey } from './create-import.ts'
import * as examples from './examples.ts'
import { getJob, listNewestJobs } from './get-job.ts'
import { presentExports, presentImports, presentJob, presentParts } from './present.ts'
import {
  createImportBody,
  exportListJson,
  importListJson,
  jobJson,
  jobParams,
  partJson,
  startExportBody,
  uploadPartFields,
} from './schema.ts'
import { deleteExport, openExport, startExport } from './start-export.ts'

export function archiveRoutes(app: ArchiveApp): Route[] {
  return [...exportRoutes(app), ...importRoutes(app)]
}

function exportRoutes(app: ArchiveApp): Route[] {
  const common = { access: 'scoped', role: 'admin', tag: 'Exports' } as const
  return [
    route({
      ...common,
      method: 'POST',
      path: '/v3/exports',
      audit: {
        action: 'export.create',
        facts: ({ body }, answer) => ({ target: idOf(answer), details: body as Record<string, unknown> }),
      },
      summary: 'Create an export',
      description:
        'Exports a container or the whole organization in the background: documents with all revisions and files, memories with versions, relations, sources and decisions, and, for an organization, settings and golden questions. Secrets and keys are left out. The export reads while others write; a document or memory is always exported whole. It needs a key of the organization, an admin, or the scoped key of the container.',
      example: examples.startExportExample,
      body: startExportBody,
      status: 202,
      response: jobJson,
      errors: ['auth.container_mismatch', 'container.not_found'],
      handle: async ({ principal, body }) => presentJob(await startExport(app, principal, body)),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/v3/exports',
      summary: 'List exports',
      description:
        'Returns the newest 50 exports of the organization, or of the container of a scoped key. `bytes` is null in this list. Exports and their files are removed after `ARCHIVE_RETENTION_DAYS`.',
      example: examples.listExportsExample,
      operation: 'list',
      response: exportListJson,
      handle: async ({ principal }) => presentExports(await listNewestJobs(app, principal, 'export')),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/v3/exports/:id',
      summary: 'Get an export',
      description: 'Returns the progress of an export. When it is `done`, its file can be downloaded.',
      example: examples.getExportExample,
      operation: 'get',
      params: jobParams,
      response: jobJson,
      errors: ['export.not_found'],
      handle: async ({ principal, params }) => presentJob(await getJob(app, principal, 'export', params.id)),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/v3/exports/:id/file',
      audit: { action: 'export.download' },
      summary: 'Download an export',
      description:
        'Returns the file of a finished export as an attachment: a gzip-compressed tar. An export that is still being written, or has failed, is 409.',
      operation: 'get',
      params: jobParams,
      download: true,
      errors: ['export.not_found', 'export.not_ready'],
      handle: ({ principal, params }) => openExport(app, principal, params.id),
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/v3/exports/:id',
      audit: { action: 'export.delete' },
      summary: 'Delete an export',
      description: 'Deletes an export and its file at once. One that is being written stops.',
      operation: 'delete',
      params: jobParams,
      errors: ['export.not_found'],
      handle: ({ principal, params }) => deleteExport(app, principal, params.id),
    }),
  ]
}

const idOf = (answer: unknown) => (answer as { id: string }).id

function importRoutes(app: ArchiveApp): Route[] {
  const common = { access: 'scoped', tag: 'Imports' } as const
  return [
    route({
      ...common,
      method: 'POST',
      path: '/v3/imports',
      summary: 'Create an import',
      description:
        'Creates an import that waits for its upload. Send the file in pieces to `POST /v3/imports/{id}/parts`, then start it with `POST /v3/imports/{id}/start`. The whole file is read and checked before anything is changed. The same import twice changes nothing. An archive of a whole organization needs a key of the organization or an admin.',
      example: examples.createImportExample,
      body: createImportBody,
      status: 201,
      response: jobJson,
      errors: ['auth.container_mismatch'],
      handle: async ({ principal, body }) => presentJob(await createImport(app, principal, body)),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/v3/imports/:id/parts',
      summary: 'Add a piece to an import',
      description:
        'Accepts a form with a `file` and the number of the piece. A piece may have 50 MB unless the operator sets another limit. Pieces may come in any order; one that is sent again replaces the former.',
      example: examples.uploadPartExample,
      params: jobParams,
      body: uploadPartFields,
      upload: {
        async store(principal, { name, contentType, body }) {
          const key = uploadKey(principal)
          const stored = await app.blobs.put(key, body, { contentType, maxBytes: app.maxFileBytes })
          return Object.assign(stored, { blobKey: key, name, contentType })
        },
        discard: file => app.blobs.delete(file.blobKey).catch(() => undefined),
      },
      response: partJson,
      errors: ['import.not_found', 'import.started', 'storage.full'],
      async handle({ principal, params, body, file }) {
        const { job, sums } = await addUploadPart(app, principal, params.id, body.part, file!)
        return presentParts(job, sums)
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/v3/imports/:id/start',
      audit: { action: 'import.start' },
      summary: 'Import the uploaded file',
      description: 'Starts an import whose pieces are all uploaded. It runs in the background.',
      example: examples.startImportExample,
      params: jobParams,
      status: 202,
      response: jobJson,
      errors: ['import.not_found', 'import.started', 'import.incomplete'],
      handle: async ({ principal, params }) => presentJob(await startImport(app, principal, params.id)),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/v3/imports',
      summary: 'List imports',
      description: 'Returns the newest 50 imports of the organization, or of the container of a scoped key.',
      example: examples.listImportsExample,
      operation: 'list',
      response: importListJson,
      handle: async ({ principal }) => presentImports(await listNewestJobs(app, principal, 'import')),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/v3/imports/:id',
      summary: 'Get an import',
      description:
        'Returns the progress of an import. A failed one has an `errorCode` that says why, and an `errorMessage` that says what to do.',
      example: examples.getImportExample,
      operation: 'get',
      params: jobParams,
      response: jobJson,
      errors: ['import.not_found'],
      handle: async ({ principal, params }) => presentJob(await getJob(app, principal, 'import', params.id)),
    }),
  ]
}
