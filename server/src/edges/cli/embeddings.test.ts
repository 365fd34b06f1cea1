import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase, testSecretsKey } from '../../../test/database.ts'
import { type EmbeddingServer, startEmbeddingServer } from '../../../test/embedding-server.ts'
import { runCommand } from '../../../test/run-command.ts'
import { exitCodes } from './exit-codes.ts'

let database: TestDatabase
let directory: string
let endpoint: EmbeddingServer
beforeAll(async () => {
  database = await createDatabase()
  directory = await mkdtemp(join(tmpdir(), 'reverie-embeddings-'))
  endpoint = await startEmbeddingServer({ dimensions: 16 })
  for (const name of ['Acme', 'Beta']) await reverie(['org', 'create', name])
})
afterAll(async () => {
  await database.drop()
  await endpoint.close()
  await rm(directory, { recursive: true })
})

const reverie = (args: string[], settings: Record<string, string> = {}) =>
  runCommand(args, {
    cwd: directory,
    env: {
      DATABASE_URL: database.url,
      SECRETS_KEY: testSecretsKey.toString('base64'),
      DATA_DIR: directory,
      EMBEDDER: 'http',
      EMBEDDER_URL: endpoint.url,
      EMBEDDER_MODEL: 'first',
      EMBEDDER_DIMENSIONS: '16',
      TRANSCRIBER: 'none',
      ...settings,
    },
  })

describe('the flags of reverie embeddings build', () => {
  test('complete the settings of the second model before these are checked', async () => {
    const flags = ['--url', endpoint.url, '--model', 'second', '--dimensions', '16']
    const built = await reverie(['embeddings', 'build', 'acme', ...flags], { EMBEDDER_NEXT: 'http' })
    expect(built.stderr).toBe('')
    expect(built.stdout).toMatch(/^acme: the build of the embedding set of second has started\./)
    const { stdout } = await reverie(['embeddings', 'status', 'acme'])
    expect(stdout).toMatch(/^ {2}building {2}second \(http, 16 dimensions\)/m)
  })

  test('override a setting that would be refused alone', async () => {
    const flags = ['--provider', 'http', '--url', endpoint.url, '--model', 'second', '--dimensions', '16']
    const settings = { EMBEDDER_NEXT: 'local', EMBEDDER_NEXT_URL: 'no address' }
    expect(await reverie(['embeddings', 'build', 'acme', ...flags], settings)).toMatchObject({ code: 0 })
  })

  test.each([
    [['--provider', 'http'], 'EMBEDDER_NEXT_URL: is required when EMBEDDER_NEXT is http'],
    [['--provider', 'http', '--url', 'here'], 'EMBEDDER_NEXT_URL: must be an address such as http://'],
    [['--provider', 'cloud'], "option '--provider <name>' argument 'cloud' is invalid"],
    [['--dimensions', '16001'], 'EMBEDDER_NEXT_DIMENSIONS: must be at most 16000'],
    // Without a provider, these would build the set of the main model without a word.
    [['--model', 'second'], 'Set --provider, or EMBEDDER_NEXT, to the provider of this model'],
    [['--url', 'http://127.0.0.1:9/v1'], 'Set --provider, or EMBEDDER_NEXT, to the provider of this model'],
    [['--dimensions', '16'], 'Set --provider, or EMBEDDER_NEXT, to the provider of this model'],
  ])('%j alone are refused with a sentence', async (flags, sentence) => {
    const { code, stderr } = await reverie(['embeddings', 'build', 'acme', ...flags])
    // What an option says of itself is wrong usage. The rest is found when the settings are checked.
    const expected = sentence.startsWith('option ') ? exitCodes.usage : exitCodes.failed
    expect([code, stderr]).toEqual([expected, expect.stringContaining(sentence)])
    expect(stderr).not.toMatch(/DATABASE_URL|^ {4}at /m)
  })

  test('name an endpoint that does not answer, instead of the database', async () => {
    const flags = ['--provider', 'http', '--url', 'http://127.0.0.1:1/v1', '--model', 'second']
    const { code, stderr } = await reverie(['embeddings', 'build', 'acme', ...flags])
    expect(code).toBe(1)
    expect(stderr).toContain('The embedding endpoint http://127.0.0.1:1/v1/embeddings cannot be reached')
    expect(stderr).not.toMatch(/Postgres|DATABASE_URL|^ {4}at /m)
  })
})

describe('a change of the embedding set on the command line', () => {
  test.each(['build', 'status', 'compare', 'switch', 'rollback', 'drop'])(
    '%s asks for one organization or --all, and names an unknown one',
    async name => {
      for (const args of [[], ['acme', '--all']]) {
        const { code, stderr } = await reverie(['embeddings', name, ...args])
        expect([code, stderr]).toEqual([1, 'Give the slug of one organization, or --all.\n'])
      }
      expect(await reverie(['embeddings', name, 'nobody'])).toEqual({
        code: exitCodes.notFound,
        stdout: '',
        stderr: 'There is no organization "nobody". List them with: reverie org list\n',
      })
    },
  )

  test('with --all goes on after an organization that refuses, and then names it', async () => {
    const next = { EMBEDDER_NEXT: 'http', EMBEDDER_NEXT_URL: endpoint.url, EMBEDDER_NEXT_DIMENSIONS: '16' }
    await reverie(['embeddings', 'build', 'beta'], { ...next, EMBEDDER_NEXT_MODEL: 'third' })
    await reverie(['embeddings', 'drop', 'acme'])
    const switched = await reverie(['embeddings', 'switch', '--all'])
    expect(switched.code).toBe(1)
    expect(switched.stdout).toMatch(/^beta: searches now use the new embedding set\./)
    expect(switched.stderr).toMatch(/^acme: .*\n$/)
    expect(switched.stderr).not.toContain('beta')
  })

  test('can be rolled back and dropped, and says what each command did', async () => {
    const back = await reverie(['embeddings', 'rollback', 'beta'])
    expect(back).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('previous embedding set again'),
    })
    const dropped = await reverie(['embeddings', 'drop', 'beta'])
    expect(dropped).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('deleted the embedding set'),
    })
    const { stdout } = await reverie(['embeddings', 'status', 'beta'])
    expect(stdout).not.toContain('third')
  })
})
