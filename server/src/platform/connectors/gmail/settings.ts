import { z } from 'zod'
import type { Source } from '../connector.ts'

export const categories = ['promotions', 'social', 'updates', 'forums'] as const

export const gmailSettings = z
  .strictObject({
    since: z.iso
      .date()
      .optional()
      .describe('Only threads with a message of this day or later. Default: all.')
      .meta({ title: 'Since', example: '2026-01-01' }),
    skip: z
      .array(z.enum(categories))
      .max(categories.length)
      .default([])
      .describe('Categories of Gmail whose threads are left out. Default: none.')
      .meta({ title: 'Leave out', example: ['promotions', 'social'] }),
    topic: z
      .string()
      .regex(/^projects\/[\w.:-]{1,100}\/topics\/[\w.~+%-]{3,255}$/, 'must look like projects/…/topics/…')
      .optional()
      .describe(
        'Topic of Google Cloud Pub/Sub to which Gmail reports new mail. Needs a push token. Default: none, and mail arrives with the next run.',
      )
      .meta({ title: 'Pub/Sub topic', example: 'projects/my-project/topics/gmail' }),
    pushToken: z
      .string()
      .min(16)
      .max(200)
      .optional()
      .describe(
        'A random text that you also put into the address of the push subscription, as `?token=…`. Events without it are refused.',
      )
      .meta({ title: 'Push token', format: 'password' }),
  })
  .refine(({ topic, pushToken }) => (topic === undefined) === (pushToken === undefined), {
    message: 'topic and pushToken are needed together',
  })
export type GmailSettings = z.infer<typeof gmailSettings>
export type GmailSource = Source<GmailSettings, undefined>

export const gmailCheckpoint = z.object({
  /** Hash of what was chosen: with another choice, everything is compared again. */
  scope: z.string(),
  /** The history is known up to here. */
  historyId: z.string(),
  /** While pages of the history are read: where it ended when the first one was read. */
  nextHistoryId: z.string().optional(),
  /** Lists of the first reading: ids of labels, or `all`. */
  lists: z.array(z.string()),
  /** Token of the next page of the first list, or of the history. */
  page: z.string().optional(),
  /** Threads to report, packed. */
  threads: z.string(),
  seen: z.int(),
})
export type GmailCheckpoint = z.infer<typeof gmailCheckpoint>
