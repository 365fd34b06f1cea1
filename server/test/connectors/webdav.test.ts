import { afterEach, describe, expect, test } from 'vitest'
import { webdav } from '../../src/platform/connectors/webdav.ts'
import { fetchIntoMap, PulledItems, pullIntoMap, pullWithKills, seededRandom } from './pull-into-map.ts'
import { testSource } from './test-source.ts'
import { WebdavServer } from './webdav-server.ts'

let server: WebdavServer
afterEach(() => server.close())

const source = (options: { settings?: object; chosen?: string[]; maxFileBytes?: number } = {}) =>
  testSource(webdav, {
    ...options,
    settings: { url: server.url, ...options.settings } as never,
    credentials: { username: 'ada', password: 'secret' },
  })

const kinds = ['nextcloud', 'plain', 'sync'] as const

async function start(kind: (typeof kinds)[number], files: Record<string, string> = {}): Promise<void> {
  server = await WebdavServer.start(kind)
  for (const [path, content] of Object.entries(files)) server.write(path, content)
}

const pull = async (into: PulledItems, from = source()) => {
  await pullIntoMap(webdav, from, into)
  return into
}
/** What is stored, by path. */
const stored = (pulled: PulledItems) =>
  Object.fromEntries([...pulled.items.values()].map(({ metadata, text }) => [metadata.path, text]).sort())
const listed = () =>
  server.requests.filter(request => request.startsWith('PROPFIND')).map(request => request.slice(9))

const tree = {
  'readme.md': 'Read me',
  'Notes/one.md': 'One',
  'Notes/two & three.txt': 'Two',
  'Notes/deep/er/four.md': 'Four',
  'Projects/plan.pdf': 'Plan',
}

describe.each(kinds)('a server of the kind %s', kind => {
  test('is read with its folders, and a second run reads no file', async () => {
    await start(kind, { ...tree, 'photo.jpg': 'x', '.hidden.md': 'x', 'Notes/.trash/old.md': 'x' })
    const pulled = await pull(new PulledItems())
    expect(stored(pulled)).toEqual(tree)
    const plan = [...pulled.items.values()].find(({ title }) => title === 'plan.pdf')
    expect(plan).toMatchObject({
      url: `${server.url}Projects/plan.pdf`,
      updatedAt: new Date('2026-11-17T10:00:00Z'),
      metadata: { path: 'Projects/plan.pdf', folder: 'Projects' },
    })
    await pull(pulled)
    expect(pulled.reads).toBe(5)
  })

  test('is followed: changed, new, deleted, renamed and moved files and folders', async () => {
    await start(kind, tree)
    const pulled = await pull(new PulledItems())
    server.write('Notes/one.md', 'One revised')
    server.write('New/folder/five.md', 'Five')
    server.remove('readme.md')
    server.move('Projects/plan.pdf', 'Notes/deep/plan.pdf')
    await pull(pulled)
    expect(stored(pulled)).toEqual(server.files())
    server.move('Notes/deep', 'Deep')
    await pull(pulled)
    expect(stored(pulled)).toEqual(server.files())
    server.remove('Notes')
    server.remove('Projects')
    await pull(pulled)
    expect(stored(pulled)).toEqual(server.files())
  })

  test('loses nothing and doubles nothing when the run is killed at ten moments, while files change', async () => {
    await start(kind)
    const random = seededRandom(11)
    for (let n = 0; n < 900; n++)
      server.write(`f${n % 7}/${n % 3 === 0 ? '' : `g${n % 5}/`}n${n}.md`, `Text ${n}`)
    const pulled = new PulledItems()
    await pullWithKills(webdav, () => source(), pulled, random)
    expect(stored(pulled)).toEqual(server.files())
    expect(pulled.reads).toBe(900)
    let round = 0
    const changing = () => {
      round++
      server.remove(`f${round % 7}/n${round * 21}.md`)
      server.write(`f${round % 5}/new${round}.md`, `New ${round}`)
      server.move('f6/g1', `moved${round}`)
      server.move(`moved${round}`, 'f6/g1')
      return source()
    }
    await pullWithKills(webdav, changing, pulled, random)
    await pull(pulled)
    expect(stored(pulled)).toEqual(server.files())
  })
})

describe('a server with file ids', () => {
  test('is asked only for folders that changed', async () => {
    await start('nextcloud', tree)
    const pulled = await pull(new PulledItems())
    server.requests.length = 0
    await pull(pulled)
    expect(new Set(listed())).toEqual(new Set(['']))
    server.write('Notes/deep/er/six.md', 'Six')
    server.requests.length = 0
    await pull(pulled)
    expect(new Set(listed())).toEqual(new Set(['', 'Notes', 'Notes/deep', 'Notes/deep/er']))
    expect(stored(pulled)).toEqual(server.files())
  })

  test('keeps the id of a file that moves', async () => {
    await start('nextcloud', tree)
    const pulled = await pull(new PulledItems())
    const before = [...pulled.items].find(([, { title }]) => title === 'plan.pdf')![0]
    server.move('Projects/plan.pdf', 'Archive/old plan.pdf')
    server.write('Archive/other.md', 'Other')
    await pull(pulled)
    expect(pulled.items.get(before)!.metadata.path).toBe('Archive/old plan.pdf')
    expect(stored(pulled)).toEqual(server.files())
  })
})

describe('a server with sync-collection', () => {
  test('is asked for what changed, in parts, and listed again when it has forgotten', async () => {
    await start('sync', tree)
    for (let n = 0; n < 20; n++) server.write(`many/f${n}/file.md`, `${n}`)
    const pulled = await pull(new PulledItems())
    for (let n = 0; n < 10; n++) server.write(`many/f${n}/file.md`, `${n} revised`)
    server.perReport = 4
    server.requests.length = 0
    await pull(pulled)
    expect(stored(pulled)).toEqual(server.files())
    expect(listed()).toHaveLength(10)
    server.expireTokens()
    server.remove('Notes')
    await pull(pulled)
    expect(stored(pulled)).toEqual(server.files())
  })
})

describe('a server that fails', () => {
  test('with a list that is cut off deletes nothing', async () => {
    await start('plain', tree)
    const pulled = await pull(new PulledItems())
    server.fault = (method, path) =>
      method === 'PROPFIND' && path === 'Notes'
        ? { status: 207, body: '<d:multistatus xmlns:d="DAV:"><d:response><d:href>/dav/Notes/</d:hr' }
        : undefined
    await expect(pull(pulled)).rejects.toMatchObject({ code: 'provider_unavailable' })
    expect(stored(pulled)).toEqual(tree)
    server.fault = undefined
    await pull(pulled)
    expect(stored(pulled)).toEqual(tree)
  })

  test('with 401, 429 or 503 in the middle ends the run, which goes on later', async () => {
    for (const [status, code] of [
      [401, 'auth_expired'],
      [429, 'rate_limited'],
      [503, 'provider_unavailable'],
    ] as const) {
      await start('nextcloud', tree)
      server.fault = (_, path) =>
        path === 'Notes/deep/er' ? { status, headers: { 'retry-after': '7' } } : undefined
      const pulled = new PulledItems()
      const first = source()
      await expect(pull(pulled, first)).rejects.toMatchObject({ code })
      if (status !== 401) expect(first.http.waits).toContain(7)
      server.fault = undefined
      await pull(pulled)
      expect(stored(pulled)).toEqual(tree)
      if (status !== 503) await server.close()
    }
  })

  test('for one file keeps the others, and reads that file again when asked', async () => {
    await start('nextcloud', tree)
    server.fault = (method, path) => (method === 'GET' && path === 'readme.md' ? { status: 423 } : undefined)
    const pulled = await pull(new PulledItems())
    expect(pulled.items.size).toBe(4)
    const [failed] = [...pulled.failures]
    expect(failed![1]).toBe('item_unreadable')
    server.fault = undefined
    server.move('readme.md', 'Notes/readme.md')
    await fetchIntoMap(webdav, source(), pulled, [failed![0], 'id:999'])
    expect(stored(pulled)).toEqual(server.files())
    expect(pulled.failures.size).toBe(0)
  })

  test('without its root deletes nothing, and a folder that may not be read keeps its files', async () => {
    await start('plain', tree)
    const pulled = await pull(new PulledItems())
    server.fault = (method, path) =>
      method === 'PROPFIND' && path === 'Notes/deep' ? { status: 403 } : undefined
    await pull(pulled)
    server.fault = () => ({ status: 404 })
    await expect(pull(pulled)).rejects.toMatchObject({ code: 'source_gone' })
    expect(stored(pulled)).toEqual(tree)
  })

  test('for one member of a list keeps it, says so, and follows it when it is back', async () => {
    await start('plain', tree)
    const pulled = await pull(new PulledItems())
    const member = (path: string, status: string) =>
      `<d:response><d:href>/dav/${path}</d:href><d:status>HTTP/1.1 ${status}</d:status></d:response>`
    const self =
      '<d:response><d:href>/dav/Notes/</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>'
    const away = ['one.md', 'two%20%26%20three.txt', 'deep/'].map(name =>
      member(`Notes/${name}`, '503 Service Unavailable'),
    )
    server.fault = (method, path) =>
      method === 'PROPFIND' && path === 'Notes'
        ? {
            status: 207,
            body: `<d:multistatus xmlns:d="DAV:">${self}${away.join('')}${member('Notes/.old.md', '403 Forbidden')}</d:multistatus>`,
          }
        : undefined
    await pull(pulled)
    expect(stored(pulled)).toEqual(tree)
    expect([...pulled.failures]).toEqual([['folder:Notes', 'item_forbidden']])
    await fetchIntoMap(webdav, source(), pulled, ['folder:Notes'])
    expect(pulled.failures.size).toBe(1)
    server.fault = undefined
    server.remove('Notes/one.md')
    await pull(pulled)
    expect(stored(pulled)).toEqual(server.files())
    expect(pulled.failures.size).toBe(0)
  })

  test('for a file that is asked for alone keeps it', async () => {
    for (const kind of ['plain', 'nextcloud'] as const) {
      await start(kind, tree)
      const pulled = await pull(new PulledItems())
      server.fault = (method, path) =>
        method === 'PROPFIND' && path.startsWith('Notes') ? { status: 403 } : undefined
      await fetchIntoMap(webdav, source(), pulled, pulled.ids())
      expect(stored(pulled)).toEqual(tree)
      expect(new Set(pulled.failures.values())).toEqual(new Set(['item_forbidden']))
      if (kind === 'plain') await server.close()
    }
  })

  test('says why at the start', async () => {
    await start('plain', tree)
    server.password = 'changed'
    await expect(webdav.check(source())).rejects.toMatchObject({ code: 'auth_expired' })
    server.password = 'secret'
    server.fault = () => ({ status: 405 })
    await expect(webdav.check(source())).rejects.toMatchObject({ code: 'settings_invalid' })
    server.fault = () => ({ status: 404 })
    await expect(webdav.check(source())).rejects.toMatchObject({ code: 'settings_invalid' })
    server.fault = undefined
    expect(await webdav.check(source())).toEqual({ account: `ada at ${new URL(server.url).host}` })
  })
})

describe('a choice', () => {
  test('of folders, extensions and exclusions is heeded, and what it leaves out is deleted', async () => {
    await start('nextcloud', { ...tree, 'a.xyz': 'X' })
    const pulled = await pull(new PulledItems(), source({ chosen: ['Notes'] }))
    expect(Object.keys(stored(pulled))).toEqual([
      'Notes/deep/er/four.md',
      'Notes/one.md',
      'Notes/two & three.txt',
    ])
    await pull(pulled, source({ chosen: ['Projects'] }))
    expect(Object.keys(stored(pulled))).toEqual(['Projects/plan.pdf'])
    const all = await pull(
      new PulledItems(),
      source({ settings: { extensions: ['*'], exclude: ['/Notes/deep/'] } }),
    )
    expect(Object.keys(stored(all))).toEqual([
      'Notes/one.md',
      'Notes/two & three.txt',
      'Projects/plan.pdf',
      'a.xyz',
      'readme.md',
    ])
  })

  test('is offered folder by folder', async () => {
    await start('plain', tree)
    const top = await webdav.resources!(source(), { page: 1, perPage: 10 })
    expect(top.resources.map(({ id }) => id)).toEqual(['Notes', 'Projects'])
    const below = await webdav.resources!(source(), { page: 1, perPage: 10, parent: 'Notes' })
    expect(below.resources).toEqual([{ id: 'Notes/deep', name: 'deep', hasChildren: true }])
  })

  test('of a file that is too large fails without a download', async () => {
    await start('plain', { 'large.txt': 'x'.repeat(2_000), 'small.txt': 'x' })
    const pulled = await pull(new PulledItems(), source({ maxFileBytes: 1_000 }))
    expect([...pulled.failures]).toEqual([['path:large.txt', 'item_too_large']])
    expect(server.requests).not.toContain('GET large.txt')
  })
})
