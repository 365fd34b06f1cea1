import type { Heard } from './transcriber.ts'

/** The messages between the transcriber thread and its owner. */
export type HearingSettings = { directory: string; sectionMemory: SharedArrayBuffer }

export type HearingRequest = { samples: Float32Array; language: string | undefined }

export type HearingReply =
  | { type: 'ready' }
  | { type: 'heard'; heard: Heard }
  | { type: 'failed'; message: string }
