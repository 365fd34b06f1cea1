import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser, password } from '../../../test/browser.ts'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { runCommand } from '../../../test/run-command.ts'

let empty: TestDatabase
let server: TestServer
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reverie-setup-link-'))
  ;[empty, server] = await Promise.all([createDatabase(), startTestServer({ worker: false })])
})
afterAll(async () => {
  await Promise.all([empty.drop(), server.close()])
  await rm(directory, { recursive: true })
})

const setupLink = (DATABASE_URL = server.databases[0]!.url) =>
  runCommand(['people', 'setup-link'], {
    cwd: directory,
    env: { DATABASE_URL, DATA_DIR: directory, PUBLIC_URL: 'https://memory.example.org/' },
  })

const joinWith = (token: string, name: string) =>
  new Browser(server.url).request('POST', '/v3/auth/join', {
    ...{ token, name, email: `${name}@example.org`, password },
  })

test('reverie people setup-link says how to create an organization if there is none', async () => {
  const { code, stdout, stderr } = await setupLink(empty.url)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/no organization yet.*reverie org create <name>/)
})

test('reverie people setup-link prints a link to the owner that works once, ends those before, and none when somebody has joined', async () => {
  const file = join(directory, 'setup-link')
  await writeFile(file, 'the link of the first start\n')
  const tokens: string[] = []
  for (let i = 0; i < 2; i++) {
    const { code, stdout, stderr } = await setupLink()
    expect([code, stderr]).toEqual([0, ''])
    const [, token] = /^ {4}https:\/\/memory\.example\.org\/join#([\w-]{32})$/m.exec(stdout)!
    tokens.push(token!)
  }
  // The link in it has ended.
  expect(existsSync(file)).toBe(false)
  expect((await joinWith(tokens[0]!, 'early')).status).toBe(404)
  expect((await joinWith(tokens[1]!, 'ada')).status).toBe(200)
  expect((await joinWith(tokens[1]!, 'late')).status).toBe(404)
  const { code, stdout, stderr } = await setupLink()
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('The console is set up.')
})
