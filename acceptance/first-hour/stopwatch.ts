export type Step = { path: string; step: string; seconds: number }

/** Runs the steps of one way to start, and records how long each took. */
export class Stopwatch {
  readonly steps: Step[] = []
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  async step<T>(step: string, work: () => Promise<T>): Promise<T> {
    const started = performance.now()
    try {
      return await work()
    } catch (error) {
      throw new Error(`${this.#path}, ${step}: ${error instanceof Error ? error.message : error}`)
    } finally {
      const seconds = Math.round((performance.now() - started) / 100) / 10
      this.steps.push({ path: this.#path, step, seconds })
      console.log(`${seconds.toFixed(1).padStart(6)} s  ${this.#path}: ${step}`)
    }
  }
}
