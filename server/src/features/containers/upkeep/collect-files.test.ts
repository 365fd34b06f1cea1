import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { layouts, startTestServer, type TestServer } from '../../../../test/harness.ts'
import { Caller } from '../../../../test/lost-commits/write.ts'
import { type PostgresProxy, startPostgresProxy } from '../../../../test/postgres-proxy.ts'
import { newId } from '../../../platform/lib/ids.ts'
import { type CollectFilesResult, collectFiles } from './collect-files.ts'

const graceMs = 3_600_000

describe.each(layouts)('loose files on $layout', ({ cellCount }) => {
  let server: TestServer
  let caller: Caller
  /** In front of the last cell, which may have rows of a spread organization. */
  let proxy: PostgresProxy
  beforeAll(async () => {
    server = await startTestServer({
      cellCount,
      worker: false,
      async between(url, cell) {
        if (cell !== cellCount - 1) return url
        proxy = await startPostgresProxy(url)
        return proxy.url
      },
    })
    caller = new Caller(server.url, server.client.key)
  })
  afterAll(async () => {
    await server.close()
    await proxy.close()
  })

  const { signal } = new AbortController()

  /** Collects as if the last round were long ago. */
  async function collect(afterMs = graceMs): Promise<CollectFilesResult | undefined> {
    await server.databases[0]!.admin.query(`update directory.turns set due_at = '-infinity'`)
    const { cells, blobs } = server.app
    return collectFiles({ cells, blobs, graceMs: afterMs, holder: 'test', signal })
  }

  async function files(): Promise<string[]> {
    const found = await readdir(server.config.BLOB_DIR, { recursive: true, withFileTypes: true })
    return found.filter(each => each.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  }

  async function age(paths: readonly string[]): Promise<void> {
    const longAgo = new Date(Date.now() - 2 * graceMs)
    for (const path of paths) await utimes(path, longAgo, longAgo)
  }

  const put = (org: string) =>
    server.app.blobs.put(`${org}/upload/${newId(0)}/1`, [Buffer.from('nobody names me')] as never, {
      contentType: 'text/plain',
      maxBytes: 100,
    })

  test('are removed when they are old, and no file that a document names is, wherever its row is', async () => {
    const ids: string[] = []
    for (let n = 0; n < 6; n++)
      ids.push((await caller.upload(`File ${n}`, { containerTag: `tag-${n}` })).body.id)
    const named = await files()
    const { id: org } = server.client.organization
    for (let n = 0; n < 3; n++) await put(org)
    expect(await collect()).toEqual({ orphans: 0, drafts: 0, skipped: 0 })
    await age(await files())
    await put(org)
    expect(await collect()).toEqual({ orphans: 3, drafts: 0, skipped: 0 })
    expect(await files()).toHaveLength(named.length + 1)
    for (const [n, id] of ids.entries()) expect(await caller.download(id)).toBe(`File ${n}`)
  })

  test('that a lost commit has left are removed, once the request was sent again', async () => {
    proxy.arm('before')
    const send = () => caller.upload('Sent twice.', { containerTag: 'again', customId: 'again' })
    const first = await send()
    const isCut = proxy.disarm()
    const { body } = first.status === 503 ? await send() : first
    await age(await files())
    await collect()
    expect(await caller.download(body.id)).toBe('Sent twice.')
    // With two cells the tag may live in the cell without the proxy.
    if (isCut) expect(first.status).toBe(503)
    const { rows } = await server.databases[0]!.admin.query(
      'select from cell.revisions where blob_key is not null',
    )
    const inSecond = await server.databases[1]?.admin.query(
      'select from cell.revisions where blob_key is not null',
    )
    expect(await files()).toHaveLength(rows.length + (inSecond?.rows.length ?? 0))
  })

  test('are reported as gone by the receipt of a deletion, once they were collected after it', async () => {
    const { body } = await caller.upload('To be erased.', { containerTag: 'erased' })
    const { headers } = await caller.send('DELETE', `/v3/documents/${body.id}`)
    const receipt = () => caller.send('GET', `/v3/erasures/${headers.get('x-erasure-id')}`)
    await collect()
    expect((await receipt()).body.checked).toMatchObject({ looseFiles: false })
    await collect(0)
    expect((await receipt()).body.checked).toMatchObject({ looseFiles: true })
  })

  test('stay while the process does not know yet that their shards have moved to another cell', async () => {
    const named = await files()
    await age(named)
    const { admin } = server.databases[0]!
    const { rows } = await admin.query<{ shard: number }>(
      `select shard from directory.shards where cell = 'second'`,
    )
    const moveTo = (cell: string) =>
      admin.query('update directory.shards set cell = $1 where shard = any($2)', [
        cell,
        rows.map(({ shard }) => shard),
      ])
    await moveTo('main')
    await server.app.cells.refresh()
    if (cellCount > 1) await moveTo('second')
    await collect()
    expect(await files()).toEqual(named)
  })

  test('are collected by one process at a time, and not again before the next round is due', async () => {
    await collect()
    const { cells, blobs } = server.app
    expect(await collectFiles({ cells, blobs, graceMs, holder: 'other', signal })).toBeUndefined()
  })

  test('stay while a cell that may name them is unreachable', async () => {
    await put(server.client.organization.id)
    await age(await files())
    const before = await files()
    await proxy.close()
    if (cellCount === 1) await expect(collect()).rejects.toThrow()
    else expect(await collect()).toMatchObject({ orphans: 0, skipped: 1 })
    expect(await files()).toEqual(before)
  })
})
