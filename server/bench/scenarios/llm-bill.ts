import { setTimeout as sleep } from 'node:timers/promises'
import { estimateTokens } from '../../src/platform/lib/tokens.ts'
import {
  declareByScript,
  type LlmCall,
  type LlmMisbehaviour,
  readByScript,
  type ScriptedLlm,
  startScriptedLlm,
  withoutKnown,
} from '../../test/scripted-llm.ts'

const garbage = 'Well, it depends.'

/** An answer that was sent this long ago has been stored. */
const keptAfterMs = 1_500

/** The instructions and the question. */
const firstTurn = 2

type Billed = { question: string; tokens: number; knownTokens: number; answeredAt: number }

/**
 * A slow language model and its bill: the cost of every answer, even of those nobody waited for. It answers some
 * questions with garbage first, the same ones in every run. A question is the same whatever is known when it is asked:
 * an answer that was stored must not be paid for again because more is known. The tokens of what is known depend on
 * the order of arrival, and are counted apart.
 */
export class LlmBill {
  readonly billed: Billed[] = []
  /** Calls refused by its rate limit. */
  refused = 0
  /** While true, it refuses all calls during a fifth of each second. */
  isStormy = false
  /** Number of answers that could not be stored, by question: a worker was killed, or the second turn was refused. */
  readonly #excused = new Map<string, number>()
  readonly #open = new Map<LlmCall, string>()
  #llm!: ScriptedLlm

  static async start(): Promise<LlmBill> {
    const bill = new LlmBill()
    bill.#llm = await startScriptedLlm({ answer: declareByScript, behave: call => bill.#answer(call) })
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

  get knownTokens(): number {
    return this.billed.reduce((sum, { knownTokens }) => sum + knownTokens, 0)
  }

  close(): Promise<void> {
    return this.#llm.close()
  }

  /** Call when a worker is killed. */
  strike(): void {
    const now = performance.now()
    const answered = this.billed.filter(({ answeredAt }) => now - answeredAt < keptAfterMs)
    const questions = new Set([...answered.map(({ question }) => question), ...this.#open.values()])
    for (const question of questions) this.#excuse(JSON.parse(question))
  }

  /** Allows one repetition of the question and of its first turn, because an unreadable answer is not stored. */
  #excuse(messages: LlmCall['messages']): void {
    const first = messages.slice(0, firstTurn)
    for (const question of new Set([JSON.stringify(messages), JSON.stringify(first)]))
      this.#excused.set(question, (this.#excused.get(question) ?? 0) + 1)
  }

  /** Repeated payments: their tokens, and how many have no excuse. */
  repeats(): { tokens: number; unexplained: number } {
    let [tokens, unexplained] = [0, 0]
    for (const [question, calls] of Map.groupBy(this.billed, each => each.question)) {
      const again = calls.length - 1
      tokens += again * calls[0]!.tokens
      unexplained += Math.max(0, again - (this.#excused.get(question) ?? 0))
    }
    return { tokens, unexplained }
  }

  /** Starts another run. */
  begin(): void {
    this.billed.length = 0
    this.#excused.clear()
  }

  async #answer(call: LlmCall): Promise<LlmMisbehaviour | undefined> {
    if (this.isStormy && Math.floor(performance.now() / 200) % 5 === 0) {
      this.refused++
      if (call.messages.length > firstTurn) this.#excuse(askedIn(call))
      return { kind: 'status', status: 429, headers: { 'retry-after': '1' } }
    }
    const question = JSON.stringify(askedIn(call))
    this.#open.set(call, question)
    await sleep(100 + (question.length % 200))
    this.#open.delete(call)
    const knownTokens = tokensIn(call.messages) - tokensIn(askedIn(call))
    this.billed.push({ question, tokens: costOf(call), knownTokens, answeredAt: performance.now() })
    return isMisread(call) ? { kind: 'says', text: garbage } : undefined
  }
}

type Messages = LlmCall['messages']

const askedIn = ({ messages }: LlmCall): Messages =>
  messages.map(({ role, content }) => ({ role, content: withoutKnown(content) }))

const tokensIn = (messages: Messages): number =>
  estimateTokens(messages.map(({ content }) => content).join(''))

/** On the first turn, depending on the words of the question alone. */
const isMisread = ({ messages, prompt }: LlmCall) =>
  messages.length === firstTurn && withoutKnown(prompt).length % 7 === 0

function costOf(call: LlmCall): number {
  const answer = isMisread(call) ? garbage : JSON.stringify(readByScript(call))
  return tokensIn(askedIn(call)) + estimateTokens(answer)
}
