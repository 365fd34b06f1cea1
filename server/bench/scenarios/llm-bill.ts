import { setTimeout as sleep } from 'node:timers/promises'
import { estimateTokens } from '../../src/lib/tokens.ts'
import {
  type LlmCall,
  type LlmMisbehaviour,
  readByScript,
  type ScriptedLlm,
  startScriptedLlm,
} from '../../test/scripted-llm.ts'

const garbage = 'Well, it depends.'

/** An answer that was sent so long ago has been kept. */
const keptAfterMs = 1_500

/** The instructions and the question. */
const firstTurn = 2

type Billed = { question: string; tokens: number; answeredAt: number }

/**
 * A language model that takes its time, and its bill: what every answer cost, also one that nobody waited for any more. To
 * some questions it says garbage first, to the same ones in every run.
 */
export class LlmBill {
  readonly billed: Billed[] = []
  /** Calls refused for their number. */
  refused = 0
  /** While true, every fifth of a second or so it has too many. */
  isStormy = false
  /** How often a question had no answer that anybody could keep: a worker was killed, or the second turn was refused. */
  readonly #excused = new Map<string, number>()
  readonly #open = new Map<LlmCall, string>()
  #llm!: ScriptedLlm

  static async start(): Promise<LlmBill> {
    const bill = new LlmBill()
    bill.#llm = await startScriptedLlm({ answer: readByScript, behave: call => bill.#answer(call) })
    return bill
  }

  get settings(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.#llm.config).map(([name, value]) => [name, String(value)]))
  }

  get inFlight(): number {
    return this.#open.size
  }

  get tokens(): number {
    return this.billed.reduce((sum, { tokens }) => sum + tokens, 0)
  }

  close(): Promise<void> {
    return this.#llm.close()
  }

  /** To be called when a worker is killed. */
  strike(): void {
    const now = performance.now()
    const answered = this.billed.filter(({ answeredAt }) => now - answeredAt < keptAfterMs)
    const questions = new Set([...answered.map(({ question }) => question), ...this.#open.values()])
    for (const question of questions) this.#excuse(JSON.parse(question))
  }

  /** It may be asked once more, and what it goes back to: an answer that cannot be read is not kept. */
  #excuse(messages: LlmCall['messages']): void {
    const first = messages.slice(0, firstTurn)
    for (const question of new Set([JSON.stringify(messages), JSON.stringify(first)]))
      this.#excused.set(question, (this.#excused.get(question) ?? 0) + 1)
  }

  /** What was paid for again: how many tokens, and how many times for no reason. */
  repeats(): { tokens: number; unexplained: number } {
    let [tokens, unexplained] = [0, 0]
    for (const [question, calls] of Map.groupBy(this.billed, each => each.question)) {
      const again = calls.length - 1
      tokens += again * calls[0]!.tokens
      unexplained += Math.max(0, again - (this.#excused.get(question) ?? 0))
    }
    return { tokens, unexplained }
  }

  /** From here on it is another run. */
  begin(): void {
    this.billed.length = 0
    this.#excused.clear()
  }

  async #answer(call: LlmCall): Promise<LlmMisbehaviour | undefined> {
    if (this.isStormy && Math.floor(performance.now() / 200) % 5 === 0) {
      this.refused++
      if (call.messages.length > firstTurn) this.#excuse(call.messages)
      return { kind: 'status', status: 429, headers: { 'retry-after': '1' } }
    }
    const question = JSON.stringify(call.messages)
    this.#open.set(call, question)
    await sleep(100 + (question.length % 200))
    this.#open.delete(call)
    this.billed.push({ question, tokens: costOf(call), answeredAt: performance.now() })
    return isMisread(call) ? { kind: 'says', text: garbage } : undefined
  }
}

/** The first time it is asked, by its words alone. */
const isMisread = ({ messages, prompt }: LlmCall) => messages.length === firstTurn && prompt.length % 7 === 0

function costOf(call: LlmCall): number {
  const answer = isMisread(call) ? garbage : JSON.stringify(readByScript(call))
  return estimateTokens(call.messages.map(({ content }) => content).join('')) + estimateTokens(answer)
}
