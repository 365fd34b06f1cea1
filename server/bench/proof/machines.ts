import type { Machine } from './machine.ts'
import type { Run } from './run-record.ts'

/** The machines of all runs, each with a letter. */
export class Machines {
  readonly #letters = new Map<string, string>()
  readonly #all: Machine[] = []

  constructor(runs: readonly Run[]) {
    for (const { machine } of runs) {
      const key = JSON.stringify(machine)
      if (this.#letters.has(key)) continue
      this.#letters.set(key, letterOf(this.#all.length))
      this.#all.push(machine)
    }
  }

  /** The letter of the run's machine, with the stolen time if it is known. */
  describe({ machine, stealPercent }: Run): string {
    const stolen = stealPercent === undefined ? '' : `, ${stealPercent} % stolen`
    return `machine ${this.#letters.get(JSON.stringify(machine))}${stolen}`
  }

  list(): string[] {
    return this.#all.map(
      ({ cores, memoryGb, processor, system, postgres, node }, n) =>
        `- **${letterOf(n)}**: ${cores} cores of ${processor}, ${memoryGb} GB, ${system}; Postgres ${postgres}; Node.js ${node}`,
    )
  }
}

const letterOf = (n: number) => String.fromCharCode(65 + n)
