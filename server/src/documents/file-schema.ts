import { z } from 'zod'
import { containerTagSchema } from '../containers/schema.ts'
import { metadataSchema } from '../containers/wire-shapes.ts'
import { ignoredFields } from '../lib/client-fields.ts'
import { storableText } from '../lib/storable-text.ts'
import { typeSynonyms } from './file-type.ts'
import { customIdSchema, documentDateSchema, taskTypeSchema } from './schema.ts'
import type { DocumentType } from './status.ts'

/** Fields of a form are text: objects and lists come as JSON, and an empty field was left empty. */
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
        .meta({ override: { type: 'string', format: 'binary' } }),
      containerTag: containerTagSchema.optional(),
      containerTags: z
        .preprocess(
          value => (typeof value === 'string' && !value.startsWith('[') ? [value] : value),
          jsonText(z.array(containerTagSchema).min(1).max(100)),
        )
        .optional()
        .meta({ deprecated: true }),
      fileType: z.preprocess(value => typeSynonyms[String(value)] ?? value, z.enum(fileTypes)).optional(),
      mimeType: storableText.max(127).optional(),
      metadata: jsonText(metadataSchema).optional(),
      filterByMetadata: jsonText(metadataSchema).optional(),
      filepath: storableText.max(4096).optional(),
      customId: customIdSchema.optional(),
      entityContext: storableText.max(1500).optional(),
      taskType: taskTypeSchema.optional(),
      documentDate: documentDateSchema.optional(),
      dreaming: z.enum(['instant', 'dynamic']).optional(),
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
