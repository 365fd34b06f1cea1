import { z } from 'zod'
import { containerTagSchema } from '../containers/schema.ts'
import { timestampJson } from '../containers/wire-shapes.ts'
import { storableText } from '../lib/storable-text.ts'

export const addQuestionBody = z.object({
  question: storableText.min(1).max(10_000).meta({ example: 'where does Ada live now?' }),
  expected: z
    .array(storableText.min(1).max(255))
    .min(1)
    .max(20)
    .meta({ description: 'The documents that hold the answer, by id or customId.' }),
  containerTag: containerTagSchema
    .optional()
    .meta({ description: 'Where to ask. Absent: in the whole organization.' }),
})
export type AddQuestionBody = z.output<typeof addQuestionBody>

export const questionParams = z.object({ id: storableText.min(1).max(64) })

export const questionJson = z.object({
  id: z.string(),
  question: z.string(),
  expected: z.array(z.string()),
  containerTag: z.string().nullable(),
  createdAt: timestampJson,
})

export const questionsJson = z.object({ questions: z.array(questionJson) })

export const questionDeletedJson = z.object({ success: z.boolean() })
