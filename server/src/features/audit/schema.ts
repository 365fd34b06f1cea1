import { z } from 'zod'
import { timestampJson } from '../../platform/lib/wire-scalars.ts'
import { auditedActions } from '../../platform/routing/audit.ts'

export const auditQuery = z.object({
  action: z.enum(auditedActions).optional().describe('Only entries of this action.'),
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional()
    .meta({ description: '`next` of the previous page.', example: '1042' }),
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Entries per page, 1 to 200.'),
})

export const auditResponse = z.object({
  entries: z
    .array(
      z.object({
        id: z.string().describe('Number of the entry; later entries have higher numbers.'),
        at: timestampJson.describe('When it happened.'),
        actor: z
          .object({
            kind: z
              .enum(['person', 'key', 'nobody'])
              .describe('`nobody`: a caller who was not known yet, such as at sign-in.'),
            id: z.string().nullable().describe('Id of the person or key.'),
            name: z.string().nullable().describe('Name of the person or key at that time.'),
          })
          .describe('Who did it.'),
        action: z.enum(auditedActions).describe('The action.'),
        target: z
          .string()
          .nullable()
          .describe('Id of the key, person, document, container tag or other thing that it changed.'),
        details: z
          .record(z.string(), z.unknown())
          .describe('Further facts, such as the new role. Never content.'),
        address: z.string().nullable().describe('Network address of the caller.'),
        requestId: z.string().nullable().describe('Id of the request in the log.'),
      }),
    )
    .describe('Entries, the latest first.'),
  next: z.string().nullable().describe('Pass it as `before` for the next page; null on the last page.'),
})
