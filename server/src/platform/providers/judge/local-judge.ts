import { extname } from 'node:path'
import type { PairJudgement, StatementJudgement } from '../../lib/judgement.ts'
import { NativeSection } from '../threads/native-section.ts'
import { startRuntimeThread } from '../threads/start-runtime-thread.ts'
import { endSafelyOnExit, ThreadLink } from '../threads/thread-link.ts'
import type { Judge } from './judge.ts'
import type { JudgeReply, JudgeRequest, JudgeThreadSettings } from './judge-messages.ts'

/** The judge cannot answer: its weights are damaged, its thread died, or it has been closed. */
export class JudgeUnavailable extends Error {}

/** Questions of one request to the thread, about 0.2 s, so that callers take turns. */
const maxQuestions = 16

/** Runs the judge in a thread of this process, on one core. The thread starts with the first question. */
export function openLocalJudge(modelDir: string): Judge {
  const judge = new ThreadJudge(modelDir)
  return {
    judgeStatements: questions =>
      inPieces(questions, async piece => {
        const reply = await judge.ask({ kind: 'statements', questions: piece })
        if (reply.type === 'statements') return reply.judgements satisfies StatementJudgement[]
        throw failed(reply)
      }),
    judgePairs: questions =>
      inPieces(questions, async piece => {
        const reply = await judge.ask({ kind: 'pairs', questions: piece })
        if (reply.type === 'pairs') return reply.judgements satisfies PairJudgement[]
        throw failed(reply)
      }),
    close: () => judge.close(),
  }
}

type JudgeThread = { link: ThreadLink<JudgeRequest, JudgeReply>; section: NativeSection }

class ThreadJudge {
  readonly #modelDir: string
  #thread: Promise<JudgeThread> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(modelDir: string) {
    this.#modelDir = modelDir
  }

  /** The thread takes one request at a time. */
  ask(request: JudgeRequest): Promise<JudgeReply> {
    const reply = this.#last.then(() => this.#askNow(request))
    this.#last = reply.catch(() => undefined)
    return reply
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const thread = await this.#thread?.catch(() => undefined)
    await thread?.link.end(thread.section)
  }

  async #askNow(request: JudgeRequest): Promise<JudgeReply> {
    if (this.#isClosed) throw new JudgeUnavailable('The judge has been closed')
    const { link } = await (this.#thread ?? this.#begin())
    return link.ask(request)
  }

  /** A thread that died or did not start is replaced at the next question. */
  #begin(): Promise<JudgeThread> {
    const forget = () => {
      if (this.#thread === thread) this.#thread = undefined
    }
    const thread = startThread(this.#modelDir, forget)
    thread.catch(forget)
    this.#thread = thread
    return thread
  }
}

async function startThread(modelDir: string, onExit: () => void): Promise<JudgeThread> {
  // The thread's file has this file's extension: .ts from source, .js when built.
  const entry = new URL(`./local-judge-thread${extname(import.meta.url)}`, import.meta.url)
  const section = new NativeSection()
  const settings: JudgeThreadSettings = { modelDir, sectionMemory: section.memory }
  const worker = startRuntimeThread(entry, 'judge', settings)
  endSafelyOnExit(worker, section)
  worker.once('exit', onExit)
  const link = new ThreadLink<JudgeRequest, JudgeReply>(
    worker,
    cause => new JudgeUnavailable('The thread of the judge ended unexpectedly', { cause }),
  )
  const ready = await link.reply()
  if (ready.type === 'ready') return { link, section }
  await link.end(section)
  throw new JudgeUnavailable(`The judge does not load: ${describe(ready)}`)
}

async function inPieces<Question, Answer>(
  questions: readonly Question[],
  answer: (piece: readonly Question[]) => Promise<Answer[]>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let i = 0; i < questions.length; i += maxQuestions) {
    answers.push(...(await answer(questions.slice(i, i + maxQuestions))))
  }
  return answers
}

const failed = (reply: JudgeReply) => new JudgeUnavailable(`The judge failed: ${describe(reply)}`)

function describe(reply: JudgeReply): string {
  return reply.type === 'failed' ? reply.message : `unexpected reply "${reply.type}"`
}
