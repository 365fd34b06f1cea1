import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { asAdmin, dropWithLogin, serverUrl } from '../../../test/database.ts'
import { until } from '../../../test/harness.ts'
import { finish, launcher, repository, runReverie, spawnReverie } from '../../../test/run-reverie.ts'
import { explainListening } from './listen-errors.ts'

const admin = new pg.Pool({ connectionString: serverUrl, max: 1 })
let databases = 0
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reverie-start-'))
})
afterAll(async () => {
  for (let i = 1; i <= databases; i++) await asAdmin(client => dropWithLogin(client, nameOf(i)))
  await admin.end()
  await rm(directory, { recursive: true })
})

const nameOf = (i: number) => `reverie_test_${process.pid}_start${i}`

/** Settings of a server on an empty database, as on a first start. */
async function newcomer(settings: Record<string, string> = {}): Promise<Record<string, string>> {
  const name = nameOf(++databases)
  await admin.query(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    DATABASE_URL: url.href,
    PORT: '0',
    WORKER_PORT: '0',
    DATA_DIR: join(directory, name),
    TRANSCRIBER: 'none',
    EMBEDDER_THREADS: '1',
    ...settings,
  }
}

/** Collects the output of a process and its exit code. */
function watch(child: ChildProcess) {
  const printed = { stdout: '', stderr: '' }
  child.stdout!.on('data', part => {
    printed.stdout += part
  })
  child.stderr!.on('data', part => {
    printed.stderr += part
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  onTestFinished(() => void child.kill())
  const says = async (pattern: RegExp, withinMs?: number) => {
    const found = await until(
      async () => pattern.exec(printed.stdout) ?? child.exitCode,
      value => value !== null,
      withinMs,
    )
    if (typeof found !== 'object') throw new Error(`It ended:\n${printed.stdout}${printed.stderr}`)
    return found!
  }
  return { printed, ended, says }
}

const listensOn = /listens on (\S+)\.\s/

const colours = new RegExp(`${String.fromCharCode(27)}\\[\\d*m`, 'g')

const linesOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

test('a first start in a pipe prints only JSON lines and the path of the key file, and SIGTERM ends it with 0', async () => {
  // LOG_LEVEL=warn, because it must not hide the path of the key.
  const env = await newcomer({ LOG_LEVEL: 'warn' })
  const child = spawnReverie(['start'], { cwd: directory, env })
  const { printed, ended, says } = watch(child)
  const url = (await says(listensOn))[1]!
  child.kill('SIGTERM')
  expect(await ended).toEqual({ code: 0, signal: null })
  expect(printed.stderr).toBe('')
  const lines = linesOf(printed.stdout)
  expect(lines).toContainEqual(expect.objectContaining({ migrations: expect.any(Number) }))
  const keyFile = join(env.DATA_DIR!, 'first-key')
  expect(lines).toContainEqual(
    expect.objectContaining({ keyFile, msg: expect.stringContaining('then delete the file') }),
  )
  // The log must not contain the key, because Docker and others store logs for good.
  expect(printed.stdout).not.toContain('sm_')
  expect(await readFile(keyFile, 'utf8')).toMatch(/^sm_\w+\n$/)
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  const linkFile = join(env.DATA_DIR!, 'setup-link')
  expect(lines).toContainEqual(expect.objectContaining({ linkFile }))
  expect(printed.stdout).not.toContain('/join#')
  expect(await readFile(linkFile, 'utf8')).toMatch(/^http:\/\/\S+\/join#[\w-]{32}\n$/)
  expect((await stat(linkFile)).mode & 0o777).toBe(0o600)
  expect(lines).toContainEqual(expect.objectContaining({ url, api: true, worker: true }))
})

test('a first start that cannot write the key file says how to create a key', async () => {
  const env = await newcomer()
  // A directory at the file's path makes the write fail.
  await mkdir(join(env.DATA_DIR!, 'first-key', 'taken'), { recursive: true })
  const child = spawnReverie(['start'], { cwd: directory, env })
  const { printed, ended, says } = watch(child)
  await says(listensOn)
  child.kill('SIGTERM')
  await ended
  expect(printed.stdout).toContain('create one: reverie keys create default')
  expect(printed.stdout).not.toContain('sm_')
})

test('a first start on a terminal prints the key, the next step and readable log lines', async () => {
  const settings = await newcomer()
  const env = { ...settings, PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm' }
  // `script` runs it on a terminal.
  const child = spawn('script', ['-qec', `exec '${launcher}' start`, '/dev/null'], { cwd: directory, env })
  const { printed, ended, says } = watch(child)
  const plain = () => printed.stdout.replaceAll(colours, '').replaceAll('\r', '')
  await says(/The log follows/)
  expect(plain()).toMatch(/✓ Database +\d+ migrations applied/)
  expect(plain()).toMatch(/Save this key now: it is not shown again\.\s+export REVERIE_KEY=sm_\w+/)
  expect(existsSync(join(settings.DATA_DIR!, 'first-key'))).toBe(false)
  expect(plain()).toMatch(/becomes the owner; it works once:\s+http:\/\/\S+\/join#[\w-]{32}\s/)
  expect(plain()).toMatch(/✓ Model +all-MiniLM-L6-v2, ready in/)
  const url = listensOn.exec(plain())![1]!
  expect(plain()).toContain(`curl -s ${url}/v3/documents -H "Authorization: Bearer $REVERIE_KEY"`)
  expect((await fetch(`${url}/v3/documents/x`)).status).toBe(401)
  await says(/GET \/v3\/documents\/:id/)
  expect(plain()).toMatch(/^\d\d:\d\d:\d\d info +401 GET \/v3\/documents\/:id \d+\.?\d* ms {2}req_\w+$/m)
  // Ctrl-C as a person types it.
  child.stdin.write('\x03')
  expect(await ended).toEqual({ code: 0, signal: null })
  expect(plain()).not.toContain('{"level"')
})

describe('an address that cannot be listened on', () => {
  test.each(['start', 'serve', 'worker'])('ends %s with a sentence and exit code 1', async command => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const port = String((holder.address() as AddressInfo).port)
    const env = await newcomer({ PORT: port, WORKER_PORT: port })
    const { stdout, stderr, code } = await runReverie([command], { cwd: directory, env })
    holder.close()
    const setting = command === 'worker' ? 'WORKER_PORT' : 'PORT'
    expect(code).toBe(1)
    expect(stderr).toMatch(
      new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is in use: .*\\n.*set ${setting} to a free port\\.\\n$`),
    )
    // No key was created, because it would have been shown only this once.
    expect(stdout).not.toContain('sm_')
  })

  test.each(['nowhere.invalid', '192.0.2.1'])('because HOST is %s is named in the error', async host => {
    const env = await newcomer({ HOST: host, PORT: '18299', EMBEDER: 'http' })
    const { stderr, code } = await runReverie(['serve'], { cwd: directory, env })
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`HOST is "${host}", which is not an address of this machine.`),
    ])
    expect(stderr).toMatch(
      /^EMBEDER is not a setting of Reverie and has no effect\. Did you mean EMBEDDER\?\n/,
    )
  })

  test('because only root may use its port is explained', () => {
    const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES' })
    const said = explainListening(refused, { host: '0.0.0.0', port: 80, setting: 'PORT' })
    expect((said as Error).message).toContain('Set PORT to a higher port')
  })
})

test('a first signal waits for requests in flight, and a second one ends the process at once', async () => {
  const env = await newcomer({ SHUTDOWN_TIMEOUT_MS: '600000' })
  const child = spawnReverie(['start'], { cwd: directory, env })
  const { printed, ended, says } = watch(child)
  const url = (await says(listensOn))[1]!
  const key = (await readFile(join(env.DATA_DIR!, 'first-key'), 'utf8')).trim()
  const slow = request(`${url}/v3/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-length': 1000, expect: '100-continue' },
  })
  slow.on('error', () => undefined)
  slow.flushHeaders()
  await once(slow, 'continue')
  child.kill('SIGTERM')
  await says(/stopping/)
  expect(child.exitCode).toBeNull()
  // Signals within a second count as one, so the test repeats the signal until the process ends.
  const again = setInterval(() => child.kill('SIGINT'), 200)
  expect(await ended).toEqual({ code: 1, signal: null })
  clearInterval(again)
  slow.destroy()
  expect(printed.stderr).toContain('Second signal')
})

test('killing npm start ends the server', { timeout: 240_000 }, async () => {
  const env = { ...(await newcomer()), PATH: process.env.PATH, HOME: process.env.HOME }
  const child = spawn('npm', ['start'], { cwd: repository, env })
  const { ended, says } = watch(child)
  // The first start of a clone builds the console, which took more than a minute on a busy machine.
  const url = (await says(listensOn, 200_000))[1]!
  child.kill('SIGTERM')
  await ended
  const answers = await fetch(`${url}/health`).then(
    () => true,
    () => false,
  )
  expect(answers).toBe(false)
})

test('the process that starts is the server itself, so a supervisor signals the right process', async () => {
  const env = await newcomer()
  const child = spawnReverie(['start'], { cwd: directory, env })
  const { ended, says } = watch(child)
  await says(listensOn)
  child.kill('SIGINT')
  expect(await ended).toEqual({ code: 0, signal: null })
})

test('reverie all, the former name of reverie start, still works', async () => {
  const { stdout } = await finish(spawnReverie(['all', '--help']))
  expect(stdout).toContain('reverie start|all')
})
