import { z } from 'zod'
import { idJson, timestampJson } from '../../platform/lib/wire-scalars.ts'
import { metadataJson } from '../containers/wire-shapes.ts'

/** Wire formats of the parts of one document: processing attempts, language model calls, chunks. */

export const attemptJson = z.object({
  startedAt: timestampJson.describe('When the attempt began.'),
  endedAt: timestampJson.nullable().describe('When it ended; null while it runs.'),
  worker: z.string().describe('Process that made the attempt.'),
  stage: z.string().describe('Stage it reached.'),
  outcome: z
    .enum(['running', 'done', 'retry', 'failed', 'superseded', 'lost'])
    .describe(
      '`retry`: another attempt follows. `superseded`: the content changed meanwhile. `lost`: the worker crashed, and another one takes over.',
    ),
  revision: z.int32().describe('Revision of the content that was processed.'),
  errorCode: z.string().nullable().describe('Stable code of the failure; null without one.'),
  errorMessage: z.string().nullable().describe('The failure in a sentence; null without one.'),
})

export const llmCallJson = z.object({
  createdAt: timestampJson.describe('When the model was called.'),
  model: z.string().describe('Name of the model.'),
  prompt: z.string().describe('Name and version of the prompt.'),
  outcome: z
    .enum(['done', 'provider_unavailable', 'rate_limited', 'bad_response', 'refused', 'circuit_open'])
    .describe('How the call ended. `circuit_open`: earlier calls failed, so the model was not called.'),
  documents: z.int32().describe('Number of documents in the call.'),
  inputTokens: z.number().describe("The document's share of the input tokens, by its length."),
  outputTokens: z.number().describe("The document's share of the output tokens."),
  usd: z.number().describe("The document's share of the cost in US dollars, at the configured prices."),
  ms: z.int32().describe('Milliseconds the call took, for all documents together.'),
})

export const listAttemptsResponse = z.object({
  attempts: z.array(attemptJson).describe('Attempts, newest first.'),
  llmCalls: z.array(llmCallJson).describe('Calls of language models, newest first; empty without one.'),
})

export const listChunksResponse = z.object({
  documentId: idJson.describe('Id of the document.'),
  total: z.number().describe('Number of chunks.'),
  chunks: z
    .array(
      z.object({
        id: idJson.describe('Id of the chunk.'),
        position: z.int().describe('Place in the document, from 0.'),
        content: z.string().describe('Text of the chunk, verbatim.'),
        type: z.string().describe('Kind of text.'),
        metadata: metadataJson.optional().describe('Position in a file: page, or time of a recording.'),
        createdAt: timestampJson.describe('When the chunk was made.'),
      }),
    )
    .describe('Chunks in reading order.'),
})
