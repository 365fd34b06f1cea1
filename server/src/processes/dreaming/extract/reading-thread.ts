import { type MessagePort, parentPort } from 'node:worker_threads'
import { extractLocally } from '../../../language/english/extract-locally.ts'
import type { Fact, Passage } from '../../../language/english/fact.ts'

/**
 * Worker thread in which the extraction rules run. The rules block, so they must not run where requests are
 * answered, and a text they cannot finish must not stop the process. This file is a worker entry; import only its
 * types.
 */
export type ReadingReply =
  | { type: 'ready' }
  | { type: 'facts'; facts: Fact[] }
  | { type: 'failed'; message: string }

function serve(port: MessagePort): void {
  port.on('message', (passage: Passage) => port.postMessage(answer(passage)))
  port.postMessage({ type: 'ready' } satisfies ReadingReply)
}

function answer(passage: Passage): ReadingReply {
  try {
    return { type: 'facts', facts: extractLocally(passage) }
  } catch (error) {
    return {
      type: 'failed',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  }
}

if (parentPort) serve(parentPort)
