import { z } from 'zod'
import { ignoredFields } from '../../platform/lib/client-fields.ts'
import { storableText } from '../../platform/lib/storable-text.ts'
import { type ConnectedType, typeSynonyms } from '../../platform/lib/type-words.ts'
import { containerTagSchema } from '../containers/schema.ts'
import { metadataSchema } from '../containers/wire-shapes.ts'
import { customIdSchema, documentDateSchema, taskTypeSchema } from './schema.ts'
import type { DocumentType } from './status.ts'

/** Form fields are text: objects and lists come as JSON text, and an empty field counts as absent. */
const jsonText = <T extends z.ZodType>(schema: T) =>
  z.preprocess(value => {
    if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value
    try {
      return JSON.parse(value)
    } catch {
      return value
    }
  }, schema)

const fileTypes = [
  ...['text', 'pdf', 'social_post', 'cloud_doc', 'cloud_slide', 'cloud_sheet', 'image', 'video'],
  ...['notes_doc', 'webpage', 'filehost'],
] as DocumentType[]

export const uploadFields = z.preprocess(
  dropEmpty,
  z
    .strictObject({
      file: z
        .unknown()
        .optional()
        .meta({ override: { type: 'string', format: 'binary' }, description: 'The file. Required.' }),
      containerTag: containerTagSchema
        .optional()
        .describe('Container of the document, for example one per end user. Default: `sm_project_default`.'),
      containerTags: z
        .preprocess(
          value => (typeof value === 'string' && !value.startsWith('[') ? [value] : value),
          jsonText(z.array(containerTagSchema).min(1).max(100)),
        )
        .optional()
        .meta({ deprecated: true, description: 'Use `containerTag`. One tag, or JSON text of an array.' }),
      fileType: z
        .preprocess(value => typeSynonyms[value as ConnectedType] ?? value, z.enum(fileTypes))
        .optional()
        .describe('Kind of file, if the content does not show it. Rarely needed.'),
      mimeType: storableText.max(127).optional().meta({
        description: 'MIME type of the file. Required when `fileType` is `image` or `video`.',
        example: 'image/png',
      }),
      metadata: jsonText(metadataSchema).optional().describe('Metadata as JSON text of an object.'),
      filterByMetadata: jsonText(metadataSchema)
        .optional()
        .describe('JSON text of an object: dreaming uses only memories with this metadata as context.'),
      filepath: storableText.max(4096).optional().meta({
        description: 'Path of the document, to list and search by folder. Up to 4,096 characters.',
        example: '/reports/2026/q1.pdf',
      }),
      customId: customIdSchema.optional(),
      entityContext: storableText
        .max(1500)
        .optional()
        .describe('Who or what the container is about, up to 1,500 characters. Guides memory extraction.'),
      taskType: taskTypeSchema.optional(),
      documentDate: documentDateSchema.optional(),
      dreaming: z
        .enum(['instant', 'dynamic'])
        .optional()
        .describe(
          'When dreaming starts: `dynamic` (the default) waits until the container is quiet, `instant` does not.',
        ),
      ...ignoredFields.document,
      ...ignoredFields.upload,
    })
    .refine(
      ({ fileType, mimeType }) => (fileType !== 'image' && fileType !== 'video') || mimeType !== undefined,
      { path: ['mimeType'], message: 'is required when fileType is image or video' },
    ),
)
export type UploadFields = z.output<typeof uploadFields>

function dropEmpty(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null) return fields
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}
