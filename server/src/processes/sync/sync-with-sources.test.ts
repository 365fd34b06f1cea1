import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GithubServer } from '../../../test/connectors/github-server.ts'
import { heldIn } from '../../../test/connectors/held-documents.ts'
import { maxFileBytes, type World } from '../../../test/connectors/worlds/world.ts'
import { closeWorlds, worlds } from '../../../test/connectors/worlds/worlds.ts'
import { type Client, startTestServer, type TestServer } from '../../../test/harness.ts'
import { documentsIn, lastRun, makeDue, sync } from '../../../test/sync-steps.ts'
import { addUnpaced } from '../../../test/unpaced.ts'
import { startWebServer } from '../../../test/web-server.ts'

/** Faults that only the sync and a connector together could have: each was found when they first ran as one. */

let server: TestServer
let client: Client
let folders: string
beforeAll(async () => {
  folders = mkdtempSync(join(tmpdir(), 'reverie-folders-'))
  server = await startTestServer({
    worker: false,
    config: { FETCH_ALLOW: '127.0.0.1', CONNECTOR_FOLDERS: folders, MAX_FILE_BYTES: maxFileBytes },
  })
  client = server.client
  await addUnpaced(server.app.sources.connectors)
})
afterAll(async () => {
  await server?.close()
  await closeWorlds()
  rmSync(folders, { recursive: true, force: true })
})

let containers = 0

async function connect(provider: string, body: object) {
  const containerTag = `with_${++containers}`
  const answer = await client.request('POST', `/v3/connections/${provider}`, { containerTag, ...body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const id = answer.body.id as string
  await sync(server, client, id)
  return { id, containerTag }
}

async function syncAgain(id: string, changes = {}) {
  await makeDue(server, id)
  await sync(server, client, id, changes)
  return lastRun(client, id)
}

const failuresOf = async (id: string) =>
  (await client.request('GET', `/v3/connections/${id}/failures`)).body.failures

const idsIn = async (containerTag: string) =>
  new Map([...(await heldIn(client, containerTag))].map(([key, { id }]) => [key, id]))

async function withWorld(name: string, items: number, run: (world: World) => Promise<void>): Promise<void> {
  const world = await worlds[name]!(folders)
  try {
    await world.fill(items)
    await run(world)
  } finally {
    await world.close()
  }
}

test('files of the same content keep a document each when their folder is renamed', async () => {
  const root = mkdtempSync(join(folders, 'alike-'))
  mkdirSync(join(root, 'a'))
  for (let n = 0; n < 130; n++) writeFileSync(join(root, 'a', `${n}.md`), 'The same template')
  const { id, containerTag } = await connect('folder', { settings: { path: root, compareBy: 'content' } })
  const before = await documentsIn(client, containerTag)
  expect(before.size).toBe(130)
  renameSync(join(root, 'a'), join(root, 'b'))
  await syncAgain(id)
  const after = await documentsIn(client, containerTag)
  expect([...after.keys()].sort()).toEqual([...before.keys()].map(path => path.replace('a/', 'b/')).sort())
})

test('a renamed file keeps its document when the connection has as many as it may', async () => {
  await withWorld('git', 3, async world => {
    const { id, containerTag } = await connect('git', { ...world.connection(), documentLimit: 3 })
    const before = await idsIn(containerTag)
    await world.rename('n1', 'renamed')
    await syncAgain(id)
    const after = await idsIn(containerTag)
    expect(after.get(world.keyOf('renamed'))).toBe(before.get(world.keyOf('n1')))
    expect(after.size).toBe(3)
  })
})

/** As a worker leaves it that dies after a document was written, and before that was noted. */
async function forgetOutcome(id: string, key: string, checkpoint: unknown): Promise<void> {
  const { admin } = server.databases[0]!
  const { rowCount } = await admin.query(
    `update cell.sync_items i set version = null, document = null
       from cell.documents d where i.document = d.id and (d.filepath = $1 or d.metadata ->> 'subject' = $1)`,
    [key],
  )
  expect(rowCount).toBe(1)
  await admin.query('update cell.connections set checkpoint = $1 where container_tag = $2', [
    JSON.stringify(checkpoint),
    id,
  ])
}

async function checkpointOf(containerTag: string): Promise<unknown> {
  const { rows } = await server.databases[0]!.admin.query(
    'select checkpoint from cell.connections where container_tag = $1',
    [containerTag],
  )
  return rows[0].checkpoint
}

test.each(['WebDAV', 'IMAP', 'web site'])(
  '%s: a document is deleted that a worker wrote before it died, and whose item was removed before the next',
  async name => {
    await withWorld(name, 3, async world => {
      const { id, containerTag } = await connect(world.provider, world.connection())
      const checkpoint = await checkpointOf(containerTag)
      await world.put('short')
      await syncAgain(id)
      await forgetOutcome(containerTag, world.keyOf('short'), checkpoint)
      await world.remove('short')
      expect(await syncAgain(id)).toMatchObject({ status: 'completed' })
      expect([...(await heldIn(client, containerTag)).keys()].sort()).toEqual(
        [...world.texts().keys()].sort(),
      )
    })
  },
)

test('a page that failed, was read by itself and is then removed leaves no document', async () => {
  const page = { body: '<title>Late</title><p>It was too large</p>' }
  const large = { body: `<title>Late</title><p>${'x'.repeat(maxFileBytes)}</p>` }
  const web = await startWebServer({
    '/': { body: '<title>Home</title><p>Home</p>' },
    '/sitemap.xml': () => ({ body: `${web.url}/late\n` }),
    '/late': large,
  })
  try {
    const { id, containerTag } = await connect('web-crawler', { settings: { startUrl: `${web.url}/` } })
    expect(await failuresOf(id)).toHaveLength(1)
    web.site['/late'] = page
    await client.request('POST', `/v3/connections/${id}/failures/retry`, {})
    await sync(server, client, id)
    expect([...(await documentsIn(client, containerTag)).keys()].sort()).toEqual(['/', '/late'])
    web.site['/late'] = { status: 404 }
    await syncAgain(id)
    expect([...(await documentsIn(client, containerTag)).keys()]).toEqual(['/'])
  } finally {
    await web.close()
  }
})

test('a file that failed is not read again after its folder was left out of the choice', async () => {
  await withWorld('WebDAV', 2, async world => {
    await world.spoil('n0')
    await world.put('odd')
    const { id, containerTag } = await connect(world.provider, world.connection())
    expect(await failuresOf(id)).toHaveLength(1)
    await world.mend('n0')
    await client.request('POST', `/v3/connections/${id}/configure`, {
      resources: [{ id: 'odd', name: 'odd' }],
    })
    await sync(server, client, id)
    expect([...(await documentsIn(client, containerTag)).keys()]).toEqual(['odd/odd.md'])
    expect(await failuresOf(id)).toEqual([])
  })
})

test('a repository that was hidden for a while is no failure any more', async () => {
  const github = new GithubServer()
  await github.start()
  try {
    const repository = github.add(7, 'ada/notes')
    repository.commit({ 'a.md': 'A' })
    const { id, containerTag } = await connect('github-token', {
      settings: { apiUrl: github.url, repositories: ['ada/notes'] },
      credentials: { token: 'good' },
    })
    repository.isHidden = true
    await syncAgain(id)
    expect(await failuresOf(id)).toMatchObject([{ externalId: 'ada/notes', code: 'item_gone' }])
    repository.isHidden = false
    await syncAgain(id)
    expect(await failuresOf(id)).toEqual([])
    expect([...(await documentsIn(client, containerTag)).keys()]).toEqual(['a.md'])
  } finally {
    await github.close()
  }
})

test('a run goes on in a repository that a killed git has left locked', async () => {
  await withWorld('git', 3, async world => {
    const { id, containerTag } = await connect('git', world.connection())
    const folder = join(server.config.DATA_DIR, 'connectors', `git-${id}`)
    mkdirSync(folder, { recursive: true })
    for (const name of ['config.lock', 'shallow.lock', 'HEAD.lock']) writeFileSync(join(folder, name), '')
    await world.put('n1')
    expect(await syncAgain(id)).toMatchObject({ status: 'completed' })
    expect((await heldIn(client, containerTag)).get(world.keyOf('n1'))?.text).toBe(world.items.get('n1'))
  })
})

test('a full folder without changes is listed once in a run of short steps, and not for ever', async () => {
  const root = mkdtempSync(join(folders, 'full-'))
  for (let n = 0; n < 205; n++) {
    writeFileSync(join(root, `${n}.md`), `Note ${n}`)
    utimesSync(join(root, `${n}.md`), 1_000_000, 1_000_000)
  }
  const { id } = await connect('folder', { settings: { path: root } })
  await makeDue(server, id)
  expect(await sync(server, client, id, { stepMs: -1 })).toBeLessThan(5)
  expect(await lastRun(client, id)).toMatchObject({
    status: 'completed',
    itemsUnchanged: 205,
    itemsProcessed: 0,
  })
})
