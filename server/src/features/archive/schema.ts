import { z } from 'zod'
import { digitsToNumber, idJson, timestampJson } from '../../platform/lib/wire-scalars.ts'
import { containerTagSchema } from '../containers/schema.ts'
import { importers } from './importers/registry.ts'

/** Wire formats of our own, outside the contract. */

export const jobParams = z.object({
  id: z.string().min(1).max(255).meta({ description: 'Id of the job.', example: '1Cb2E6xd3spDuQv5BFZdDc' }),
})

export const startExportBody = z.strictObject({
  containerTag: containerTagSchema
    .optional()
    .describe('Container to export. Default: the whole organization, or the container of a scoped key.'),
  format: z
    .enum(['archive', 'markdown'])
    .default('archive')
    .describe(
      '`archive` can be imported again without loss. `markdown` is a folder of Markdown with front matter, for people and other programs.',
    ),
  vectors: z
    .boolean()
    .default(false)
    .describe(
      'Adds the vectors of chunks and memories, about 4 kB each. A server with the same embedding model then needs not compute them again.',
    ),
})
export type StartExportBody = z.output<typeof startExportBody>

export const importFormats = ['archive', ...importers.map(({ name }) => name)] as [string, ...string[]]

export const createImportBody = z.strictObject({
  format: z
    .enum(importFormats)
    .default('archive')
    .describe(
      `Format of the upload. \`archive\` is Reverie's own; the others are exports of other programs.`,
    ),
  containerTag: containerTagSchema
    .optional()
    .describe(
      'Container to import into. Default: the container tags in the archive, or `sm_project_default` for other formats. A scoped key uses its own.',
    ),
  fileName: z
    .string()
    .max(255)
    .optional()
    .meta({ description: 'Name of the file, for formats that go by it.', example: 'conversations.json' }),
})
export type CreateImportBody = z.output<typeof createImportBody>

export const uploadPartFields = z.strictObject({
  file: z
    .unknown()
    .optional()
    .meta({ override: { type: 'string', format: 'binary' }, description: 'The piece. Required.' }),
  part: z
    .preprocess(digitsToNumber, z.int().min(0).max(1_000_000))
    .default(0)
    .describe('Number of the piece, from 0. A piece that was sent before is replaced.'),
})

const count = z.int().min(0)

export const jobJson = z.object({
  id: idJson.describe('Id of the job.'),
  format: z.string().describe('Format that is written or read.'),
  containerTag: z.string().nullable().describe('Container of the job; null for all of them.'),
  status: z
    .enum(['uploading', 'queued', 'running', 'done', 'failed'])
    .describe('`uploading` until an import is started, then `queued`, `running`, and `done` or `failed`.'),
  phase: z
    .enum(['writing', 'reading', 'applying', 'embedding'])
    .nullable()
    .describe(
      'Of an export `writing`. Of an import `reading` (nothing is changed yet), `applying`, then `embedding` while vectors are made.',
    ),
  counts: z
    .record(z.string(), count)
    .describe(
      'Documents, memories and so on that were written so far. `skippedDocuments` and `skippedMemories` were there already.',
    ),
  total: count.nullable().describe('Documents and memories in all, as far as is known.'),
  bytes: count.nullable().describe('Size of the file; null while it is written.'),
  errorCode: z.string().nullable().describe('Stable code of the failure; null when there is none.'),
  errorMessage: z.string().nullable().describe('What happened, and what to do about it.'),
  createdAt: timestampJson.describe('When the job was created.'),
  updatedAt: timestampJson.describe('When the job last made progress.'),
  finishedAt: timestampJson.nullable().describe('When the job ended; null before.'),
})
export type JobJson = z.output<typeof jobJson>

export const exportListJson = z.object({ exports: z.array(jobJson).describe('The newest 50 exports.') })
export const importListJson = z.object({ imports: z.array(jobJson).describe('The newest 50 imports.') })

export const partJson = z.object({
  id: idJson.describe('Id of the import.'),
  parts: count.describe('Pieces that are stored.'),
  bytes: count.describe('Size of all pieces.'),
})
