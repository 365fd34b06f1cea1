import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { runReverie } from '../../../test/run-reverie.ts'
import { scripted } from '../../../test/scripted-connector.ts'
import { ScriptedSource } from '../../../test/scripted-source.ts'
import { connectionOf, documentsIn, lastRun, sync } from '../../../test/sync-steps.ts'
import type { Connector } from '../connectors/connector.ts'

/** A single installation: the key was made at its first start and lies in `secrets.json`. */

let server: TestServer
let source: ScriptedSource
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reverie-rotate-'))
  source = await new ScriptedSource().start()
  source.tokens = new Set(['let-me-in', 'another'])
  const directories = { DATA_DIR: dataDir, BLOB_DIR: join(dataDir, 'blobs') }
  const config = { FETCH_ALLOW: '127.0.0.1', SECRETS_KEY: '', ...directories }
  server = await startTestServer({ worker: false, config })
  server.app.sources.connectors.add(scripted as Connector)
})
afterAll(async () => {
  await server?.close()
  await source?.close()
  await rm(dataDir, { recursive: true, force: true })
})

const connect = async (containerTag: string) => {
  const { status, body } = await server.client.request('POST', '/v3/connections/scripted', {
    containerTag,
    settings: { url: source.url },
    credentials: { token: 'let-me-in' },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id as string
}

test('a rotation while connections are used loses no credentials, without a restart', async () => {
  const { client } = server
  const reverie = (...args: string[]) =>
    runReverie(args, { env: { DATABASE_URL: server.config.DATABASE_URL, DATA_DIR: dataDir } })
  const ids = [await connect('rotated_0'), await connect('rotated_1')]
  let isRotated = false
  const rotation = reverie('secrets', 'rotate').finally(() => {
    isRotated = true
  })
  let rounds = 0
  for (let isLast = false; !isLast; rounds++) {
    // Once more after the end: everything is encrypted with the new key then.
    isLast = isRotated
    source.put(`note-${rounds}.md`, `Note ${rounds}`)
    for (const id of ids) {
      await client.request('POST', `/v3/connections/${id}/import`, {})
      await sync(server, client, id)
      expect(await lastRun(client, id)).toMatchObject({ status: 'completed' })
    }
    // Credentials that this process encrypts with its old key meanwhile stay readable.
    const token = rounds % 2 ? 'another' : 'let-me-in'
    await client.request('PATCH', `/v3/connections/${ids[0]}`, { credentials: { token } })
    ids[2] ??= await connect('rotated_2')
  }
  const { stdout, stderr, code } = await rotation
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  expect(stdout).toMatch(/re-encrypted [23]\./)
  for (const [n, id] of ids.entries()) {
    expect(await connectionOf(client, id)).toMatchObject({ state: 'active' })
    expect((await documentsIn(client, `rotated_${n}`)).size).toBe(rounds)
    expect((await client.request('POST', `/v3/connections/${id}/test`)).body).toMatchObject({ ok: true })
  }
  // What was encrypted with the old key during the rotation follows, and then the old key can go.
  expect((await reverie('secrets', 'rotate', '--same-key')).code).toBe(0)
  const forgotten = await reverie('secrets', 'forget-old')
  expect([forgotten.code, forgotten.stdout]).toEqual([0, expect.stringMatching(/Removed 1 old keys/)])
  for (const id of ids)
    expect((await client.request('POST', `/v3/connections/${id}/test`)).body).toMatchObject({ ok: true })
}, 60_000)
