import { setTimeout as sleep } from 'node:timers/promises'
import { say } from '../../measure/report.ts'
import { type Client, concurrently } from '../client.ts'
import type { Cluster } from '../clusters.ts'
import { conversation } from '../conversations.ts'

const perPerson = 20
const firstDay = Date.UTC(2024, 0, 1)

/** The differences between the memories of an organization with faults and one without. */
export async function compareMemories(disturbed: Talk, peaceful: Talk) {
  const [first, second] = [await disturbed.memories(), await peaceful.memories()]
  const missing = second.filter(memory => !first.includes(memory))
  const surplus = first.filter(memory => !second.includes(memory))
  for (const memory of missing.slice(0, 3)) say(`missing: ${memory}`)
  for (const memory of surplus.slice(0, 3)) say(`surplus: ${memory}`)
  return { missing: missing.length, surplus: surplus.length, memories: second.length }
}

/** The conversations of one organization, and their progress. */
export class Talk {
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
    // While the database is down nothing is known, and nothing gets done.
    if (rows) this.#dreamed = rows[0]!.dreamed
    return this.#dreamed
  }

  /** Every memory as a line that depends only on what was said, not on when or by which worker it was read. */
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
