import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'

const run = promisify(execFile)
const roomBytes = 1024 * 1024

/**
 * Makes a directory with little room: a mounted file system where mounting is allowed, else a limit on the size of this
 * process's files, which needs no rights. Postgres is another process, so the limit does not affect it.
 */
async function makeTiny(dir: string): Promise<() => Promise<void>> {
  await mkdir(dir)
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${roomBytes}`, 'tmpfs', dir])
    return async () => void (await run('umount', ['-l', dir]))
  } catch {
    const limit = (bytes: string) => run('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`])
    await limit(String(roomBytes))
    return async () => void (await limit('unlimited'))
  }
}

let root: string
let makeRoom: () => Promise<void>
let server: TestServer
/** One connection: each request follows the remaining bytes of the previous one. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'reverie-full-'))
  const dir = join(root, 'blobs')
  makeRoom = await makeTiny(dir)
  server = await startTestServer({ worker: false, config: { BLOB_DIR: dir } })
})
afterAll(async () => {
  agent.destroy()
  await server.close()
  await makeRoom()
  await rm(root, { recursive: true, force: true })
})

async function send(method: string, path: string, body?: Buffer | string, type = 'application/json') {
  const sent = request(`${server.url}${path}`, {
    method,
    agent,
    headers: {
      authorization: `Bearer ${server.client.key}`,
      ...(body && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
    },
  })
  const answered = new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject)
  })
  sent.end(body)
  const answer = await answered
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(await text(answer)) }
}

function upload(bytes: number) {
  const head =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n'
  const form = Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, 'a '), Buffer.from('\r\n--x--\r\n')])
  return send('POST', '/v3/documents/file', form, 'multipart/form-data; boundary=x')
}

describe('a file store without room', () => {
  test('refuses a file with 507, stores nothing of it, and answers the next request on the connection', async () => {
    for (let round = 0; round < 3; round++) {
      const full = await upload(8 * roomBytes)
      expect(full.status).toBe(507)
      expect(full.body).toMatchObject({ code: 'storage.full', retryAfterSeconds: 60 })
      expect(full.headers['retry-after']).toBe('60')
      expect((await send('GET', '/v3/session')).status).toBe(200)
    }
    expect(await readdir(join(server.config.BLOB_DIR, '.incoming'))).toEqual([])
  })

  test('still accepts texts, and files that fit', async () => {
    const added = await send('POST', '/v3/documents', JSON.stringify({ content: 'A text needs no file.' }))
    expect(added.status).toBe(200)
    expect((await upload(1_000)).status).toBe(200)
  })
})

describe('a database without room', () => {
  test('refuses documents that it cannot store with 503 and Retry-After', async () => {
    const { admin } = server.databases[0]!
    await admin.query(`
      create function cell.no_room() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger no_room before insert on cell.revisions for each statement execute function cell.no_room()`)
    const refused = await send('POST', '/v3/documents', JSON.stringify({ content: 'No room for this.' }))
    expect(refused).toMatchObject({ status: 503, body: { code: 'cell.unavailable' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await admin.query('drop trigger no_room on cell.revisions')
    const added = await send('POST', '/v3/documents', JSON.stringify({ content: 'There is room again.' }))
    expect(added.status).toBe(200)
  })
})
