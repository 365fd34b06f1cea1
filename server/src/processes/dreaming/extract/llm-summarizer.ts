import { createHash } from 'node:crypto'
import type { ContainerKey } from '../../../features/containers/store.ts'
import { type MeteredLlm, OverBudget } from '../../../features/spending/metered-llm.ts'
import { isInstruction } from '../../../language/english/is-instruction.ts'
import type { Cells } from '../../../platform/db/cells.ts'
import { inScope } from '../../../platform/db/tx.ts'
import { LlmCircuitOpen, LlmError } from '../../../platform/providers/llm/llm.ts'
import * as store from './llm-store.ts'
import * as prompt from './prompts/summarize.v2.ts'

/** A shorter document is hardly longer than a summary, and keeps the one made of its own sentences. */
const minCharacters = 1_500
/** The beginning of a document is enough to say what it is about. */
const maxCharacters = 12_000
/** Longest title and summary that are accepted. */
const longest = { title: 120, summary: 600 }

/** A document with the beginning of its text. */
export type DocumentBeginning = { id: string; text: string }

/**
 * A growing conversation is summarized again when it has doubled. Otherwise each turn would pay again for all the
 * turns before it.
 */
export const isWorthSummary = ({ length, from }: { length: number; from: number }): boolean =>
  length >= minCharacters && length >= 2 * from

/**
 * Writes the title and summary of long documents with a language model. Documents already have a title and a
 * summary made of their own sentences, and keep them when the model is unreachable, over budget or gives an
 * unusable answer.
 */
export class LlmSummarizer {
  readonly #llm: MeteredLlm
  readonly #cells: Pick<Cells, 'of'>

  constructor(llm: MeteredLlm, cells: Pick<Cells, 'of'>) {
    this.#llm = llm
    this.#cells = cells
  }

  async summarize(
    documents: readonly DocumentBeginning[],
    key: ContainerKey,
    signal: AbortSignal,
  ): Promise<store.DocumentDescription[]> {
    const described = await Promise.all(documents.map(document => this.#describe(document, key, signal)))
    return described.flatMap(each => each ?? [])
  }

  async #describe(
    { id, text }: DocumentBeginning,
    key: ContainerKey,
    signal: AbortSignal,
  ): Promise<store.DocumentDescription | undefined> {
    const written = prompt.write(text.slice(0, maxCharacters))
    const all = JSON.stringify([this.#llm.name, prompt.version, prompt.system, written])
    const hash = createHash('sha256').update(all).digest()
    const cell = this.#cells.of(key.shard)
    const known = await inScope(cell, { org: key.org }, db =>
      store.findModelAnswers<prompt.DocumentSummary>(db, key, hash),
    )
    const answer = known.has(id) ? known.get(id)! : await this.#ask(id, written, hash, key, signal)
    return answer && isUsable(answer) ? { id, ...answer } : undefined
  }

  async #ask(
    id: string,
    written: string,
    hash: Buffer,
    key: ContainerKey,
    signal: AbortSignal,
  ): Promise<prompt.DocumentSummary | null> {
    const { system, schema, maxOutputTokens } = prompt
    const started = performance.now()
    const keep = (
      answer: prompt.DocumentSummary | null,
      cost: Pick<store.CallRecord, 'usage' | 'usd' | 'outcome'>,
    ) =>
      inScope(this.#cells.of(key.shard), { org: key.org }, async db => {
        if (isSettled(cost.outcome)) await store.storeModelAnswers(db, key, { hash }, new Map([[id, answer]]))
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
      // The fact extraction of this step has already recorded the open circuit.
      if (error instanceof LlmCircuitOpen) return null
      const { code: outcome, usage } = error
      await keep(null, { usage, usd: this.#llm.usdOf(usage), outcome })
      return null
    }
  }
}

/** Whether a retry would give the same result. A provider that is unreachable now may answer later. */
const isSettled = (outcome: string): boolean =>
  outcome !== 'provider_unavailable' && outcome !== 'rate_limited'

function isUsable({ title, summary }: prompt.DocumentSummary): boolean {
  if (title.length > longest.title || summary.length > longest.summary) return false
  return !isInstruction(title) && !isInstruction(summary)
}
