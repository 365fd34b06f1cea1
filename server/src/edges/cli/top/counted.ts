import { type Buckets, toBuckets } from './histogram.ts'
import type { Labels, Sample, Scrape } from './parse-metrics.ts'

/** One look at all processes: what each of them reported. */
export type Look = {
  atMs: number
  /** By the address of the process. */
  scrapes: ReadonlyMap<string, Scrape>
}

type Match = (labels: Labels) => boolean

const everything: Match = () => true

/** The growth of counters between two looks. */
export class Counted {
  readonly seconds: number
  readonly #before: Look
  readonly #now: Look
  /** By metric, because each operation asks for the growth of the same histogram. */
  readonly #growth = new Map<string, Sample[]>()

  constructor(before: Look, now: Look) {
    this.#before = before
    this.#now = now
    this.seconds = Math.max(0.001, (now.atMs - before.atMs) / 1000)
  }

  perSecond(name: string, match: Match = everything): number {
    return this.#grown(name, match).reduce((sum, { value }) => sum + value, 0) / this.seconds
  }

  /** The observations of a histogram within the interval. */
  buckets(name: string, match: Match = everything): Buckets {
    return toBuckets(this.#grown(`${name}_bucket`, match))
  }

  /** The values that a label has, in all processes. */
  valuesOf(name: string, label: string): string[] {
    return [...new Set(this.samples(name).flatMap(({ labels }) => labels[label] ?? []))]
  }

  /** What processes report now. */
  samples(name: string, match: Match = everything): Sample[] {
    return [...this.#now.scrapes.values()].flatMap(scrape =>
      (scrape.get(name) ?? []).filter(({ labels }) => match(labels)),
    )
  }

  #grown(name: string, match: Match): Sample[] {
    const known = this.#growth.get(name) ?? this.#grownAll(name)
    this.#growth.set(name, known)
    return known.filter(({ labels }) => match(labels))
  }

  /** A process that started again counts from zero, and one that has just been found has no earlier value. */
  #grownAll(name: string): Sample[] {
    return [...this.#now.scrapes].flatMap(([process, scrape]) => {
      const earlier = this.#before.scrapes.get(process)
      if (!earlier) return []
      const former = new Map((earlier.get(name) ?? []).map(({ labels, value }) => [keyOf(labels), value]))
      return (scrape.get(name) ?? []).map(({ labels, value }) => {
        const base = former.get(keyOf(labels)) ?? 0
        return { labels, value: value >= base ? value - base : value }
      })
    })
  }
}

const keyOf = (labels: Labels) => JSON.stringify(Object.entries(labels).sort())
