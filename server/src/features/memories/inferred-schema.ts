import { z } from 'zod'
import { idJson } from '../../platform/lib/wire-scalars.ts'
import { containerTagSchema } from '../containers/schema.ts'
import { memoryJson } from './schema.ts'

/** Schemas of inferred memories and their review, as the contract with existing clients fixes them. */

/** An inferred memory that waits for a review. */
const inferredJson = z.object({
  ...memoryJson.shape,
  parentCount: z.int().min(0).describe('Number of memories it was inferred from.'),
})
export type InferredJson = z.output<typeof inferredJson>

export const inferredParams = z.object({ tag: containerTagSchema })

export const listInferredResponse = z.object({
  memories: z.array(inferredJson).describe('Inferred memories, best supported first, at most 50.'),
  total: z.int().min(0).describe('Number of memories in this response.'),
})

export const reviewParams = z.object({
  tag: containerTagSchema,
  memoryId: z
    .string()
    .min(1)
    .max(255)
    .meta({ description: 'Id of the inferred memory.', example: '1CbejjjFvcQJCrNZgx1iMR' }),
})

export const reviewBody = z.object({
  action: z
    .enum(['approve', 'decline', 'undo'])
    .describe('`approve` it, `decline` it, or `undo` an earlier review.'),
})
export type ReviewAction = z.output<typeof reviewBody>['action']

export const reviewResponse = z.object({
  id: idJson.describe('Id of the memory.'),
  isInference: z.boolean().describe('False once it is approved.'),
  isForgotten: z.boolean().describe('True once it is declined.'),
  reviewStatus: z.enum(['approved', 'declined']).nullable().describe('The review; null when there is none.'),
})
