import { readFileSync } from 'node:fs'
import { connect } from '../measure/connect.ts'
import { Client } from './client.ts'
import type { Cluster, Database } from './clusters.ts'
import { main, runCommand, runProgram } from './processes.ts'
import type { Settings } from './supervised.ts'
import type { Trial } from './trial.ts'

/** A fresh installation on the given clusters, by any version: the settings that its processes share. */
export async function install(
  trial: Trial,
  [first, ...further]: [Cluster, ...Cluster[]],
  settings: Settings = {},
  program = main,
): Promise<Settings> {
  return installOn(trial, [first.url, ...further.map(({ url }) => url)], settings, program)
}

/** The same on databases at these addresses. */
export async function installOn(
  trial: Trial,
  [first, ...further]: [string, ...string[]],
  settings: Settings = {},
  program = main,
): Promise<Settings> {
  const all = {
    DATABASE_URL: first,
    CELL_URLS: further.map((url, i) => `${['second', 'third', 'fourth'][i]}=${url}`).join(','),
    ...settings,
    ...trial.sabotage.settings,
  }
  await runProgram(program, all, trial.logs, 'migrate')
  if (trial.sabotage.sqlFile !== undefined) await runFile(trial.sabotage.sqlFile, first)
  return all
}

async function runFile(sqlFile: string, url: string): Promise<void> {
  const owner = await connect(url)
  try {
    await owner.query(readFileSync(sqlFile, 'utf8'))
  } finally {
    await owner.end()
  }
}

/** Creates an organization and a client with its key, through the command line as an operator would. */
export async function createClient(
  trial: Trial,
  settings: Settings,
  slug: string,
  url: string,
): Promise<Client> {
  await createOrganization(trial, settings, slug)
  return new Client(url, await createKey(trial, settings, slug))
}

export async function createOrganization(trial: Trial, settings: Settings, slug: string): Promise<void> {
  await runCommand(settings, trial.logs, 'org', 'create', slug)
}

export async function createKey(trial: Trial, settings: Settings, slug: string): Promise<string> {
  const printed = await runCommand(settings, trial.logs, 'keys', 'create', slug)
  const key = /^ +(sm_\S+)$/m.exec(printed)?.[1]
  if (!key) throw new Error(`"keys create" printed no key:\n${printed}`)
  return key
}

/** Organizations get a random shard, hence a random cell; creates them until one is on the wanted cell. */
export async function keyOn(
  trial: Trial,
  settings: Settings,
  directory: Database,
  cell: string,
): Promise<string> {
  for (let n = 1; ; n++) {
    const slug = `${cell}-${n}`
    await createOrganization(trial, settings, slug)
    const [home] = await directory.query<{ cell: string }>(
      `select cell from directory.organizations o join directory.shards s on s.shard = o.home_shard where slug = $1`,
      [slug],
    )
    if (home?.cell === cell) return createKey(trial, settings, slug)
  }
}
