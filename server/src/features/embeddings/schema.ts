import { z } from 'zod'
import { storableText } from '../../platform/lib/storable-text.ts'
import { timestampJson } from '../../platform/lib/wire-scalars.ts'
import { containerTagSchema } from '../containers/schema.ts'

export const addQuestionBody = z.object({
  question: storableText.min(1).max(10_000).meta({
    description: 'The question, 1 to 10,000 characters.',
    example: 'where does Ada live now?',
  }),
  expected: z
    .array(storableText.min(1).max(255))
    .min(1)
    .max(20)
    .meta({
      description: 'Documents that contain the answer, 1 to 20, by id or `customId`.',
      example: ['note-2026-05-14'],
    }),
  containerTag: containerTagSchema
    .optional()
    .describe('Container to search. Default: the whole organization.'),
})
export type AddQuestionBody = z.output<typeof addQuestionBody>

export const questionParams = z.object({
  id: storableText
    .min(1)
    .max(64)
    .meta({ description: 'Id of the question.', example: '1CbgdhVREVkT2TV2Z8FYBo' }),
})

export const questionJson = z.object({
  id: z.string().describe('Id of the question.'),
  question: z.string().describe('The question.'),
  expected: z.array(z.string()).describe('Documents that contain the answer, as they were sent.'),
  containerTag: z.string().nullable().describe('Container to search; null for the whole organization.'),
  createdAt: timestampJson.describe('When the question was added.'),
})

export const questionsJson = z.object({
  questions: z.array(questionJson).describe('Questions, oldest first.'),
})

export const questionDeletedJson = z.object({
  success: z.boolean().describe('Always true; a failure returns an error.'),
})
