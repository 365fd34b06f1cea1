import type { Transcription } from './transcriber.ts'

/** The messages between the transcriber thread and its owner. */
export type TranscriberThreadSettings = { directory: string; sectionMemory: SharedArrayBuffer }

export type TranscribeRequest = { samples: Float32Array; language: string | undefined }

export type TranscriberReply =
  | { type: 'ready' }
  | { type: 'transcribed'; transcription: Transcription }
  | { type: 'failed'; message: string }
