import assert from 'node:assert/strict'
import {
  commandAsPrinted,
  lookAround,
  lookAtHome,
  makeMistakes,
  recallByAgent,
  restart,
  seeWhatHappened,
  startInTerminal,
  useAsPrinted,
  useScopedKey,
} from './hour.ts'
import type { Newcomer } from './newcomer.ts'
import { freePort, printedPorts } from './ports.ts'
import type { Stopwatch } from './stopwatch.ts'
import type { Terminal } from './terminal.ts'

/** From `npm ci` to a memory that an MCP client recalls. */
const firstRecallSeconds = 300

const secondsOf = ({ steps }: Stopwatch) => Math.round(steps.reduce((sum, { seconds }) => sum + seconds, 0))

/** Installs from a clone on Debian, then does everything else of the first hour. */
export async function debian(newcomer: Newcomer, watch: Stopwatch): Promise<void> {
  const { blocks } = newcomer
  const port = await freePort(printedPorts.api)
  const shell = newcomer.shell.with({ ...(await postgresSettings(newcomer.shell)), ...portSetting(port) })
  try {
    await watch.step('install', () => installQuietly(shell, blocks['debian install']))
    const session = await watch.step('start', () => startInTerminal(shell, blocks['debian start'], port))
    await watch.step('first memory', () => useAsPrinted(session, blocks.use))
    await watch.step('an agent recalls by MCP', () => recallByAgent(session, newcomer.readme))
    assert.ok(
      secondsOf(watch) < firstRecallSeconds,
      `the first recall of an agent took ${secondsOf(watch)} s`,
    )
    await watch.step('command line and doctor', () => commandAsPrinted(session, blocks.command))
    await watch.step('pages', () => lookAround(session))
    await watch.step('mistakes', () => makeMistakes(session))
    await watch.step('what happened', () => seeWhatHappened(session))
    await watch.step('scoped key', () => useScopedKey(session))
    await watch.step('restart', () => restart(session))
    await watch.step('home directory', async () => lookAtHome(newcomer))
  } finally {
    await shell.close()
    await shell.try('scripts/postgres down --destroy')
  }
}

/** Uses an existing Postgres that requires a password. The clone is already installed by `debian`. */
export async function own(newcomer: Newcomer, watch: Stopwatch): Promise<void> {
  const { blocks } = newcomer
  const port = await freePort(printedPorts.api)
  const postgresPort = await freePort(printedPorts.ownPostgres)
  const shell = newcomer.shell.with(portSetting(port))
  try {
    await watch.step('a Postgres with a password', () => createOwnPostgres(shell, postgresPort))
    const address = addressIn(blocks['own install']).replace(
      `:${printedPorts.ownPostgres}/`,
      `:${postgresPort}/`,
    )
    await watch.step('wrong and missing password', () => refuseWrongPassword(shell, address))
    const ready = shell.with({ DATABASE_URL: address })
    const session = await watch.step('start', () => startInTerminal(ready, blocks['own start'], port))
    await watch.step('first memory', () => useAsPrinted(session, blocks.use))
  } finally {
    await shell.close()
    await shell.try('scripts/postgres down --name own --destroy')
  }
}

/** Starts with Docker. Reports `skipped` if there is no Docker engine. */
export async function docker(newcomer: Newcomer, watch: Stopwatch): Promise<'skipped' | undefined> {
  const shell = newcomer.shell
  if ((await shell.try('docker info')).code !== 0) {
    console.log('          docker: not tried, no Docker engine answers here')
    return 'skipped'
  }
  try {
    const printed = await watch.step('start', () => shell.run(newcomer.blocks['docker start']))
    assert.match(printed, /sm_/, 'the printed commands end with an API key')
  } finally {
    await shell.try('docker compose down --volumes')
  }
  return undefined
}

async function installQuietly(shell: Terminal, block: string): Promise<void> {
  const printed = await shell.run(block)
  assert.doesNotMatch(printed, /EBADENGINE/, 'npm has nothing to say about the Node.js that README.md names')
}

/** If the port of README.md is taken, starts the cluster on another. The command of README.md then finds it running. */
async function postgresSettings(shell: Terminal): Promise<NodeJS.ProcessEnv> {
  const port = await freePort(printedPorts.postgres)
  if (port === printedPorts.postgres) return {}
  await shell.run(`scripts/postgres up --port ${port}`)
  return { DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/reverie` }
}

const portSetting = (port: number) => (port === printedPorts.api ? {} : { PORT: String(port) })

/** Creates a database as an operator would: its owner is a role that must give a password. */
async function createOwnPostgres(shell: Terminal, port: number): Promise<void> {
  await shell.run(`scripts/postgres up --name own --port ${port}`)
  const sql = [
    `create role reverie login superuser password 'password'`,
    'alter database reverie owner to reverie',
    `do $$ begin execute format('copy (values (%L), (%L)) to %L', 'local all all trust',
       'host all all 127.0.0.1/32 scram-sha-256', current_setting('hba_file')); end $$`,
    'select pg_reload_conf()',
  ]
  for (const statement of sql)
    await shell.run(`scripts/postgres psql --name own -qc "${statement.replaceAll('$', '\\$')}"`)
}

async function refuseWrongPassword(shell: Terminal, address: string): Promise<void> {
  for (const wrong of [address.replace(':password@', ':mistyped@'), address.replace(':password@', '@')]) {
    const { code, stderr } = await shell.with({ DATABASE_URL: wrong }).try('./reverie start')
    assert.equal(code, 1)
    assert.match(stderr, /DATABASE_URL/)
    assert.match(stderr, /password/)
    assert.doesNotMatch(stderr, /\n\s+at /, 'a wrong password is a sentence, not a stack')
  }
}

function addressIn(block: string): string {
  const address = /DATABASE_URL=(\S+)/.exec(block)?.[1]
  assert.ok(address, 'the block "own install" should set DATABASE_URL')
  return address
}
