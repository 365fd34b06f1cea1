import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Api } from '../first-hour/api.ts'
import type { Newcomer } from '../first-hour/newcomer.ts'
import { freePort, printedPorts } from '../first-hour/ports.ts'
import { readBlocks } from '../first-hour/readme.ts'
import type { Stopwatch } from '../first-hour/stopwatch.ts'
import type { Background, Terminal } from '../first-hour/terminal.ts'
import { Registry } from './registry.ts'

const repository = join(import.meta.dirname, '../..')
const packed = join(repository, 'dist/package')
const cluster = 'packed'
const reverie = 'npx @reverie/server'

export async function startPacked(newcomer: Newcomer, watch: Stopwatch): Promise<void> {
  const [postgres, start] = readCommands()
  const archive = await watch.step('pack', async () => pack())
  await using stack = new AsyncDisposableStack()
  const manifest = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8'))
  const registry = await Registry.open(archive, manifest)
  stack.defer(() => registry.close())
  const shell = openEmptyFolder(newcomer, registry)
  stack.defer(() => shell.close())
  const version = await watch.step('install', () => shell.run(`${reverie} --version`))
  assert.match(version, new RegExp(`reverie ${manifest.version.replaceAll('.', '\\.')} `))
  assertLockedVersions(newcomer)
  const database = await watch.step('its Postgres', () => startPostgres(shell, postgres))
  stack.defer(async () => {
    if (!process.env.PACKED_DATABASE_URL)
      await shell.try(`${reverie} postgres down --name ${cluster} --destroy`)
  })
  const port = await freePort(printedPorts.api)
  const ready = shell.with({ DATABASE_URL: database, PORT: String(port) })
  const server = ready.start(start, { tty: true })
  stack.defer(() => server.end())
  const key = await watch.step('start', () => readFirstKey(server, port))
  const url = `http://127.0.0.1:${port}`
  const memories = ready.with({ REVERIE_KEY: key, REVERIE_URL: url })
  const api = new Api(url, key)
  await watch.step('first memory', () => remember(memories, api))
  await watch.step('a file', () => readFile(memories, api))
  await watch.step('console', () => openConsole(url))
  await watch.step('doctor', () => ready.run(`${reverie} doctor`))
}

/** The commands of README.md, as printed. */
function readCommands(): [string, string] {
  const blocks = readBlocks(readFileSync(join(repository, 'README.md'), 'utf8'))
  const [postgres = '', start = ''] = blocks['npx start'].trim().split('\n')
  assert.match(start, /^npx @reverie\/server start$/)
  return [postgres, start]
}

/** Returns the path of the archive. */
function pack(): string {
  const program = join(repository, 'deploy/release/pack.ts')
  const printed = execFileSync(process.execPath, [program], { encoding: 'utf8' })
  return join(repository, printed.trim().split('\n').at(-1)!)
}

/**
 * A folder of somebody who has npm and nothing else. What is reused costs only downloads: the archives in the cache of npm, and
 * the Postgres of this repository.
 */
function openEmptyFolder({ terminal, home }: Newcomer, registry: Registry): Terminal {
  const folder = join(terminal.directory, 'app')
  const cache = join(home, '.npm')
  for (const each of [folder, cache]) mkdirSync(each)
  symlinkSync(join(cacheOfThisMachine(), '_cacache'), join(cache, '_cacache'))
  writeFileSync(join(folder, '.npmrc'), `@reverie:registry=${registry.url}\n`)
  return terminal.in(folder).with({
    REVERIE_HOME: process.env.REVERIE_HOME ?? join(repository, '.reverie'),
    npm_config_cache: cache,
    npm_config_yes: 'true',
    npm_config_ignore_scripts: 'true',
    npm_config_prefer_offline: 'true',
  })
}

function cacheOfThisMachine(): string {
  return execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim().split('\n').at(-1)!
}

/** npm must install what CI tested, and not what the registry has meanwhile. */
function assertLockedVersions({ home }: Newcomer): void {
  const [installed] = globSync(join(home, '.npm/_npx/*/node_modules/.package-lock.json'))
  assert.ok(installed, 'npx keeps the package in its cache')
  const tested = versionsIn(join(packed, 'npm-shrinkwrap.json'))
  const strange = [...versionsIn(installed)].filter(
    each => !each.startsWith('@reverie/') && !tested.has(each),
  )
  assert.deepEqual(strange, [], 'npm installed versions that package-lock.json does not have')
}

function versionsIn(path: string): Set<string> {
  const { packages } = JSON.parse(readFileSync(path, 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  return new Set(
    Object.entries(packages).map(([at, { version }]) => `${at.replace(/^.*node_modules\//, '')} ${version}`),
  )
}

/**
 * Runs the printed command for a cluster of its own, because the usual one may be in use here. PACKED_DATABASE_URL names an empty
 * database instead, on machines for which the package brings no Postgres.
 */
async function startPostgres(shell: Terminal, printed: string): Promise<string> {
  if (process.env.PACKED_DATABASE_URL) return process.env.PACKED_DATABASE_URL
  const said = await shell.run(`${printed} --name ${cluster}`)
  const url = /^postgres:\/\/\S+$/m.exec(said)?.[0]
  assert.ok(url, said)
  return url
}

async function readFirstKey(server: Background, port: number): Promise<string> {
  await server.printed(new RegExp(`http://127\\.0\\.0\\.1:${port}`))
  const [key] = await server.printed(/\bsm_[0-9a-z]+_[0-9a-f]+\b/)
  await server.printed(/npx @reverie\/server search/)
  return key
}

async function remember(shell: Terminal, api: Api): Promise<void> {
  const content = 'Ada moved to Lisbon in May and started at a ceramics studio.'
  const body = { content, containerTag: 'user_42', dreaming: 'instant' }
  const { json } = await api.call('POST', '/v3/documents', body)
  await api.ended(String(json.id))
  const { text } = await api.call('POST', '/v4/profile', { containerTag: 'user_42' })
  assert.match(text, /Lisbon/)
  assert.match(await shell.run(`${reverie} search "where does Ada live?" --tag user_42`), /Lisbon/)
}

/** Readers run in processes of their own, which find their code and packages in another place than in a clone. */
async function readFile(shell: Terminal, api: Api): Promise<void> {
  const page =
    '<html><head><title>Kilns</title></head><body><h1>Kilns</h1><p>Kilns are fired at 1,200 °C.</p></body></html>'
  const { status, errorCode } = await api.ended(await api.upload('kilns.html', page, 'text/html'))
  assert.equal(status, 'done', String(errorCode))
  assert.match(await shell.run(`${reverie} search "how hot is a kiln?" --tag user_42`), /1,200/)
}

async function openConsole(url: string): Promise<void> {
  const page = await (await fetch(`${url}/`, { headers: { accept: 'text/html' } })).text()
  const script = /src="\.?\/?([^"]+\.js)"/.exec(page)?.[1]
  assert.ok(script, 'the page of the console names its program')
  assert.equal((await fetch(new URL(script, `${url}/`))).status, 200)
}
