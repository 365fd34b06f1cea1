import { createHash } from 'node:crypto'
import type { ContainerKey } from '../../../features/containers/store.ts'
import { type MeteredLlm, OverBudget } from '../../../features/spending/metered-llm.ts'
import { isInstruction } from '../../../language/english/instructions.ts'
import type { Cells } from '../../../platform/db/cells.ts'
import { inScope } from '../../../platform/db/tx.ts'
import { LlmCircuitOpen, LlmError } from '../../../platform/providers/llm/llm.ts'
import * as store from './llm-store.ts'
import * as prompt from './prompts/summarize.v2.ts'

/** Shorter ones are hardly longer than their summary, and have one of their own sentences. */
const leastCharacters = 1_500
/** What a document is about it says in its beginning. */
const mostCharacters = 12_000
/** The longest that is shown. */
const longest = { title: 120, summary: 600 }

/** A document, and the beginning of its text. */
export type ReadDocument = { id: string; text: string }

/** A conversation that goes on is described again when it has doubled: otherwise each turn would pay for all before it. */
export const isWorthSummary = ({ length, from }: { length: number; from: number }): boolean =>
  length >= leastCharacters && length >= 2 * from

/**
 * Says in a language model's words what long documents are about. They have a title and a summary of their own sentences
 * before, and keep it when the model is away, too dear, or says what cannot be used.
 */
export class LlmSummarizer {
  readonly #llm: MeteredLlm
  readonly #cells: Pick<Cells, 'of'>

  constructor(llm: MeteredLlm, cells: Pick<Cells, 'of'>) {
    this.#llm = llm
    this.#cells = cells
  }

  async summarize(
    documents: readonly ReadDocument[],
    key: ContainerKey,
    signal: AbortSignal,
  ): Promise<store.Described[]> {
    const described = await Promise.all(documents.map(document => this.#describe(document, key, signal)))
    return described.flatMap(each => each ?? [])
  }

  async #describe(
    { id, text }: ReadDocument,
    key: ContainerKey,
    signal: AbortSignal,
  ): Promise<store.Described | undefined> {
    const written = prompt.write(text.slice(0, mostCharacters))
    const all = JSON.stringify([this.#llm.name, prompt.version, prompt.system, written])
    const hash = createHash('sha256').update(all).digest()
    const cell = this.#cells.of(key.shard)
    const known = await inScope(cell, { org: key.org }, db => store.findAnswers<prompt.Answer>(db, key, hash))
    const answer = known.has(id) ? known.get(id)! : await this.#ask(id, written, hash, key, signal)
    return answer && isFit(answer) ? { id, ...answer } : undefined
  }

  async #ask(
    id: string,
    written: string,
    hash: Buffer,
    key: ContainerKey,
    signal: AbortSignal,
  ): Promise<prompt.Answer | null> {
    const { system, schema, maxOutputTokens } = prompt
    const started = performance.now()
    const keep = (answer: prompt.Answer | null, cost: Pick<store.CallRecord, 'usage' | 'usd' | 'outcome'>) =>
      inScope(this.#cells.of(key.shard), { org: key.org }, async db => {
        if (isSettled(cost.outcome)) await store.keepAnswers(db, key, hash, new Map([[id, answer]]))
        const ms = Math.round(performance.now() - started)
        const shares = [{ document: id, share: 1 }]
        await store.recordCall(db, key, {
          ...cost,
          ms,
          model: this.#llm.name,
          prompt: prompt.version,
          shares,
        })
      })
    try {
      const request = { system, prompt: written, schema, maxOutputTokens, signal }
      const { value, usage, usd } = await this.#llm.generate(key.org, request)
      await keep(value, { usage, usd, outcome: 'done' })
      return value
    } catch (error) {
      if (error instanceof OverBudget) return null
      if (!(error instanceof LlmError)) throw error
      // Its reading has noted that nobody was asked.
      if (error instanceof LlmCircuitOpen) return null
      const { code: outcome, usage } = error
      await keep(null, { usage, usd: this.#llm.usdOf(usage), outcome })
      return null
    }
  }
}

/** Whether asking again would change nothing: who is away now may answer later. */
const isSettled = (outcome: string): boolean =>
  outcome !== 'provider_unavailable' && outcome !== 'rate_limited'

function isFit({ title, summary }: prompt.Answer): boolean {
  if (title.length > longest.title || summary.length > longest.summary) return false
  return !isInstruction(title) && !isInstruction(summary)
}
