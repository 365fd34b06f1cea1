import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, concurrently } from '../client.ts'
import type { Cluster } from '../clusters.ts'
import { conversation } from '../conversations.ts'
import { createClient, install } from '../installation.ts'
import { say, sayEvery } from '../report.ts'
import { command } from '../trial.ts'
import { type Damage, planFaults, type Targets } from './faults.ts'

/** Quicker than the defaults, so that what a killed worker held comes back in seconds; the mechanism is the same. */
const quick = {
  LEASE_MS: '5000',
  RECONCILE_MS: '3000',
  DREAM_QUIET_MS: '500',
  DREAM_MAX_WAIT_MS: '3000',
  EMBEDDER_THREADS: '1',
}

const perPerson = 20
const firstDay = Date.UTC(2024, 0, 1)

/**
 * Conversations are dreamed of while workers are killed, Postgres crashes and the queue is emptied, and again by another
 * organization that is left in peace. Both end with the same memories: their words, versions, chains and sources.
 */
export const dreams = command({
  options: { conversations: 1_000, workerKills: 6, postgresKills: 1, concurrency: 8 },
  deadlineSeconds: ({ conversations }) => 240 + conversations / 2,
  async run(trial, options) {
    const done: Damage = { workerKills: 0, postgresKills: 0, wakesDeleted: 0 }
    const { conversations, concurrency } = options
    const cluster = await trial.clusters.create('a')
    const settings = await install(trial, [cluster], quick)
    const api = await trial.processes.start('serve', 'api', settings)
    const disturbed = new Talk(await createClient(trial, settings, 'disturbed', api.url), cluster)
    const peaceful = new Talk(await createClient(trial, settings, 'peaceful', api.url), cluster)
    const workers = await Promise.all(
      ['worker-1', 'worker-2'].map(name => trial.processes.start('worker', name, settings)),
    )
    const progress = sayEvery(
      5,
      () =>
        `${disturbed}; killed ${done.workerKills} workers, ${done.postgresKills} Postgres; in peace ${peaceful}`,
    )
    const last = Math.floor(conversations * 0.9)
    const sending = disturbed.send(0, last, concurrency)
    const sendLast = () => disturbed.send(last, conversations, concurrency)
    await Promise.all([sending, strike(disturbed, { cluster, workers, done, sending, sendLast }, options)])
    await disturbed.untilDreamed(conversations)
    await peaceful.send(0, conversations, concurrency)
    await peaceful.untilDreamed(conversations)
    progress.stop()
    const [first, second] = [await disturbed.memories(), await peaceful.memories()]
    const missing = second.filter(memory => !first.includes(memory)).length
    const surplus = first.filter(memory => !second.includes(memory)).length
    for (const memory of second.filter(each => !first.includes(each)).slice(0, 3)) say(`missing: ${memory}`)
    for (const memory of first.filter(each => !second.includes(each)).slice(0, 3)) say(`surplus: ${memory}`)
    const crashes = trial.processes.crashes
    Object.assign(trial.figures, {
      conversations,
      memories: second.length,
      missing,
      surplus,
      crashes,
      ...done,
    })
    return missing === 0 && surplus === 0 && second.length > 0 && crashes === 0
  },
})

/** The first fault comes in the middle of the adds; the others when so much has been dreamed, spread evenly. */
async function strike(
  talk: Talk,
  targets: Targets,
  options: { conversations: number; workerKills: number; postgresKills: number },
): Promise<void> {
  const faults = planFaults(options)
  for (const [turn, fault] of faults.entries()) {
    if (turn === 0) await talk.untilAccepted(options.conversations * 0.2)
    else await talk.untilDreamed((options.conversations * 0.9 * turn) / faults.length)
    await fault(targets, turn)
  }
}

/** What the people of one organization say, and what has become of it. */
class Talk {
  readonly #client: Client
  readonly #cluster: Cluster
  #accepted = 0
  #dreamed = 0
  #org: string | undefined

  constructor(client: Client, cluster: Cluster) {
    this.#client = client
    this.#cluster = cluster
  }

  async send(from: number, to: number, concurrency: number): Promise<void> {
    await concurrently(to - from, concurrency, async index => {
      const n = from + index
      const [person, turn] = [Math.floor(n / perPerson), n % perPerson]
      await this.#client.addUntilAccepted({
        content: conversation(person, turn),
        containerTag: `person-${person}`,
        customId: `conversation-${n}`,
        documentDate: new Date(firstDay + turn * 86_400_000 + person * 60_000).toISOString(),
      })
      this.#accepted++
    })
  }

  async untilAccepted(count: number): Promise<void> {
    while (this.#accepted < count) await sleep(10)
  }

  async untilDreamed(count: number): Promise<void> {
    while ((await this.#countDreamed()) < count) await sleep(200)
  }

  async #countDreamed(): Promise<number> {
    const rows = await this.#ask<{ dreamed: number }>(
      `select count(*)::int as dreamed from cell.documents where org = $1 and dreaming_status = 'done'`,
    )
    // While the database is away nothing is known, and nothing gets done.
    if (rows) this.#dreamed = rows[0]!.dreamed
    return this.#dreamed
  }

  /** Every memory as a line: all that follows from what was said, and nothing that follows from when or by whom it was read. */
  async memories(): Promise<string[]> {
    const rows = await this.#ask<{ line: string }>(`
      select concat_ws(' | ', c.tag, m.text, 'v' || m.version, case when m.is_latest then 'latest' else 'past' end,
             case when m.is_forgotten then 'forgotten' end, 'from ' || coalesce(p.text, 'nothing'), 'root ' || r.text,
             m.source_count || ' sources', m.document_date, (
               select string_agg(s.revision || ':' || s.spans::text, ',' order by d.custom_id) from cell.memory_sources s
                 join cell.documents d on d.shard = s.shard and d.org = s.org and d.container = s.container and d.id = s.document
                where (s.shard, s.org, s.container, s.memory) = (m.shard, m.org, m.container, m.id))) as line
        from cell.memories m join cell.containers c using (shard, org, container)
        left join cell.memories p on (p.shard, p.org, p.container, p.id) = (m.shard, m.org, m.container, m.parent)
        left join cell.memories r on (r.shard, r.org, r.container, r.id) = (m.shard, m.org, m.container, m.root)
       where m.org = $1 order by 1`)
    return rows!.map(({ line }) => line)
  }

  async #ask<Row extends Record<string, unknown>>(sql: string): Promise<Row[] | undefined> {
    try {
      this.#org ??= await this.#findOrg()
      return await this.#cluster.query<Row>(sql, [this.#org])
    } catch {
      return undefined
    }
  }

  async #findOrg(): Promise<string> {
    const keyId = this.#client.key.split('_')[1]
    const [row] = await this.#cluster.query<{ org: string }>(`select org from directory.keys where id = $1`, [
      keyId,
    ])
    return row!.org
  }

  toString(): string {
    return `${this.#dreamed} dreamed of ${this.#accepted}`
  }
}
