import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { runReverie } from '../../../test/run-reverie.ts'

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

/** Runs `reverie …` in an empty directory, as a person would. */
const reverie = (args: string[], { input = '', env = {} as Record<string, string> } = {}) =>
  runReverie(args, {
    cwd: directory,
    input,
    env: {
      REVERIE_URL: server.url,
      REVERIE_KEY: server.client.key,
      REVERIE_CONFIG_DIR: join(directory, '.config'),
      ...env,
    },
  })

test('reverie add takes a text, a file and standard input, and reverie search finds them', async () => {
  await writeFile(join(directory, 'kilns.txt'), 'Kilns are fired at 1,200 degrees.')
  for (const [args, input] of [
    [['Ada moved to Lisbon in May.'], ''],
    [['kilns.txt', '--id', 'kilns'], ''],
    [['-'], 'Bo keeps bees on the roof.\n'],
  ] as const) {
    const added = await reverie(['add', ...args, '--tag', 'cli'], { input })
    expect(added.stderr).toBe('')
    expect(added.stdout).toMatch(/^\w{22} {2}done in \d+\.\d s, stored in container tag cli {2}\w/)
  }
  const { stdout } = await reverie(['search', 'who keeps bees?', '--tag', 'cli', '--limit', '1'])
  expect(stdout).toMatch(/^\d\.\d\d {2}Bo keeps bees on the roof\. {2}\(\w{22}\)\n {6}Bo keeps bees/)
  expect(stdout).toMatch(/1 document in \d+ ms\n$/)
  const { stdout: json } = await reverie(['search', 'how hot is a kiln?', '--tag', 'cli', '--json'])
  expect(JSON.parse(json).results[0].title).toContain('Kilns')
})

test('reverie add prints how many memories were formed, or that there was nothing to remember', async () => {
  const remembered = await reverie(['add', 'My sister Ingrid lives in Oslo.', '--tag', 'cli'])
  expect(remembered.stdout).toMatch(/\n {24}\d+ memor(y|ies)\n$/)
  const forgettable = await reverie(['add', 'Hello there!', '--tag', 'cli'])
  expect(forgettable.stdout).toContain('no memories: the text contains nothing to remember')
})

test('reverie add without a tag names the container of the text', async () => {
  const waited = await reverie(['add', 'Cy paints doors.'])
  expect(waited.stdout).toContain('stored in container tag sm_project_default')
  const { stdout } = await reverie(['add', 'Di mends clocks.', '--no-wait'])
  expect(stdout).toMatch(/^\w{22} {2}\w+, stored in container tag sm_project_default\n$/)
})

test('reverie retry queues the failed documents that its options select', async () => {
  await writeFile(join(directory, 'empty.txt'), ' ')
  const { code } = await reverie(['add', 'empty.txt', '--tag', 'retried'])
  expect(code).toBe(1)
  const none = await reverie(['retry', '--code', 'embed.*', '--tag', 'retried'])
  expect(none.stdout).toBe('0 documents are queued again\n')
  const one = await reverie(['retry', '--code', 'embed.*', '--code', 'extract.empty', '--since', '2h'])
  expect(one.stdout).toBe('1 document is queued again\n')
})

test.each([
  [['add', 'x'], { REVERIE_KEY: '' }, 'An API key is required. Log in with "reverie login"'],
  [['add', 'x', '--url', 'here'], {}, '"here" is not an HTTP address'],
  [['add', 'x', '--url', 'file:///etc/passwd'], {}, 'is not an HTTP address'],
  [['search', 'x'], { REVERIE_KEY: 'sm_abc…' }, 'The API key contains invalid characters.'],
  [['search', 'x', '--key', 'sm_a\nb'], {}, 'The API key contains invalid characters.'],
  [['search', 'x', '--key', 'sm_nobody'], {}, 'auth.invalid_key, request req_'],
])('the command %j with the environment %j fails with a sentence', async (args, env, sentence) => {
  const { stderr, code } = await reverie(args, { env })
  expect(code).toBe(sentence.includes('HTTP address') ? 2 : 4)
  expect(stderr).toContain(sentence)
  expect(stderr).not.toContain('    at ')
})

test.each([
  [['add', '-'], 'The text is empty: there is nothing to add.'],
  [['add', ' '], 'The text is empty: there is nothing to add.'],
  [['add', 'two', 'texts'], 'too many arguments'],
  [['add', 'x', '--tga', 'zed'], "unknown option '--tga'\n(Did you mean --tag?)"],
  [['add', 'x', '--tag', 'a b'], 'A container tag may contain only letters'],
  [['add', 'x', '--tag', ''], 'A container tag may contain only letters'],
  [['add', 'x', '--tag', 'a', '--tag', 'b'], 'Give this option only once.'],
  [['add', './notes.txt'], 'There is no file ./notes.txt.'],
  [['add', 'notes.md'], 'There is no file notes.md.'],
  [['search', ''], 'The query is empty.'],
  [['search', 'x', '--limit', 'few'], 'Give a whole number from 1 to 100.'],
  [['search', 'x', '--limit', '0'], 'Give a whole number from 1 to 100.'],
  [['retry', '--code', 'Embed'], 'Give an error code such as'],
  [['keys', 'create', 'o', '--expires', 'soon'], 'Give a duration such as 12h, 30d'],
  [['keys', 'create', 'o', '--expires', '2020-01-01'], 'The time must be in the future.'],
  [['serach', 'x'], "unknown command 'serach'\n(Did you mean search?)"],
])('%j is refused as a mistake before anything is sent', async (args, sentence) => {
  // No server listens here, so a command that sent a request would fail with another message.
  const env = { REVERIE_URL: 'http://127.0.0.1:1', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const { stderr, code } = await reverie(args, { env })
  expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)])
  expect(stderr).not.toContain('    at ')
})

test('an unreachable server is named by its address', async () => {
  const { stderr, code } = await reverie(['search', 'x', '--url', 'http://127.0.0.1:1'])
  expect([code, stderr]).toEqual([3, expect.stringContaining('No server answers at http://127.0.0.1:1.')])
})
