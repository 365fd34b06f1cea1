import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { runReverie } from '../../../test/run-reverie.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { type RunningProcess, start } from '../../edges/cli/run.ts'
import { sealedFor } from '../../features/settings/update-settings.ts'
import { keyIdOf, type SealedValue, unseal } from '../lib/seal.ts'

/** The tests are one story, in order: a secret and a link, a rotation, a restart, the end of the old key. */
describe('a rotation of the key in secrets.json', () => {
  let embedder: ScriptedEmbedder
  let dataDir: string
  let server: TestServer
  let restarted: RunningProcess | undefined
  let link: URL
  let oldKey: string
  beforeAll(async () => {
    embedder = await startScriptedEmbedder()
    dataDir = await mkdtemp(join(tmpdir(), 'reverie-rotate-'))
    const directories = { DATA_DIR: dataDir, BLOB_DIR: join(dataDir, 'blobs') }
    const config = { ...embedder.config, ...directories, SECRETS_KEY: '' }
    server = await startTestServer({ worker: false, config })
    await server.client.request('PATCH', '/v3/settings', { githubClientSecret: 'sesame' })
    link = await uploadAndLink()
    oldKey = (await readKeys()).SECRETS_KEY
  })
  afterAll(async () => {
    await restarted?.stop()
    await server.close()
    await embedder.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function uploadAndLink(): Promise<URL> {
    const form = new FormData()
    form.set('file', new Blob(['Bring milk.'], { type: 'text/plain' }), 'note.txt')
    const headers = { authorization: `Bearer ${server.client.key}` }
    const added = await fetch(`${server.url}/v3/documents/file`, { method: 'POST', headers, body: form })
    const { id } = (await added.json()) as { id: string }
    return new URL((await server.client.request('GET', `/v3/documents/${id}/file-url`)).body.url)
  }

  const path = () => join(dataDir, 'secrets.json')
  const readKeys = async () =>
    JSON.parse(await readFile(path(), 'utf8')) as { SECRETS_KEY: string; SECRETS_KEYS_OLD?: string[] }

  async function readSealed(): Promise<SealedValue> {
    const { rows } = await server.databases[0]!.admin.query<{ secret: SealedValue }>(
      `select settings -> 'githubClientSecret' as secret from directory.settings where org = $1`,
      [server.client.organization.id],
    )
    return rows[0]!.secret
  }

  const reverie = (...args: string[]) =>
    runReverie(args, { env: { DATABASE_URL: server.config.DATABASE_URL, DATA_DIR: dataDir } })

  test('creates a new key, keeps the old one, and encrypts every secret again', async () => {
    expect((await readSealed()).kid).toBe(keyIdOf(Buffer.from(oldKey, 'base64')))
    const { stdout, stderr, code } = await reverie('secrets', 'rotate')
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    expect(stdout).toMatch(/Checked 1 secrets and re-encrypted 1\./)
    const { SECRETS_KEY, SECRETS_KEYS_OLD } = await readKeys()
    expect(SECRETS_KEY).not.toBe(oldKey)
    expect(SECRETS_KEYS_OLD).toEqual([oldKey])
    expect((await stat(path())).mode & 0o777).toBe(0o600)
    const key = Buffer.from(SECRETS_KEY, 'base64')
    const sealed = await readSealed()
    expect(sealed.kid).toBe(keyIdOf(key))
    expect(unseal([key], sealedFor(server.client.organization.id, 'githubClientSecret'), sealed)).toBe(
      'sesame',
    )
  })

  test('changes nothing when it is repeated without a new key', async () => {
    const before = [await readSealed(), await readKeys()]
    expect((await reverie('secrets', 'rotate', '--same-key')).stdout).toMatch(
      /Checked 1 secrets and re-encrypted 0\./,
    )
    expect([await readSealed(), await readKeys()]).toEqual(before)
  })

  test('leaves links good that were signed before, also after a restart', async () => {
    restarted = await start({ ...server.config, PORT: 0 }, { api: true, worker: false })
    const file = await fetch(`${restarted.url}${link.pathname}${link.search}`)
    expect(file.status).toBe(200)
    expect(await file.text()).toBe('Bring milk.')
  })

  test('does not forget the old key while something is sealed by it', async () => {
    // This process still has the old key, like one that was not restarted.
    await server.client.request('PATCH', '/v3/settings', { githubClientSecret: 'other' })
    const refused = await reverie('secrets', 'forget-old')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/1 secrets cannot be decrypted/)
    expect((await readKeys()).SECRETS_KEYS_OLD).toEqual([oldKey])
    expect((await reverie('secrets', 'rotate', '--same-key')).stdout).toMatch(/re-encrypted 1\./)
    expect((await reverie('secrets', 'forget-old')).stdout).toMatch(/Removed 1 old keys/)
    expect((await readKeys()).SECRETS_KEYS_OLD).toEqual([])
  })
})
