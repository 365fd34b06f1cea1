import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { percentile } from '../../measure/percentile.ts'
import { seeded } from '../../measure/seeded.ts'
import { askFor, textAt } from '../bare/load-container.ts'
import { compare, timed } from '../bare/measure.ts'
import { Client, concurrently } from '../client.ts'
import { Shooter, type Shot } from '../open-loop.ts'
import { differentTexts, startOf } from '../organization/load-sources.ts'
import { shortText } from '../texts.ts'
import { countPending } from './backlog.ts'
import type { ProcessorCost, ProcessorMeter } from './processor-meter.ts'
import type { BenchOrganization, GrowthCell } from './scene.ts'

/**
 * Milliseconds. `control` is a statement whose cost does not depend on the amount of data, run in turn with the requests; `ratio`
 * compares the two, so a busy machine changes it little.
 */
export type Latency = {
  p50: number
  p95: number
  control?: number
  ratio?: number
  refused?: number
  /** Processor time of one request. */
  cost?: ProcessorCost
}

/** A container and its organization, and which of the generated texts it has. Without a tag: the whole organization. */
export type SearchTarget = {
  organization: BenchOrganization
  tag?: string
  firstText: number
  chunks: number
}

const rounds = { rounds: 40, perRound: 5, warmup: 10 }
const samples = 100
const manyAtOnce = 8

const round = (ms: number) => Math.round(ms * 10) / 10

/** Containers of a size, drawn from all organizations of the cell: the same ones in every run. */
export async function drawTargets(
  { client, organizations }: GrowthCell,
  chunks: number,
  most = 1_000,
): Promise<SearchTarget[]> {
  const { rows } = await client.query<{ n: number; org: string }>(
    'select n, org from bench.containers where done and chunks = $1 order by hashint4(n) limit $2',
    [chunks, most],
  )
  const byOrg = new Map(organizations.map(organization => [organization.owner.org, organization]))
  return rows.flatMap(({ n, org }) => {
    const organization = byOrg.get(org)
    return organization ? [{ organization, tag: `user_${n}`, firstText: startOf(n, chunks), chunks }] : []
  })
}

/** Six words of one of its chunks. */
function questionOf(n: number, { firstText, chunks }: SearchTarget): string {
  const { words } = textAt((firstText + ((n * 37) % chunks)) % differentTexts)
  return askFor(seeded(n), words, new Float32Array(1)).text
}

/** A request to a target, the n-th of its kind. */
export type ShotOf = (n: number, target: SearchTarget) => Shot

export const searchShot: ShotOf = (n, target) => ({
  method: 'POST',
  path: '/v3/search',
  body: { q: questionOf(n, target), limit: 10, ...(target.tag && { containerTag: target.tag }) },
})

export const listShot: ShotOf = (_, { tag }) => ({
  method: 'POST',
  path: '/v3/documents/list',
  body: { containerTags: [tag], limit: 10 },
})

export const profileShot: ShotOf = (_, { tag }) => ({
  method: 'POST',
  path: '/v4/profile',
  body: { containerTag: tag },
})

export const addShot: ShotOf = (n, { tag }) => ({
  method: 'POST',
  path: '/v3/documents',
  body: { content: shortText(n), containerTag: tag, taskType: 'rag' },
})

/** Sends requests with the keys of all organizations of a cell. */
export class Requests {
  readonly #shooters: Map<BenchOrganization, Shooter>
  readonly #clients: Map<BenchOrganization, Client>
  readonly #sql: pg.Client

  constructor({ organizations, client }: GrowthCell, url: string) {
    this.#shooters = new Map(
      organizations.map(organization => [organization, new Shooter({ url, key: organization.key })]),
    )
    this.#clients = new Map(
      organizations.map(organization => [organization, new Client(url, organization.key)]),
    )
    this.#sql = client
  }

  /**
   * One at a time, in turn with the control statement, whose processor time does not count. `from`: other requests to the same
   * targets.
   */
  async alone(
    targets: readonly SearchTarget[],
    shotOf: ShotOf,
    meter: ProcessorMeter,
    from = 0,
  ): Promise<Latency> {
    const ask = (n: number) => this.#timed(from + n, targets[n % targets.length]!, shotOf)
    const asked = rounds.warmup + rounds.rounds * rounds.perRound
    const { result, cost } = await meter.costOf(asked, () => compare(ask, () => this.#control(), rounds))
    const { ours, bare, ratio } = result
    return {
      cost,
      p50: round(ours.p50),
      p95: round(ours.p95),
      control: round(bare.p50),
      ratio: Math.round(ratio * 1_000) / 1_000,
    }
  }

  /** Eight at once, each after the answer to the one before (closed loop). */
  async atOnce(targets: readonly SearchTarget[], shotOf: ShotOf): Promise<Latency> {
    const taken: number[] = []
    let refused = 0
    await concurrently(samples * 3, manyAtOnce, async n => {
      const target = targets[n % targets.length]!
      const { status, ms } = await this.#shooters.get(target.organization)!.send(shotOf(n, target))
      if (status === 200) taken.push(ms)
      else if (status === 429 || status === 503) refused++
      else throw new Error(`a request was answered with ${status}`)
    })
    return { ...latencyOf(taken), refused }
  }

  /** Processor time of an add, from the request until its document is `done`. */
  async addCost(targets: readonly SearchTarget[], meter: ProcessorMeter): Promise<ProcessorCost> {
    const adds = samples * 4
    const { cost } = await meter.costOf(adds, async () => {
      await concurrently(adds, manyAtOnce, async n => {
        const target = targets[n % targets.length]!
        const { status } = await this.#shooters.get(target.organization)!.send(addShot(adds + n, target))
        if (status !== 200) throw new Error(`an add was answered with ${status}`)
      })
      while ((await countPending(this.#sql)) > 0) await sleep(100)
    })
    return cost
  }

  /** From an add to `done`, one at a time. The document is asked for every 5 ms. */
  async addToDone(targets: readonly SearchTarget[]): Promise<Latency> {
    const taken: number[] = []
    for (let n = 0; n < samples; n++) {
      const { organization, tag = '' } = targets[n % targets.length]!
      const addition = { content: shortText(n), containerTag: tag, taskType: 'rag' } as const
      taken.push(await this.#clients.get(organization)!.timeToDone(addition, 5))
    }
    return latencyOf(taken)
  }

  async #timed(n: number, target: SearchTarget, shotOf: ShotOf): Promise<number> {
    const { status, ms } = await this.#shooters.get(target.organization)!.send(shotOf(n, target))
    if (status !== 200) throw new Error(`a request was answered with ${status}`)
    return ms
  }

  /** Compares a vector with the 5,000 that chunks are mixed of. */
  #control(): Promise<number> {
    return timed(() =>
      this.#sql.query(
        'select min(v.embedding <=> q.embedding) from bench.vectors v, bench.vectors q where q.n = 0',
      ),
    )
  }

  close(): void {
    for (const shooter of this.#shooters.values()) shooter.close()
  }
}

function latencyOf(taken: readonly number[]): Latency {
  return { p50: round(percentile(taken, 0.5)), p95: round(percentile(taken, 0.95)) }
}
