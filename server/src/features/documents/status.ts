import { hourMs } from '../../platform/lib/durations.ts'
/** The life of a document, in order. `unknown` is on the wire for documents of unknown state; we never set it. */
export const documentStatuses = [
  'unknown',
  'queued',
  'extracting',
  'chunking',
  'embedding',
  'indexing',
  'done',
  'failed',
] as const
export type DocumentStatus = (typeof documentStatuses)[number]

export const isFinished = (status: DocumentStatus): boolean => status === 'done' || status === 'failed'

export const dreamingStatuses = ['dreaming', 'done', 'failed'] as const
export type DreamingStatus = (typeof dreamingStatuses)[number]

export const dreamingOutcomes = ['formed', 'nothing', 'filtered', 'skipped', 'failed', 'waiting'] as const

export const documentTypes = [
  'text',
  'pdf',
  'social_post',
  'cloud_doc',
  'cloud_slide',
  'cloud_sheet',
  'image',
  'video',
  'audio',
  'notes_doc',
  'webpage',
  'filehost',
  'codehost_markdown',
  'meeting_notes',
] as const
export type DocumentType = (typeof documentTypes)[number]

export const taskTypes = ['memory', 'rag'] as const
export type TaskType = (typeof taskTypes)[number]

/** Neither finished nor failed, and silent for this long: something is wrong with the workers. */
export const stuckAfterMs = 4 * hourMs
