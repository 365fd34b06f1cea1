import { z } from 'zod'

const mark = 'Accepted and ignored: sent by'

const sentBy = (client: string) =>
  z
    .unknown()
    .optional()
    .meta({ deprecated: true, description: `${mark} ${client}.` })

/**
 * Fields outside the API that published clients send, with the name of the client. The routes listed here accept and ignore
 * them. Add, batch, update and upload refuse every other unknown field, because ignoring a misspelt field does harm.
 */
export const ignoredFields = {
  /** Add, batch and its items, update, upload. */
  document: { title: sentBy('agent plugins that call the API without an SDK') },
  /** `POST /v3/documents/list` and its alias. */
  list: {
    offset: sentBy('@supermemory/tools 1.4 (documentList)'),
    status: sentBy('@supermemory/tools 1.4 (documentList)'),
  },
  /** `POST /v3/documents/file` and its alias. */
  upload: { useAdvancedProcessing: sentBy('supermemory 4 (documents.uploadFile)') },
}

/** Ignored fields are never suggested in place of a misspelt one. `partial()` wraps them once more. */
export function isIgnored(schema: z.ZodType): boolean {
  if (schema.description?.startsWith(mark)) return true
  return schema instanceof z.ZodOptional && isIgnored(schema.unwrap() as z.ZodType)
}
