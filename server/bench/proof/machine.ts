import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connect } from '../../measure/connect.ts'

/** The machine of a run, without its name. */
export type Machine = {
  cores: number
  memoryGb: number
  processor: string
  system: string
  postgres: string
  node: string
}

const postgresScript = join(import.meta.dirname, '../../../scripts/postgres')

export async function describeMachine(): Promise<Machine> {
  const all = cpus()
  return {
    cores: all.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    processor: all[0]?.model.trim() ?? 'unknown',
    system: /^PRETTY_NAME="?([^"\n]*)/m.exec(readOrEmpty('/etc/os-release'))?.[1] ?? process.platform,
    postgres: await findPostgres(),
    node: process.versions.node,
  }
}

/** The versions of the server of the tests, or else of any cluster of `scripts/postgres`, which are all the same. */
async function findPostgres(): Promise<string> {
  const url = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
  const asked = url ? await askVersions(url).catch(() => undefined) : undefined
  if (asked) return asked
  const { stdout } = await promisify(execFile)(postgresScript, ['status']).catch(() => ({ stdout: '' }))
  return /PostgreSQL (\S+, pgvector \S+)/.exec(stdout)?.[1] ?? 'unknown'
}

async function askVersions(url: string): Promise<string | undefined> {
  const client = await connect(url)
  try {
    const { rows } = await client.query<{ versions: string }>(
      `select format('%s, pgvector %s', split_part(current_setting('server_version'), ' ', 1), default_version) as versions
         from pg_available_extensions where name = 'vector'`,
    )
    return rows[0]?.versions
  } finally {
    await client.end()
  }
}

type Ticks = { all: number; stolen: number }

/** Processor time since the machine started: all of it, and the part that the host gave to others. */
function readTicks(): Ticks | undefined {
  const [, ...fields] = (readOrEmpty('/proc/stat').split('\n')[0] ?? '').split(/\s+/)
  // user, nice, system, idle, iowait, irq, softirq, steal. The fields after it are parts of user and nice.
  const ticks = fields.slice(0, 8).map(Number)
  if (ticks.length < 8) return undefined
  return { all: ticks.reduce((sum, value) => sum + value, 0), stolen: ticks[7]! }
}

/** Measures the share of stolen time from now on. */
export function watchSteal(): () => number | undefined {
  const before = readTicks()
  return () => {
    const after = readTicks()
    if (!before || !after || after.all === before.all) return undefined
    return Math.round(((after.stolen - before.stolen) / (after.all - before.all)) * 1_000) / 10
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
