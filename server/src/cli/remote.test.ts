import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'

let server: TestServer
let directory: string
beforeAll(async () => {
  server = await startTestServer()
  directory = await mkdtemp(join(tmpdir(), 'reverie-cli-'))
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true })
})

/** `reverie …` as a person types it, in an empty directory. */
async function reverie(args: string[], { input = '', env = {} as Record<string, string> } = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), ...args], {
    cwd: directory,
    env: { PATH: process.env.PATH, REVERIE_URL: server.url, REVERIE_KEY: server.client.key, ...env },
  })
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { stdout, stderr, code }
}

test('a text, a file and standard input are added and found', async () => {
  await writeFile(join(directory, 'kilns.txt'), 'Kilns are fired at 1,200 degrees.')
  for (const [args, input] of [
    [['Ada moved to Lisbon in May.'], ''],
    [['kilns.txt', '--id', 'kilns'], ''],
    [['-'], 'Bo keeps bees on the roof.\n'],
  ] as const) {
    const added = await reverie(['add', ...args, '--tag', 'cli'], { input })
    expect(added.stderr).toBe('')
    expect(added.stdout).toMatch(/^\w{22} {2}done in \d+\.\d s/)
  }
  const { stdout } = await reverie(['search', 'who keeps bees?', '--tag', 'cli', '--limit', '1'])
  expect(stdout).toMatch(/^\d\.\d\d {2}Bo keeps bees on the roof\. {2}\(\w{22}\)\n {6}Bo keeps bees/)
  expect(stdout).toMatch(/1 document in \d+ ms\n$/)
  const { stdout: json } = await reverie(['search', 'how hot is a kiln?', '--tag', 'cli', '--json'])
  expect(JSON.parse(json).results[0].title).toContain('Kilns')
})

test.each([
  [['add', 'x'], { REVERIE_KEY: '' }, 'Give the API key with --key or REVERIE_KEY.'],
  [['add', 'x', '--url', 'here'], {}, '"here" is no address'],
  [['add', '-'], {}, 'There is nothing to add.'],
  [['search', 'x', '--limit', 'few'], {}, 'Give --limit as a whole number.'],
  [['search', 'x', '--key', 'sm_nobody'], {}, 'auth.invalid_key, request req_'],
  [['add', 'x', '--tag', 'a b'], {}, 'containerTag: '],
])('%j with %j is answered with a sentence', async (args, env, sentence) => {
  const { stderr, code } = await reverie(args, { env })
  expect(code).toBe(1)
  expect(stderr).toContain(sentence)
  expect(stderr).not.toContain('    at ')
})

test('a server that is not there is named', async () => {
  const { stderr, code } = await reverie(['search', 'x', '--url', 'http://127.0.0.1:1'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('No server answers at http://127.0.0.1:1.')])
})
