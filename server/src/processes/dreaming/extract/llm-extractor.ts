import { createHash } from 'node:crypto'
import { type MeteredLlm, OverBudget } from '../../../features/spending/metered-llm.ts'
import type { Fact, Passage } from '../../../language/english/fact.ts'
import type { Cells } from '../../../platform/db/cells.ts'
import { type Db, inScope } from '../../../platform/db/tx.ts'
import { LlmCircuitOpen, LlmError } from '../../../platform/providers/llm/llm.ts'
import { ExtractError, type ExtractOptions, type Extractor } from './extractor.ts'
import { groundFacts } from './ground-facts.ts'
import * as store from './llm-store.ts'
import { openLocalExtractor } from './local-extractor.ts'
import * as prompt from './prompts/extract-facts.v2.ts'
import { type Piece, toPacks } from './to-pieces.ts'
import { turnsIn } from './windows.ts'

export type LlmExtractorOptions = {
  /** Behaviour when the daily budget is spent. */
  overBudget: 'local' | 'wait'
  /** Behaviour when the model cannot read a passage, is unreachable for good, or failed at the last attempt. */
  fallback: 'local' | 'fail'
  /** The extractor used as the fallback. */
  local?: Extractor
}

type Reading = { passages: readonly Passage[]; options: ExtractOptions; facts: Fact[][] }

/**
 * The prompt of one call, its sections, and the document of each section. The hash identifies it, so an answered
 * prompt is not sent twice.
 */
type Question = { pieces: readonly Piece[]; documents: readonly string[]; prompt: string; hash: Buffer }

/** Null: the model gave no usable answer. */
type Answer = readonly prompt.ReadFact[] | null

type Cost = Pick<store.CallRecord, 'usage' | 'usd' | 'ms' | 'outcome'>

/**
 * Extracts facts with a language model, with all passages that belong together in one call. The passage must
 * support each fact (`ground-facts.ts`). Every answer is stored before the next call, so a worker that dies repeats
 * at most the call in flight. If the model cannot read a call, it is split in halves, so that one text does not
 * spoil the others.
 */
export class LlmExtractor implements Extractor {
  readonly name: string
  readonly #llm: MeteredLlm
  readonly #cells: Pick<Cells, 'of'>
  readonly #settings: LlmExtractorOptions
  /** Reads the passages that the model cannot read. */
  readonly #local: Extractor

  constructor(llm: MeteredLlm, cells: Pick<Cells, 'of'>, settings: LlmExtractorOptions) {
    this.name = llm.name
    this.#llm = llm
    this.#cells = cells
    this.#settings = settings
    this.#local = settings.local ?? openLocalExtractor(undefined)
  }

  async close(): Promise<void> {
    await this.#local.close?.()
  }

  async extract(passages: readonly Passage[], options: ExtractOptions): Promise<Fact[][]> {
    const reading = { passages, options, facts: passages.map((): Fact[] => []) }
    for (const pieces of toPacks(passages)) await this.#read(reading, pieces)
    return reading.facts
  }

  async #read(reading: Reading, pieces: readonly Piece[]): Promise<void> {
    const question = this.#pose(reading, pieces)
    const answer = (await this.#recall(reading, question)) ?? (await this.#ask(reading, question))
    if (answer === 'locally') return this.#readLocally(reading, pieces)
    if (answer !== 'unreadable') return take(reading, pieces, answer)
    if (pieces.length === 1) return this.#readLocally(reading, pieces)
    const half = Math.ceil(pieces.length / 2)
    await this.#read(reading, pieces.slice(0, half))
    await this.#read(reading, pieces.slice(half))
  }

  async #readLocally({ passages, options, facts }: Reading, pieces: readonly Piece[]): Promise<void> {
    for (const { passage, span } of pieces) {
      const { text, turns, ...rest } = passages[passage]!
      const end = span[1]
      const part = {
        ...rest,
        text: text.slice(0, end),
        from: span[0],
        turns: turns && turnsIn(turns, 0, end),
      }
      const documents = [options.documents[passage]!]
      const [read] = await this.#local.extract([part], { ...options, documents })
      facts[passage]!.push(...read!)
    }
  }

  #pose({ passages, options }: Reading, pieces: readonly Piece[]): Question {
    const shown = pieces.map(({ passage, span, before }) => ({
      ...passages[passage]!,
      before,
      text: passages[passage]!.text.slice(...span),
    }))
    const written = prompt.write(shown, options.wishes)
    const all = JSON.stringify([this.name, prompt.version, prompt.system, written])
    return {
      pieces,
      documents: pieces.map(({ passage }) => options.documents[passage]!),
      prompt: written,
      hash: createHash('sha256').update(all).digest(),
    }
  }

  /**
   * The stored answer, in case a worker died after it arrived. Undefined if it is missing for any of the documents.
   */
  async #recall(reading: Reading, { hash, documents }: Question) {
    const known = await this.#inCell(reading, db =>
      store.findAnswers<prompt.ReadFact[]>(db, reading.options.key, hash),
    )
    if (documents.some(document => !known.has(document))) return undefined
    const answers = [...known.values()]
    return answers.includes(null) ? 'unreadable' : answers.flatMap(facts => facts ?? [])
  }

  async #ask(reading: Reading, question: Question) {
    const { key, signal } = reading.options
    const { system, schema, maxOutputTokens } = prompt
    const request = { system, prompt: question.prompt, schema, maxOutputTokens, signal }
    const started = performance.now()
    try {
      const { value, ...cost } = await this.#llm.generate(key.org, request)
      await this.#keep(reading, question, { ...cost, outcome: 'done' }, value.facts)
      return value.facts
    } catch (error) {
      return this.#makeDo(reading, question, error, Math.round(performance.now() - started))
    }
  }

  async #makeDo(
    reading: Reading,
    question: Question,
    error: unknown,
    ms: number,
  ): Promise<'locally' | 'unreadable'> {
    if (error instanceof OverBudget) {
      if (this.#settings.overBudget === 'local') return 'locally'
      throw new ExtractError('dream.rate_limited', error.message, { retryAfterMs: error.retryAfterMs })
    }
    if (!(error instanceof LlmError)) throw error
    const { code, usage } = error
    const outcome = error instanceof LlmCircuitOpen ? 'circuit_open' : code
    const cost = { usage, usd: this.#llm.usdOf(usage), ms, outcome }
    const hasLocal = this.#settings.fallback === 'local'
    const isUnreadable = code === 'bad_response' || code === 'refused'
    if (isUnreadable && (hasLocal || question.pieces.length > 1)) {
      await this.#keep(reading, question, cost, null)
      return 'unreadable'
    }
    await this.#inCell(reading, db => this.#record(db, reading, question, cost))
    const isOver = this.#llm.isDown || reading.options.isLastAttempt
    if (code === 'provider_unavailable' && hasLocal && isOver) return 'locally'
    throw toExtractError(error, question)
  }

  async #keep(reading: Reading, question: Question, cost: Cost, facts: Answer): Promise<void> {
    const { documents, hash } = question
    const answers = new Map(
      documents.map(document => [
        document,
        facts === null ? null : facts.filter(({ passage }) => documents[passage - 1] === document),
      ]),
    )
    await this.#inCell(reading, async db => {
      await store.keepAnswers(db, reading.options.key, hash, answers)
      await this.#record(db, reading, question, cost)
    })
  }

  #record(db: Db, { options }: Reading, { pieces, documents }: Question, cost: Cost): Promise<void> {
    const lengths = new Map<string, number>()
    for (const [i, { span }] of pieces.entries())
      lengths.set(documents[i]!, (lengths.get(documents[i]!) ?? 0) + span[1] - span[0])
    const total = [...lengths.values()].reduce((sum, length) => sum + length, 0)
    const shares = Array.from(lengths, ([document, length]) => ({ document, share: length / total }))
    return store.recordCall(db, options.key, { ...cost, model: this.name, prompt: prompt.version, shares })
  }

  #inCell<T>({ options }: Reading, work: (db: Db) => Promise<T>): Promise<T> {
    const { shard, org } = options.key
    return inScope(this.#cells.of(shard), { org }, work)
  }
}

function take(
  { passages, options, facts }: Reading,
  pieces: readonly Piece[],
  read: readonly prompt.ReadFact[],
): void {
  for (const [i, piece] of pieces.entries()) {
    const ofIt = read.filter(({ passage }) => passage === i + 1)
    const onUnwanted = () => options.onLeftOut?.(options.documents[piece.passage]!, 'excludeItems')
    const grounded = groundFacts(ofIt, passages[piece.passage]!, piece, options.wishes, onUnwanted)
    facts[piece.passage]!.push(...grounded)
  }
}

/** A rate limit of the provider passes whatever the document, so the wait does not count as an attempt. */
const rateLimitedMs = 30_000

function toExtractError({ code, message, retryAfterMs }: LlmError, { documents }: Question): ExtractError {
  if (code === 'rate_limited')
    return new ExtractError('dream.rate_limited', message, { retryAfterMs: retryAfterMs ?? rateLimitedMs })
  // Ignores the provider's Retry-After: its circuit breaker probes sooner, and by then the fallback may read.
  if (code === 'provider_unavailable') return new ExtractError('dream.provider_unavailable', message)
  return new ExtractError('dream.bad_response', message, { documents })
}
