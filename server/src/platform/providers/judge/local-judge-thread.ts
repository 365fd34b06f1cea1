import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { NativeSection } from '../threads/native-section.ts'
import type { Judge } from './judge.ts'
import type { JudgeReply, JudgeRequest, JudgeThreadSettings } from './judge-messages.ts'

/*
 * The thread that runs the judge: inference blocks, so it must not run where requests are answered. The file is the entry
 * of a worker thread; nothing imports it.
 */
async function serve(port: MessagePort, { modelDir, sectionMemory }: JudgeThreadSettings): Promise<void> {
  const section = new NativeSection(sectionMemory)
  const reply = (message: JudgeReply) => port.postMessage(message)
  const fail = (error: unknown) =>
    reply({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  const answer = async (judge: Judge, request: JudgeRequest): Promise<JudgeReply> =>
    request.kind === 'statements'
      ? { type: 'statements', judgements: await judge.judgeStatements(request.questions) }
      : { type: 'pairs', judgements: await judge.judgePairs(request.questions) }
  try {
    const { loadJudge } = await import('./load-judge.ts')
    const judge = await loadJudge(modelDir, work => section.run(work))
    port.on('message', (request: JudgeRequest) => answer(judge, request).then(reply, fail))
    reply({ type: 'ready' })
  } catch (error) {
    fail(error)
  }
}

if (parentPort) await serve(parentPort, workerData)
