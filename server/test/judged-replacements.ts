import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractLocally } from '../src/language/english/extract-locally.ts'
import type { DatedFact } from '../src/language/english/fact.ts'
import { judgedBy } from '../src/language/english/judged.ts'
import { questionsOf } from '../src/language/english/questions-of.ts'
import type { Embedder } from '../src/platform/providers/embedding/embedder.ts'
import { openLocalEmbedder } from '../src/platform/providers/embedding/local-embedder.ts'
import type { Judge } from '../src/platform/providers/judge/judge.ts'
import { openLocalJudge } from '../src/platform/providers/judge/local-judge.ts'
import { type ReconciledMemory, reconcile } from '../src/processes/dreaming/form/reconcile.ts'
import { MissingVerdicts, VerdictBook } from '../src/processes/dreaming/relate/verdicts.ts'

export type Said = { text: string; on: string }

/** Reads what a user says and forms memories of it, as the service does without a language model, but without a database. */
export class Listener {
  readonly #embedder: Embedder
  readonly #judge: Judge
  readonly #book: VerdictBook
  readonly #modelDir: string

  private constructor(embedder: Embedder, judge: Judge, modelDir: string) {
    this.#embedder = embedder
    this.#judge = judge
    this.#book = new VerdictBook(judge)
    this.#modelDir = modelDir
  }

  static async open(): Promise<Listener> {
    const modelDir = await mkdtemp(join(tmpdir(), 'reverie-listener-'))
    const embedder = await openLocalEmbedder({ model: '', modelDir, threads: 1 })
    return new Listener(embedder, openLocalJudge(modelDir), modelDir)
  }

  async close(): Promise<void> {
    await Promise.all([this.#embedder.close(), this.#judge.close()])
    await rm(this.#modelDir, { recursive: true })
  }

  async hear({ text, on }: Said): Promise<DatedFact[]> {
    const saidAt = new Date(on)
    const passage = {
      ...{ text: `user: ${text}`, from: 0, saidAt },
      ...{ origin: 'user' as const, entityContext: undefined },
    }
    const questions = questionsOf(passage)
    const judged = judgedBy(questions, await this.#judge.judgeStatements(questions))
    const facts = extractLocally(passage, judged)
    const vectors = await this.#embedder.embed(
      facts.map(fact => fact.text),
      { signal: AbortSignal.timeout(60_000), purpose: 'document' },
    )
    return facts.map((fact, i) => ({ ...fact, id: `${on}.${i}`, saidAt, vector: vectors[i] }))
  }

  async remember(all: readonly Said[]): Promise<ReconciledMemory[]> {
    const facts = (await Promise.all(all.map(each => this.hear(each)))).flat()
    for (;;) {
      const verdicts = this.#book.open()
      const memories = reconcile(facts, new Set(), verdicts)
      try {
        verdicts.assertComplete()
        return memories
      } catch (error) {
        if (!(error instanceof MissingVerdicts)) throw error
        await this.#book.judge(error.pairs)
      }
    }
  }

  /** The texts that hold at the end, in the order in which they were said. */
  async known(all: readonly Said[]): Promise<string[]> {
    const memories = await this.remember(all)
    return memories.filter(({ isLatest }) => isLatest).map(({ fact }) => fact.text)
  }
}
