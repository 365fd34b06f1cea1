import { DreamSteps } from './dream-steps.ts'
import { knownIn, type LlmCall, passagesIn, type ScriptedLlm, startScriptedLlm } from './scripted-llm.ts'

/** A fact that the model reads where a passage contains `quote`. */
export type ScriptedFact = {
  quote: string
  statement: string
  subject?: string
  attribute?: string
  value?: string | null
  dates?: string[]
  relation?: 'repeats' | 'updates' | 'extends' | 'ends'
  /** The text of a known memory, or a handle. A memory that is not shown is not named. */
  of?: string
}

/** Dreaming in steps with a model that reads by a script, and remembers what it was shown. */
export class ScriptedReader {
  readonly steps: DreamSteps
  readonly llm: ScriptedLlm
  script: ScriptedFact[] = []

  private constructor(steps: DreamSteps, llm: ScriptedLlm) {
    this.steps = steps
    this.llm = llm
  }

  static async start(): Promise<ScriptedReader> {
    const llm = await startScriptedLlm({ answer: () => ({ facts: [] }) })
    const reader = new ScriptedReader(await DreamSteps.start(llm.config), llm)
    llm.answer = call => reader.#read(call)
    return reader
  }

  async close(): Promise<void> {
    await this.steps.close()
    await this.llm.close()
  }

  /** Lets the model know further facts, adds a document that states them, and dreams of it. */
  async say(containerTag: string, day: string, ...facts: ScriptedFact[]): Promise<string> {
    const id = await this.write(containerTag, day, ...facts)
    await this.dream(containerTag)
    return id
  }

  /** The same without dreaming. */
  async write(containerTag: string, day: string, ...facts: ScriptedFact[]): Promise<string> {
    this.script.push(...facts)
    const content = `user: ${facts.map(({ quote }) => quote).join(' ')}`
    return this.steps.write(containerTag, content, `${day}T10:00:00Z`)
  }

  dream(containerTag: string, changes: Parameters<DreamSteps['dream']>[1] = {}): Promise<void> {
    const { extractor } = this.steps.server.app
    return this.steps.dreamAll(containerTag, { extractor, ...changes })
  }

  /** The memories that the last call was shown. */
  shown(): string[] {
    return knownIn(this.llm.calls.at(-1)!.prompt).map(({ text }) => text)
  }

  #read({ prompt }: LlmCall): { facts: unknown[] } {
    const known = knownIn(prompt)
    const facts = passagesIn(prompt).flatMap(({ number, text }) =>
      this.script
        .filter(({ quote }) => text.includes(quote))
        .map(({ of = '', relation = 'new', ...fact }) => {
          const handles = known
            .filter(({ text, handle }) => text === of || handle === of)
            .map(({ handle }) => handle)
          return {
            ...{ passage: number, kind: 'attribute', subject: 'user', attribute: null, value: null },
            ...{ isStatic: true, dates: [], confidence: 0.9, relation },
            ...fact,
            of: /^[fm]\d+$/.test(of) ? [of] : handles,
          }
        }),
    )
    return { facts }
  }
}
