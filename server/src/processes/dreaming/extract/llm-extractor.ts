import { createHash } from 'node:crypto'
import { type MeteredLlm, OverBudget } from '../../../features/spending/metered-llm.ts'
import type { Fact, Passage } from '../../../language/english/fact.ts'
import type { Cells } from '../../../platform/db/cells.ts'
import { type Db, inScope } from '../../../platform/db/tx.ts'
import { LlmCircuitOpen, LlmError } from '../../../platform/providers/llm/llm.ts'
import { findKnown, type KnownMemory } from '../known/find-known.ts'
import { FactExtractionError, type FactExtractionOptions, type FactExtractor } from './fact-extractor.ts'
import { groundFacts } from './ground-facts.ts'
import * as store from './llm-store.ts'
import { openLocalExtractor } from './local-extractor.ts'
import { type PassageSection, packSections } from './pack-sections.ts'
import * as prompt from './prompts/extract-facts.v4.ts'
import { type AnsweredFact, resolveHandles } from './resolve-handles.ts'
import { turnsIn } from './windows.ts'

export type LlmExtractorOptions = {
  /** Behaviour when the daily budget is spent. */
  overBudget: 'local' | 'wait'
  /** Behaviour when the model cannot read a passage, is unreachable for good, or failed at the last attempt. */
  fallback: 'local' | 'fail'
  /** The extractor used as the fallback. */
  local?: FactExtractor
}

type ExtractionRun = { passages: readonly Passage[]; options: FactExtractionOptions; facts: Fact[][] }

/**
 * The sections that one call reads, and the document of each. The hash identifies it whatever is known, so a worker that
 * takes over from a dead one uses the answer that was paid for.
 */
type Question = {
  sections: readonly PassageSection[]
  documents: readonly string[]
  shown: readonly prompt.ShownPassage[]
  hash: Buffer
}

/** A question with what is known. Its hash is of all that the model sees, so the same is never asked twice. */
type ExtractionCall = { question: Question; prompt: string; known: readonly KnownMemory[]; hash: Buffer }

/** Null: the model gave no usable answer. */
type FactList = readonly AnsweredFact[] | null
type Answer = readonly AnsweredFact[] | 'unreadable' | 'locally'

type Cost = Pick<store.CallRecord, 'usage' | 'usd' | 'ms' | 'outcome'>

/**
 * Extracts facts with a language model, with all passages that belong together in one call. The model is shown the
 * nearest memories, and says what each fact does to them. The passage must support each fact (`ground-facts.ts`).
 * Every answer is stored before the next call, so a worker that dies repeats at most the call in flight. If the model
 * cannot read a call, it is split in halves, so that one text does not spoil the others.
 */
export class LlmExtractor implements FactExtractor {
  readonly name: string
  readonly seesMemories = true
  readonly #llm: MeteredLlm
  readonly #cells: Pick<Cells, 'of'>
  readonly #settings: LlmExtractorOptions
  /** Reads the passages that the model cannot read. */
  readonly #local: FactExtractor

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

  async extract(passages: readonly Passage[], options: FactExtractionOptions): Promise<Fact[][]> {
    const run = { passages, options, facts: passages.map((): Fact[] => []) }
    for (const sections of packSections(passages)) await this.#read(run, sections)
    return run.facts
  }

  async #read(run: ExtractionRun, sections: readonly PassageSection[]): Promise<void> {
    const question = this.#composeQuestion(run, sections)
    const answer = await this.#answer(run, question)
    if (answer === 'locally') return this.#readLocally(run, sections)
    if (answer !== 'unreadable') return acceptAnswer(run, sections, answer)
    if (sections.length === 1) return this.#readLocally(run, sections)
    const half = Math.ceil(sections.length / 2)
    await this.#read(run, sections.slice(0, half))
    await this.#read(run, sections.slice(half))
  }

  async #readLocally(
    { passages, options, facts }: ExtractionRun,
    sections: readonly PassageSection[],
  ): Promise<void> {
    for (const { passage, span } of sections) {
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

  async #answer(run: ExtractionRun, question: Question): Promise<Answer> {
    const { key } = run.options
    const unused = await this.#inCell(run, db =>
      store.findUnusedAnswers<AnsweredFact[]>(db, key, question.documents, question.hash),
    )
    const paid = toAnswer(question, unused)
    if (paid) return paid
    const call = await this.#composeCall(run, question)
    const same = await this.#inCell(run, db => store.findModelAnswers<AnsweredFact[]>(db, key, call.hash))
    return toAnswer(question, same) ?? this.#ask(run, call)
  }

  #composeQuestion({ passages, options }: ExtractionRun, sections: readonly PassageSection[]): Question {
    const shown = sections.map(({ passage, span, before }) => ({
      ...passages[passage]!,
      before,
      text: passages[passage]!.text.slice(...span),
    }))
    return {
      sections,
      documents: sections.map(({ passage }) => options.documents[passage]!),
      shown,
      hash: this.#hashOf(prompt.write(shown, options.filters)),
    }
  }

  async #composeCall(run: ExtractionRun, question: Question): Promise<ExtractionCall> {
    const { key, filters, offsets } = run.options
    const parts = question.sections.map(({ passage, span: [start, end] }, i) => {
      const offset = offsets?.[passage] ?? 0
      return { document: question.documents[i]!, start: start + offset, end: end + offset }
    })
    const known = await this.#inCell(run, db => findKnown(db, key, parts))
    const written = prompt.write(question.shown, filters, known)
    return { question, prompt: written, known: known.memories, hash: this.#hashOf(written) }
  }

  #hashOf(written: string): Buffer {
    const all = JSON.stringify([this.name, prompt.version, prompt.system, written])
    return createHash('sha256').update(all).digest()
  }

  async #ask(run: ExtractionRun, call: ExtractionCall): Promise<Answer> {
    const { key, signal } = run.options
    const { system, schema, maxOutputTokens } = prompt
    const request = { system, prompt: call.prompt, schema, maxOutputTokens, signal }
    const started = performance.now()
    try {
      const { value, ...cost } = await this.#llm.generate(key.org, request)
      const facts = resolveHandles(
        value.facts,
        call.known,
        passage => call.question.shown[passage - 1]?.saidAt,
      )
      await this.#storeAnswer(run, call, { ...cost, outcome: 'done' }, facts)
      return facts
    } catch (error) {
      return this.#handleError(run, call, error, Math.round(performance.now() - started))
    }
  }

  async #handleError(
    run: ExtractionRun,
    call: ExtractionCall,
    error: unknown,
    ms: number,
  ): Promise<'locally' | 'unreadable'> {
    if (error instanceof OverBudget) {
      if (this.#settings.overBudget === 'local') return 'locally'
      throw new FactExtractionError('dream.rate_limited', error.message, { retryAfterMs: error.retryAfterMs })
    }
    if (!(error instanceof LlmError)) throw error
    const { code, usage } = error
    const outcome = error instanceof LlmCircuitOpen ? 'circuit_open' : code
    const cost = { usage, usd: this.#llm.usdOf(usage), ms, outcome }
    const hasLocal = this.#settings.fallback === 'local'
    const isUnreadable = code === 'bad_response' || code === 'refused'
    if (isUnreadable && (hasLocal || call.question.sections.length > 1)) {
      await this.#storeAnswer(run, call, cost, null)
      return 'unreadable'
    }
    await this.#inCell(run, db => this.#record(db, run, call, cost))
    const isOver = this.#llm.isDown || run.options.isLastAttempt
    if (code === 'provider_unavailable' && hasLocal && isOver) return 'locally'
    throw toExtractionError(error, call.question)
  }

  async #storeAnswer(run: ExtractionRun, call: ExtractionCall, cost: Cost, facts: FactList): Promise<void> {
    const { hash, question } = call
    const { documents } = question
    const answers = new Map(
      documents.map(document => [
        document,
        facts === null ? null : facts.filter(({ passage }) => documents[passage - 1] === document),
      ]),
    )
    await this.#inCell(run, async db => {
      await store.storeModelAnswers(db, run.options.key, { hash, question: question.hash }, answers)
      await this.#record(db, run, call, cost)
    })
  }

  #record(
    db: Db,
    { options }: ExtractionRun,
    { question: { sections, documents } }: ExtractionCall,
    cost: Cost,
  ): Promise<void> {
    const lengths = new Map<string, number>()
    for (const [i, { span }] of sections.entries())
      lengths.set(documents[i]!, (lengths.get(documents[i]!) ?? 0) + span[1] - span[0])
    const total = [...lengths.values()].reduce((sum, length) => sum + length, 0)
    const shares = Array.from(lengths, ([document, length]) => ({ document, share: length / total }))
    return store.recordCall(db, options.key, { ...cost, model: this.name, prompt: prompt.version, shares })
  }

  #inCell<T>({ options }: ExtractionRun, work: (db: Db) => Promise<T>): Promise<T> {
    const { shard, org } = options.key
    return inScope(this.#cells.of(shard), { org }, work)
  }
}

/** Undefined if the answer is missing for any of the documents. */
function toAnswer({ documents }: Question, known: store.Answers<AnsweredFact[]>): Answer | undefined {
  if (documents.some(document => !known.has(document))) return undefined
  const answers = [...known.values()]
  return answers.includes(null) ? 'unreadable' : answers.flatMap(facts => facts ?? [])
}

function acceptAnswer(
  { passages, options, facts }: ExtractionRun,
  sections: readonly PassageSection[],
  read: readonly AnsweredFact[],
): void {
  for (const [i, section] of sections.entries()) {
    const ofIt = read.filter(({ passage }) => passage === i + 1)
    const onUnwanted = () => options.onLeftOut?.(options.documents[section.passage]!, 'excludeItems')
    const grounded = groundFacts(ofIt, passages[section.passage]!, section, options.filters, onUnwanted)
    facts[section.passage]!.push(...grounded)
  }
}

/** A rate limit of the provider passes whatever the document, so the wait does not count as an attempt. */
const rateLimitedMs = 30_000

function toExtractionError(error: LlmError, { documents }: Question): FactExtractionError {
  const { code, message, retryAfterMs } = error
  if (code === 'rate_limited')
    return new FactExtractionError('dream.rate_limited', message, {
      retryAfterMs: retryAfterMs ?? rateLimitedMs,
    })
  // Ignores the provider's Retry-After: its circuit breaker probes sooner, and by then the fallback may read.
  if (code === 'provider_unavailable') {
    const isUncalled = error instanceof LlmCircuitOpen
    return new FactExtractionError('dream.provider_unavailable', message, { isUncalled })
  }
  return new FactExtractionError('dream.bad_response', message, { documents })
}
