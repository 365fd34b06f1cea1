import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { inherited } from '../../../test/run-reverie.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { type RunningProcess, start } from '../../edges/cli/run.ts'
import { sealedFor } from '../../features/settings/update-settings.ts'
import { type SealedValue, unseal } from '../lib/seal.ts'

/** A default installation: neither SECRETS_KEY nor FILE_URL_SECRET is set. */
describe('a server without configured secrets', () => {
  let embedder: ScriptedEmbedder
  let dataDir: string
  let server: TestServer
  let restarted: RunningProcess | undefined
  beforeAll(async () => {
    embedder = await startScriptedEmbedder()
    dataDir = await mkdtemp(join(tmpdir(), 'reverie-restart-'))
    const config = {
      ...embedder.config,
      SECRETS_KEY: '',
      DATA_DIR: dataDir,
      BLOB_DIR: join(dataDir, 'blobs'),
    }
    server = await startTestServer({ worker: false, config })
  })
  afterAll(async () => {
    await restarted?.stop()
    await server.close()
    await embedder.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('stores a connector secret, encrypted with the key in secrets.json', async () => {
    const { status } = await server.client.request('PATCH', '/v3/settings', { githubClientSecret: 'sesame' })
    expect(status).toBe(200)
    const { SECRETS_KEY } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'))
    const { rows } = await server.databases[0]!.admin.query<{ secret: SealedValue }>(
      `select settings -> 'githubClientSecret' as secret from directory.settings where org = $1`,
      [server.client.organization.id],
    )
    const purpose = sealedFor(server.client.organization.id, 'githubClientSecret')
    expect(unseal([Buffer.from(SECRETS_KEY, 'base64')], purpose, rows[0]!.secret)).toBe('sesame')
  })

  test('signs links to files that still lead to the file after a restart', async () => {
    const form = new FormData()
    form.set('file', new Blob(['Bring milk.'], { type: 'text/plain' }), 'note.txt')
    const added = await fetch(`${server.url}/v3/documents/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.client.key}` },
      body: form,
    })
    const { id } = (await added.json()) as { id: string }
    const { url } = (await server.client.request('GET', `/v3/documents/${id}/file-url`)).body
    restarted = await start({ ...server.config, PORT: 0 }, { api: true, worker: false })
    const link = new URL(url)
    const file = await fetch(`${restarted.url}${link.pathname}${link.search}`)
    expect(file.status).toBe(200)
    expect(await file.text()).toBe('Bring milk.')
  })

  test.for([
    ['worker', {}, /"level":"warn".*Copy SECRETS_KEY from that file.*SECRETS_KEY is not set/],
    ['serve', { BLOBS: 's3', S3_BUCKET: 'any', S3_ENDPOINT: 'http://127.0.0.1:1' }, /SECRETS_KEY is not set/],
  ] as const)(
    'says at the start of "%s" that other machines need the key too',
    async ([command, settings, line]) => {
      const child = spawnCommand(command, { LOG_LEVEL: 'warn', ...settings })
      try {
        await printed(child, line)
      } finally {
        child.kill('SIGKILL')
      }
    },
  )

  test('does not start with a damaged secrets.json, and prints one sentence', async () => {
    const path = join(dataDir, 'secrets.json')
    const before = await readFile(path, 'utf8')
    await writeFile(path, before.slice(0, 40))
    const child = spawnCommand('serve')
    const code = new Promise(resolve => child.once('exit', resolve))
    const said = await printed(child, /\n/, [child.stderr!])
    expect(await code).toBe(1)
    expect(said).toMatch(/^\S+secrets\.json is damaged/)
    expect(said.trim().split('\n')).toHaveLength(1)
    expect(await readFile(path, 'utf8')).toBe(before.slice(0, 40))
    await writeFile(path, before)
  })

  /** Starts another process on the same database and directory. */
  function spawnCommand(command: string, settings: Record<string, string> = {}): ChildProcess {
    const config = Object.entries(server.config).map(([name, value]) => [name, String(value)])
    const main = join(import.meta.dirname, '../../main.ts')
    const env = { ...Object.fromEntries(config), ...inherited(), ...settings }
    return spawn(process.execPath, [main, command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  }
})

/** Waits until the output matches the pattern and returns it; fails when the process ends before. */
function printed(
  child: ChildProcess,
  pattern: RegExp,
  streams = [child.stdout!, child.stderr!],
): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    for (const stream of streams)
      stream.on('data', part => {
        said += part
        if (pattern.test(said)) resolve(said)
      })
    child.once('close', code => reject(new Error(`It ended with ${code} and had printed: ${said}`)))
  })
}
