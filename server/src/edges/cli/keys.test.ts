import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { finish, launcher, runReverie } from '../../../test/run-reverie.ts'
import { exitCodes } from './exit-codes.ts'

let server: TestServer
let directory: string
beforeAll(async () => {
  server = await startTestServer({ worker: false })
  directory = await mkdtemp(join(tmpdir(), 'reverie-keys-'))
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true })
})

const settings = () => ({ DATABASE_URL: server.databases[0]!.url })
const reverie = (...args: string[]) => runReverie(args, { cwd: directory, env: settings() })

/** Runs the command on a terminal. */
async function onTerminal(...args: string[]): Promise<string> {
  const env = { ...settings(), PATH: process.env.PATH, HOME: process.env.HOME }
  const child = spawn('script', ['-qec', `exec '${launcher}' ${args.join(' ')}`, '/dev/null'], {
    cwd: directory,
    env,
  })
  return (await finish(child)).stdout.replaceAll('\r', '')
}

test('a key created with --tag reaches only its container tag, and one with --expires shows its expiry', async () => {
  await reverie('org', 'create', 'Acme')
  const scoped = await reverie(
    'keys',
    'create',
    'acme',
    '--name',
    'app',
    '--tag',
    'user_42',
    '--expires',
    '30d',
  )
  expect(scoped.stdout).toMatch(
    /^\nKey \w+ of organization "acme", for container tag "user_42" only, until 20\d\d-/,
  )
  const key = /sm_\w+/.exec(scoped.stdout)![0]
  const session = await server.clientFor(key).request('GET', '/v3/session')
  expect(session.body.scope).toMatchObject({
    type: 'scoped',
    tags: ['user_42'],
    expires: expect.stringMatching(/^20\d\d-/),
  })
  const rows = JSON.parse((await reverie('keys', 'list', 'acme', '--json')).stdout)
  expect(rows).toEqual([
    expect.objectContaining({ organization: 'acme', name: 'app', scope: 'user_42', state: 'active' }),
  ])
  const days = (Date.parse(rows[0].expires) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThanOrEqual(30)
})

test('keys and organizations are printed as an aligned table on a terminal and with tabs in a pipe', async () => {
  await reverie('org', 'create', 'Beta')
  await reverie('keys', 'create', 'beta')
  await reverie('keys', 'create', 'beta', '--name', 'a longer name')
  const table = (await onTerminal('keys', 'list', 'beta')).trimEnd().split('\n')
  expect(table[0]).toMatch(/^ID +ORGANIZATION +NAME +SCOPE +STATE +CREATED +EXPIRES +LAST USED$/)
  expect(new Set(table.slice(1).map(line => line.indexOf('whole organization')))).toEqual(
    new Set([table[0]!.indexOf('SCOPE')]),
  )
  const [line] = (await reverie('keys', 'list', 'beta')).stdout.split('\n')
  expect(line!.split('\t')).toEqual([
    expect.any(String),
    'beta',
    'default',
    'whole organization',
    'active',
    expect.stringMatching(/Z$/),
    'never',
    'never',
  ])
  expect(await onTerminal('org', 'list')).toMatch(/^SLUG +NAME +PLACEMENT\n/)
  expect((await reverie('org', 'list')).stdout).toMatch(/^beta\tBeta\tone cell$/m)
})

test('an unknown organization is named, with the command that lists the existing ones', async () => {
  for (const args of [
    ['keys', 'create', 'nobody'],
    ['keys', 'list', 'nobody'],
    ['org', 'quota', 'nobody', '10'],
    ['org', 'spend', 'nobody'],
  ]) {
    const { stderr, code } = await reverie(...args)
    expect([code, stderr]).toEqual([
      exitCodes.notFound,
      'There is no organization "nobody". List them with: reverie org list\n',
    ])
  }
})
