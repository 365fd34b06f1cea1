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

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
