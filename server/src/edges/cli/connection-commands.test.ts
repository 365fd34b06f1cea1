import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { runCommand } from '../../../test/run-command.ts'
import { runReverie } from '../../../test/run-reverie.ts'
import { exitCodes } from './exit-codes.ts'

/** `reverie connections …` with a folder of this machine as the source. */

let server: TestServer
let directory: string
let notes: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reverie-connections-'))
  notes = join(directory, 'notes')
  await mkdir(notes)
  server = await startTestServer({ config: { CONNECTOR_FOLDERS: directory } })
})
afterAll(async () => {
  await server?.close()
  await rm(directory, { recursive: true })
})

const settings = () => ({
  REVERIE_URL: server.url,
  REVERIE_KEY: server.client.key,
  REVERIE_CONFIG_DIR: join(directory, '.config'),
})

const reverie = (...args: string[]) =>
  runCommand(['connections', ...args], { cwd: directory, env: settings() })

const connect = async (tag: string): Promise<string> => {
  const { stdout } = await reverie(
    'add',
    'folder',
    `path=${notes}`,
    '--tag',
    tag,
    '--every',
    'never',
    '--json',
  )
  return JSON.parse(stdout).id
}

test('a folder is connected, imported, listed, shown, paused, resumed and deleted', async () => {
  await writeFile(join(notes, 'kilns.md'), 'The kilns are fired on Fridays.')
  const id = await connect('cli_notes')
  const run = await reverie('run', id, '--wait', '--json')
  expect([run.code, JSON.parse(run.stdout)]).toEqual([0, expect.objectContaining({ status: 'completed' })])
  const listed = await reverie('list', '--tag', 'cli_notes')
  expect(listed.stdout).toMatch(
    new RegExp(`^${id}\tup_to_date\tfolder\tcli_notes\t1\t0\t[-\\d: ]{16}\t-\tnotes\n$`),
  )
  const shown = await reverie('show', id)
  expect(shown.stdout).toContain('1 documents, 0 items failed')
  expect(shown.stdout).toContain('1 changed, 0 deleted, 0 failed')
  expect((await reverie('pause', id)).stdout).toContain('Paused.')
  expect((await reverie('list', '--tag', 'cli_notes')).stdout).toContain('\tpaused\t')
  expect((await reverie('run', id)).stderr).toContain(`reverie connections resume ${id}`)
  expect((await reverie('resume', id)).stdout).toBe('Resumed.\n')
  expect((await reverie('delete', id)).stdout).toContain('Its documents are deleted in the background.')
  expect((await reverie('list', '--json', '--tag', 'cli_notes')).stdout).toBe('[]\n')
  const gone = await reverie('show', id)
  expect([gone.code, gone.stderr]).toEqual([
    exitCodes.notFound,
    expect.stringContaining('connection.not_found'),
  ])
})

test('items that could not be read are listed with their cause, and read again', async () => {
  const outside = join(directory, 'outside.md')
  const inside = join(notes, 'linked.md')
  await writeFile(outside, 'Not for everybody.')
  await symlink(outside, inside)
  const id = await connect('cli_failures')
  await reverie('run', id, '--wait')
  const failed = await reverie('failures', id)
  expect(failed.stdout).toMatch(/linked\.md\titem_forbidden\t\d\t/)
  const [{ externalId }] = JSON.parse((await reverie('failures', id, '--json')).stdout)
  await rm(inside)
  await writeFile(inside, 'For everybody.')
  expect((await reverie('retry', id, externalId)).stdout).toBe('1 item is read again\n')
  expect((await reverie('run', id, '--wait')).code).toBe(0)
  expect((await reverie('failures', id, '--json')).stdout).toBe('[]\n')
  expect((await reverie('delete', id, '--keep-documents')).stdout).toContain('Its documents stay.')
})

test('an import that fails ends with 1 and says what to do', async () => {
  const gone = join(directory, 'gone')
  await mkdir(gone)
  const { stdout } = await reverie('add', 'folder', `path=${gone}`, '--tag', 'cli_gone', '--json')
  await rm(gone, { recursive: true })
  const { id } = JSON.parse(stdout)
  const run = await reverie('run', id, '--wait')
  expect([run.code, run.stderr]).toEqual([exitCodes.failed, expect.stringMatching(/failed: .+ \(\w+\)/)])
  expect((await reverie('show', id)).stdout).toContain('What to do:')
})

test('providers lists connectors, and the fields of one', async () => {
  const all = await reverie('providers')
  expect(all.stdout).toMatch(/^rss\tnone\tRSS or Atom feed\t/m)
  expect(all.stdout).toMatch(/^github\tapplication\t/m)
  const one = await reverie('providers', 'webdav')
  expect(one.stdout).toContain('url (required)')
  expect(one.stdout).toContain('password (required)')
  expect((await reverie('providers', 'github')).stdout).toContain('githubClientId')
  const none = await reverie('providers', 'gopher')
  expect([none.code, none.stderr]).toEqual([exitCodes.notFound, expect.stringContaining('web-crawler')])
})

test('add refuses mistakes before anything is sent, and says what the server refuses', async () => {
  for (const [args, words] of [
    [['rss', 'feed'], 'name=value'],
    [['rss', 'feed=x'], 'It has feedUrl, content, maxPages'],
    [['rss', 'feedUrl=x', '--every', 'soon'], '30m, 6h, 1d or 1w'],
    [['webdav', 'url=https://cloud.example.org/dav/', 'username=ada'], 'password is missing'],
  ] as const) {
    const { code, stderr } = await reverie('add', ...args)
    expect([code, stderr]).toEqual([exitCodes.usage, expect.stringContaining(words)])
  }
  const refused = await reverie('add', 'rss', 'feedUrl=nowhere', 'maxPages=many')
  expect([refused.code, refused.stderr]).toEqual([
    exitCodes.failed,
    expect.stringContaining('settings.maxPages: must be'),
  ])
  const closed = await reverie('add', 'folder', 'path=/etc')
  expect([closed.code, closed.stderr]).toEqual([
    exitCodes.failed,
    expect.stringContaining('connection.check_failed'),
  ])
})

test('add reads a secret from standard input', async () => {
  const args = ['connections', 'add', 'webdav', 'url=http://127.0.0.1:1/dav/', 'username=ada', 'password=-']
  const { stderr } = await runReverie(args, { cwd: directory, env: settings(), input: 'secret\n' })
  // The password was read, so it is the source that is refused.
  expect(stderr).toMatch(/connection\.(check_failed|provider_unavailable)/)
})
