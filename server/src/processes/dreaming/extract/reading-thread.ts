import { type MessagePort, parentPort } from 'node:worker_threads'
import { extractLocally } from '../../../language/english/extract-locally.ts'
import type { Fact, Passage } from '../../../language/english/fact.ts'
import type { Judged } from '../../../language/english/judged.ts'
import { type NamedQuestion, questionsOf } from '../../../language/english/questions-of.ts'

/**
 * Worker thread in which the extraction rules run. The rules block, so they must not run where requests are
 * answered, and a text they cannot finish must not stop the process. This file is a worker entry; import only its
 * types.
 */
export type ReadingRequest =
  | { type: 'ask'; passage: Passage }
  | { type: 'read'; passage: Passage; judged?: Judged | undefined }

export type ReadingReply =
  | { type: 'ready' }
  | { type: 'questions'; questions: NamedQuestion[] }
  | { type: 'facts'; facts: Fact[] }
  | { type: 'failed'; message: string }

function serve(port: MessagePort): void {
  port.on('message', (request: ReadingRequest) => port.postMessage(answer(request)))
  port.postMessage({ type: 'ready' } satisfies ReadingReply)
}

function answer(request: ReadingRequest): ReadingReply {
  try {
    if (request.type === 'ask') return { type: 'questions', questions: questionsOf(request.passage) }
    return { type: 'facts', facts: extractLocally(request.passage, request.judged) }
  } catch (error) {
    return {
      type: 'failed',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  }
}

if (parentPort) serve(parentPort)
