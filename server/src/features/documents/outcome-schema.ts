import { z } from 'zod'
import { timestampJson } from '../../platform/lib/wire-scalars.ts'
import { dreamingOutcomes, dreamingStatuses } from './status.ts'

/** What every document says about its dreaming and its failures. */

export const dreamingStatusJson = z
  .enum(dreamingStatuses)
  .describe(
    '`dreaming` while dreaming waits or runs. `done` when it has ended, with or without memories. `failed` when it failed.',
  )

/** The result of dreaming for a document, or the reason why it waits. */
const dreamingOutcomeJson = z
  .object({
    outcome: z
      .enum(dreamingOutcomes)
      .describe(
        '`formed`: there are memories. `nothing`: there was nothing to remember. `filtered`: a setting filtered out all facts. `skipped`: `taskType` is `rag`. `failed`: see `errorCode`. `waiting`: the next attempt is at `until`.',
      ),
    memories: z.int32().describe('Memories that cited the document when its dreaming ended.'),
    setting: z
      .string()
      .nullable()
      .describe('Setting that filtered out the facts: `includeItems`, `excludeItems` or `filterPrompt`.'),
    truncated: z
      .boolean()
      .describe(
        'True when dreaming stopped early, because the document reached the limit of facts (1,000 for a text; 40 for a file or page that the built-in rules read). The whole text stays searchable.',
      ),
    errorCode: z.string().nullable().describe('Stable code of the failure; null without one.'),
    errorMessage: z.string().nullable().describe('The failure in a sentence; null without one.'),
    until: timestampJson.nullable().describe('Earliest time of the next attempt; null when there is none.'),
  })
  .nullable()
  .describe('Result of dreaming. Null until the first dreaming of the document has ended.')

/** Answers "why does this document have no memories?" without a table of cases in every client. */
const memoryStateJson = z
  .object({
    state: z
      .enum(['formed', 'none', 'waiting', 'off', 'failed'])
      .describe(
        '`formed`: current memories cite the document. `none`: dreaming has ended, and there are none. `waiting`: dreaming has not ended. `off`: it forms no memories. `failed`: processing or dreaming failed.',
      ),
    reason: z
      .enum([
        ...([
          'nothing_found',
          'filtered',
          'not_current',
          'unknown',
          'rag',
          'processing',
          'dreaming',
        ] as const),
        ...(['retry', 'processing_failed', 'dreaming_failed'] as const),
      ])
      .nullable()
      .describe(
        'Stable reason; null when memories are formed. `filtered`: by the setting in `dreamingOutcome.setting`. `not_current`: its memories were superseded or forgotten.',
      ),
    message: z.string().nullable().describe('The reason in a sentence; null when memories are formed.'),
  })
  .describe('Whether the document has memories and, if not, why.')

export const outcome = {
  errorCode: z
    .string()
    .nullable()
    .describe('Stable code of the failure, such as `extract.encrypted`; null without one.'),
  errorMessage: z.string().nullable().describe('The failure in a sentence; null without one.'),
  memoryCount: z.int32().describe('Current memories that cite the document.'),
  dreamingOutcome: dreamingOutcomeJson,
  memoryState: memoryStateJson,
}
