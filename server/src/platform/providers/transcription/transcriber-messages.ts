import type { Transcription } from './transcriber.ts'

/** The messages between the transcriber thread and its owner. */
export type HearingSettings = { directory: string; sectionMemory: SharedArrayBuffer }

export type HearingRequest = { samples: Float32Array; language: string | undefined }

export type HearingReply =
  | { type: 'ready' }
  | { type: 'heard'; heard: Transcription }
  | { type: 'failed'; message: string }
