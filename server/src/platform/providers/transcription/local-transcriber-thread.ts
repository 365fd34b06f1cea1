import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { NativeSection } from '../threads/native-section.ts'
import type { LoadedWhisper } from './load-whisper.ts'

import type {
  TranscribeRequest,
  TranscriberReply,
  TranscriberThreadSettings,
} from './transcriber-messages.ts'

/*
 * The thread that runs a local Whisper: a piece takes seconds, and requests must not wait for it. The file is the entry of
 * a worker thread; nothing imports it.
 */
async function serve(
  port: MessagePort,
  { directory, sectionMemory }: TranscriberThreadSettings,
): Promise<void> {
  const section = new NativeSection(sectionMemory)
  const reply = (message: TranscriberReply) => port.postMessage(message)
  const fail = (error: unknown) =>
    reply({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  let whisper: LoadedWhisper
  try {
    const { loadWhisper } = await import('./load-whisper.ts')
    whisper = await loadWhisper(directory, work => section.run(work))
  } catch (error) {
    fail(error)
    return
  }
  port.on('message', ({ samples, language }: TranscribeRequest) => {
    whisper
      .transcribe(samples, language)
      .then(transcription => reply({ type: 'transcribed', transcription }), fail)
  })
  reply({ type: 'ready' })
}

if (parentPort) await serve(parentPort, workerData)
