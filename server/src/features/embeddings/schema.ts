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

export const compareQuery = z.object({
  limit: z.coerce.number().int().min(1).max(20).default(10).describe('Questions per page, 1 to 20.'),
  after: storableText
    .min(1)
    .max(64)
    .optional()
    .meta({ description: '`next` of the previous page.', example: '1CbgdhVREVkT2TV2Z8FYBo' }),
})
export type CompareQuery = z.output<typeof compareQuery>

export const comparisonJson = z.object({
  sets: z
    .array(
      z.object({
        id: z.int().describe('Number of the set. `results` name it.'),
        role: z
          .enum(['active', 'building', 'previous'])
          .describe('Searches use the `active` set. `previous` is kept for a rollback.'),
        provider: z.string().describe('Provider of the model.'),
        model: z.string().describe('Name of the model.'),
        dimensions: z.int().describe('Dimensions of its vectors.'),
        isComplete: z.boolean().describe('Whether every container is embedded.'),
        isAvailable: z
          .boolean()
          .describe(
            'Whether this server runs the model (`EMBEDDER` or `EMBEDDER_NEXT`). Only such sets are searched.',
          ),
      }),
    )
    .describe('Embedding sets of the organization, the active one first.'),
  questions: z
    .array(
      z.object({
        id: z.string().describe('Id of the question.'),
        question: z.string().describe('The question.'),
        expected: z.array(z.string()).describe('Documents that contain the answer, as they were sent.'),
        containerTag: z.string().nullable().describe('Container searched; null for the whole organization.'),
        results: z
          .array(
            z.object({
              set: z.int().describe('Number of the set.'),
              ranks: z
                .array(z.int().nullable())
                .describe('Rank of each expected document, from 1; null if it is not among the first 20.'),
              recall10: z.number().describe('Share of the expected documents among the first 10 results.'),
              ndcg10: z
                .number()
                .describe(
                  'The same, with more weight for higher ranks. 1: they come first, 0: none is found.',
                ),
            }),
          )
          .describe('Ranks in each available set, in the order of `sets`.'),
      }),
    )
    .describe('Questions of this page, oldest first.'),
  next: z.string().nullable().describe('Pass it as `after` for the next page; null on the last page.'),
})
