import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refetch, run, Shelf, sourceFor, sync } from '../../../test/connectors/drive-connector.ts'
import type { DriveDouble } from '../../../test/connectors/graph-drive.ts'
import { GraphServer } from '../../../test/connectors/graph-server.ts'
import { seededRandom } from '../../../test/connectors/pull-into-map.ts'
import { readAllowList } from '../../processes/pipeline/fetch/allow-list.ts'
import { openRequester, type Requester } from '../../processes/pipeline/fetch/safe-request.ts'
import type { Subscription } from './connector.ts'
import type { Clouds } from './onedrive/clouds.ts'
import { openOneDrive } from './onedrive.ts'
import { createSourceHttp } from './source-http.ts'

let server: GraphServer
let own: DriveDouble
let shelf: Shelf
let requester: Requester
let oneDrive: ReturnType<typeof openOneDrive>

beforeAll(() => {
  requester = openRequester({
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    allow: readAllowList('127.0.0.1'),
    ...{ maxBytes: 50_000_000, timeoutMs: 5_000, connectTimeoutMs: 1_000, userAgent: 'Reverie' },
  })
})
afterAll(() => requester?.close())
beforeEach(async () => {
  server = new GraphServer()
  await server.start()
  own = server.drive('b!own')
  shelf = new Shelf()
  const cloud = { graph: server.url, authority: `${server.url}/login` }
  oneDrive = openOneDrive({
    global: cloud,
    'us-government': cloud,
    'us-defense': cloud,
    china: cloud,
  } as Clouds)
})
afterEach(() => server.close())

/** The network is the real client: it decides who gets the token. */
function sourceOf(options: object = {}) {
  const { signal } = new AbortController()
  const http = createSourceHttp({
    ...{ exchange: requester.exchange, resolve: requester.resolve, signal },
    ...{ pace: async () => undefined, maxBytes: 50_000_000, firstPauseMs: 1 },
  })
  const now = () => new Date(server.clock)
  return sourceFor(oneDrive, { settings: {}, http, now, accessToken: async () => 'good', ...options })
}

const isWanted = (path: string) => /\.(txt|docx|pdf|md)$/.test(path)

/** What must be stored of drives, read from the server's side: text by drive and path. */
const expected = (...drives: DriveDouble[]) =>
  new Map(
    drives.flatMap(drive =>
      [...drive.texts()]
        .filter(([path]) => isWanted(path))
        .map(([path, text]) => [`${drive.id} ${path}`, text] as const),
    ),
  )

/** The same of what is stored. Two items of one path would be a fault. */
function stored(): Map<string, string> {
  const found = new Map<string, string>()
  for (const { externalId, metadata, text } of shelf.items.values()) {
    const name = `${externalId.split('/')[0]} ${metadata.path}`
    expect(found.has(name), `${name} is stored twice`).toBe(false)
    found.set(name, text)
  }
  return found
}

function expectInStep(...drives: DriveDouble[]): void {
  expect(stored()).toEqual(expected(...drives))
}

function fill(drive: DriveDouble, count: number): { folders: string[]; files: string[] } {
  const folders = [drive.folder('Reports')]
  for (let n = 1; n < 5; n++) folders.push(drive.folder(`Folder ${n}`, folders[n - 1]))
  const files = Array.from({ length: count }, (_, n) =>
    drive.file(`File ${n}.txt`, `Text ${n} of ${drive.id}`, folders[n % 5]),
  )
  return { folders, files }
}

describe('a drive', () => {
  test('brings its documents with path, author and address, and leaves out pictures and lock files', async () => {
    const folder = own.folder('Reports')
    const id = own.file('Q1.docx', 'Quarter one', folder)
    own.file('notes.md', '---\ntags: [kiln]\n---\nFiring notes')
    own.file('photo.jpg', 'pixels')
    own.file('~$Q1.docx', 'lock')
    await sync(oneDrive, sourceOf(), shelf)
    expect([...stored().keys()]).toEqual(['b!own Reports/Q1.docx', 'b!own notes.md'])
    expect(shelf.items.get(`b!own/${id}`)).toMatchObject({
      ...{ title: 'Q1.docx', text: 'Quarter one', url: `https://contoso.example/${id}` },
      metadata: { path: 'Reports/Q1.docx', folder: 'Reports', drive: 'OneDrive', author: 'Ada', size: 11 },
    })
    const [note] = [...shelf.items.values()].filter(({ title }) => title === 'notes')
    expect(note).toMatchObject({ text: 'Firing notes', metadata: { tags: ['kiln'] } })
  })

  test('is followed: new, changed, renamed, moved and deleted files, and nothing else is read', async () => {
    const { folders, files } = fill(own, 30)
    await sync(oneDrive, sourceOf(), shelf)
    expectInStep(own)
    const { reads } = shelf
    own.edit(files[1]!, { text: 'Changed' })
    own.edit(files[2]!, { name: 'Renamed.txt' })
    own.edit(files[3]!, { parent: folders[0]! })
    own.edit(files[4]!, { name: 'no document.jpg' })
    own.remove(files[5]!)
    own.file('New.txt', 'New')
    await sync(oneDrive, sourceOf(), shelf)
    expectInStep(own)
    expect(shelf.reads - reads).toBe(4)
    expect(shelf.documents).toBe(31)
    const before = server.requests.length
    await sync(oneDrive, sourceOf(), shelf)
    expect(server.requests.slice(before)).toEqual(['GET /me/drive', 'GET /drives/b!own/root/delta'])
    expect(shelf.reads - reads).toBe(4)
  })

  test('files have another path when a folder above them is renamed or moved, and stay the same documents', async () => {
    const { folders } = fill(own, 20)
    const other = own.folder('Archive')
    await sync(oneDrive, sourceOf(), shelf)
    server.pageSize = 2
    own.edit(folders[1]!, { name: 'Renamed' })
    await sync(oneDrive, sourceOf(), shelf)
    expectInStep(own)
    own.edit(folders[2]!, { parent: other })
    own.edit(other, { name: 'Old' })
    await sync(oneDrive, sourceOf(), shelf)
    expectInStep(own)
    expect([...stored().keys()]).toContain('b!own Old/Folder 2/Folder 3/File 3.txt')
    expect(shelf.documents).toBe(20)
  })

  test.each([true, false])(
    'files go with a deleted folder, and stay if they were moved out before (Graph names each: %s)',
    async tellsDescendants => {
      own.tellsDescendants = tellsDescendants
      const { folders, files } = fill(own, 20)
      await sync(oneDrive, sourceOf(), shelf)
      own.remove(folders[3]!)
      own.edit(files[4]!, { parent: own.top, isDeleted: false })
      await sync(oneDrive, sourceOf(), shelf)
      expectInStep(own)
      expect(shelf.items.size).toBe(13)
      expect(shelf.documents).toBe(20)
    },
  )

  test('files come back with a folder from the recycle bin, of which Graph names only the folder', async () => {
    const { folders } = fill(own, 20)
    await sync(oneDrive, sourceOf(), shelf)
    own.remove(folders[2]!)
    await sync(oneDrive, sourceOf(), shelf)
    expectInStep(own)
    own.restore(folders[2]!)
    await sync(oneDrive, sourceOf(), shelf)
    expectInStep(own)
    expect(shelf.items.size).toBe(20)
  })

  test('the last of several entries for one item counts', async () => {
    server.doubles = true
    fill(own, 12)
    await sync(oneDrive, sourceOf(), shelf)
    expectInStep(own)
    const [first] = [...own.items.values()].filter(({ text }) => text !== undefined)
    own.edit(first!.id, { text: 'Changed' })
    await sync(oneDrive, sourceOf(), shelf)
    expectInStep(own)
    expect([shelf.documents, shelf.reads]).toEqual([12, 13])
  })

  test('a file is placed right when the feed names it before its folder', async () => {
    const later = own.folder('Later')
    const file = own.file('Early.txt', 'Early', later)
    own.edit(later, { name: 'Latest' })
    server.pageSize = 2
    expect(own.log.at(-1)).toBe(later)
    await sync(oneDrive, sourceOf(), shelf)
    expect(shelf.items.get(`b!own/${file}`)?.metadata.path).toBe('Latest/Early.txt')
  })
})

describe('a run that is killed', () => {
  test('at ten random batches, while the drive changes, ends with every file once', async () => {
    const random = seededRandom(11)
    const { folders, files } = fill(own, 280)
    server.pageSize = 40
    for (let kill = 0; kill < 10; kill++) {
      await run(oneDrive, sourceOf(), shelf, { killAt: Math.floor(random() * 9) })
      const some = () => files[Math.floor(random() * files.length)]!
      own.edit(some(), { text: `Changed ${kill}` })
      own.edit(some(), { parent: folders[kill % 4]! })
      own.remove(some())
      if (kill === 4) own.edit(folders[1]!, { name: 'Renamed while a run was dead' })
      if (kill === 7) own.remove(folders[4]!)
    }
    await sync(oneDrive, sourceOf(), shelf)
    expectInStep(own)
    expect(shelf.failures.size).toBe(0)
    expect(shelf.items.size).toBeGreaterThan(150)
  })

  test('while it lists a renamed folder goes on with it', async () => {
    const { folders } = fill(own, 260)
    await sync(oneDrive, sourceOf(), shelf)
    own.edit(folders[0]!, { name: 'Renamed' })
    server.pageSize = 20
    let kills = 0
    while (!(await run(oneDrive, sourceOf(), shelf, { killAt: 2 + (kills % 15) }))) kills++
    expect(kills).toBeGreaterThan(3)
    expectInStep(own)
    expect(shelf.documents).toBe(260)
  })
})

describe('Graph', () => {
  test('pages that break off, or name no next one, end the run and delete nothing', async () => {
    fill(own, 30)
    await sync(oneDrive, sourceOf(), shelf)
    shelf.checkpoint = undefined
    server.pageSize = 10
    let page = 0
    server.fault = path => (path.endsWith('/delta') && ++page === 2 ? 'broken off' : undefined)
    await expect(sync(oneDrive, sourceOf(), shelf)).rejects.toMatchObject({ code: 'provider_unavailable' })
    server.fault = path => (path.endsWith('/delta') ? { status: 200, body: { value: [] } } : undefined)
    await expect(sync(oneDrive, sourceOf(), shelf)).rejects.toMatchObject({ code: 'provider_unavailable' })
    expectInStep(own)
    server.fault = undefined
    await sync(oneDrive, sourceOf(), shelf)
    expectInStep(own)
    expect(shelf.documents).toBe(30)
  })

  test('naming a next page at another host gets no token there', async () => {
    fill(own, 3)
    const link = `${server.filesUrl}/v1.0/drives/b!own/root/delta?token=1`
    server.fault = path =>
      path.endsWith('/delta') ? { status: 200, body: { value: [], '@odata.nextLink': link } } : undefined
    await expect(run(oneDrive, sourceOf(), shelf)).rejects.toMatchObject({ code: 'provider_unavailable' })
    expect(server.downloads).toEqual([])
    expect(shelf.checkpoint).toBeUndefined()
  })

  test('redirects downloads to a host that gets no token, and whose refusal is no lost authorization', async () => {
    own.file('a.txt', 'Alpha')
    await sync(oneDrive, sourceOf(), shelf)
    expect(server.downloads).toEqual([{ path: '/b!own/WN000002?tempauth=x', authorization: undefined }])
    const second = own.file('b.txt', 'Beta')
    server.downloadStatus = 401
    await sync(oneDrive, sourceOf(), shelf)
    expect(shelf.failures).toEqual(new Map([[`b!own/${second}`, 'item_unreadable']]))
    server.downloadStatus = 200
    await refetch(oneDrive, sourceOf(), shelf, [`b!own/${second}`])
    expect(shelf.failures.size).toBe(0)
    expectInStep(own)
  })

  test('forgetting a token has everything compared, and only what changed read', async () => {
    const { files } = fill(own, 30)
    await sync(oneDrive, sourceOf(), shelf)
    const { reads } = shelf
    own.remove(files[3]!)
    own.edit(files[4]!, { text: 'Changed while nobody looked' })
    own.oldest = own.log.length
    await sync(oneDrive, sourceOf(), shelf)
    expectInStep(own)
    expect(shelf.reads - reads).toBe(1)
  })

  test('is compared with once a week, because it loses deletions', async () => {
    const { files } = fill(own, 10)
    await sync(oneDrive, sourceOf(), shelf)
    own.items.get(files[3]!)!.isDeleted = true
    await sync(oneDrive, sourceOf(), shelf)
    expect(shelf.items.size).toBe(10)
    server.clock += 8 * 86_400_000
    const { reads } = shelf
    await sync(oneDrive, sourceOf(), shelf)
    expectInStep(own)
    expect(shelf.reads).toBe(reads)
  })

  test('is waited for after 429, 503 and 504, and asked later if the pause is long', async () => {
    fill(own, 5)
    const pauses = [429, 503, 504]
    const headers = { 'retry-after': '0' }
    server.fault = path => {
      const status = path.endsWith('/delta') ? pauses.shift() : undefined
      return status === undefined ? undefined : { status, headers }
    }
    await sync(oneDrive, sourceOf(), shelf)
    expectInStep(own)
    server.fault = () => ({ status: 429, headers: { 'retry-after': '120' } })
    await expect(sync(oneDrive, sourceOf(), shelf)).rejects.toMatchObject({
      ...{ code: 'rate_limited', retryAfterMs: 120_000 },
    })
    server.fault = () => ({ status: 509, headers: { 'retry-after': '60' } })
    await expect(sync(oneDrive, sourceOf(), shelf)).rejects.toMatchObject({
      ...{ code: 'rate_limited', retryAfterMs: 60_000 },
    })
  })

  test('refusing the token in the middle of a run ends it, and the next one goes on', async () => {
    fill(own, 260)
    server.pageSize = 40
    let pages = 0
    server.onRequest = path => {
      if (path.endsWith('/delta') && ++pages === 7) server.tokens.delete('good')
    }
    await expect(sync(oneDrive, sourceOf(), shelf)).rejects.toMatchObject({ code: 'auth_expired' })
    const { reads } = shelf
    expect(shelf.items.size).toBeGreaterThan(200)
    server.tokens.add('good')
    await sync(oneDrive, sourceOf(), shelf)
    expectInStep(own)
    expect(shelf.reads - reads).toBeLessThan(40)
  })
})

describe('a file', () => {
  test.each([
    [{ refusal: 423 }, 'item_unreadable'],
    [{ refusal: 403 }, 'item_forbidden'],
    [{ refusal: 404 }, 'item_gone'],
    [{ hasMalware: true }, 'item_forbidden'],
    [{ size: 60_000_000 }, 'item_too_large'],
  ] as const)('with %o is a failure of its own, and can be read later', async (fault, code) => {
    fill(own, 3)
    const id = own.file('bad.txt', 'Was bad')
    own.edit(id, fault)
    await sync(oneDrive, sourceOf(), shelf)
    expect(shelf.failures).toEqual(new Map([[`b!own/${id}`, code]]))
    expect(shelf.items.size).toBe(3)
    own.edit(id, { refusal: undefined as never, hasMalware: false, size: undefined as never })
    await refetch(oneDrive, sourceOf(), shelf, [`b!own/${id}`])
    expectInStep(own)
    expect(shelf.failures.size).toBe(0)
    const { reads } = shelf
    await sync(oneDrive, sourceOf(), shelf)
    expect(shelf.reads).toBe(reads)
  })

  test('that Graph fails to send is a failure of its own, unless Graph fails with everything', async () => {
    fill(own, 3)
    const id = own.file('bad.txt', 'Was bad')
    server.fault = path => (path.endsWith(`${id}/content`) ? { status: 500 } : undefined)
    await sync(oneDrive, sourceOf(), shelf)
    expect(shelf.failures).toEqual(new Map([[`b!own/${id}`, 'item_unreadable']]))
    expect(shelf.items.size).toBe(3)
    server.fault = path => (path.includes('/items/') ? { status: 500 } : undefined)
    own.edit(id, { text: 'Changed' })
    await expect(sync(oneDrive, sourceOf(), shelf)).rejects.toMatchObject({ code: 'provider_unavailable' })
  })

  test('larger than its listed size ends the download at the limit', async () => {
    const id = own.file('grown.txt', 'x'.repeat(2_000))
    own.edit(id, { size: 10 })
    await sync(oneDrive, sourceOf({ limits: { maxFileBytes: 1_000, maxTextBytes: 1_000 } }), shelf)
    expect(shelf.failures).toEqual(new Map([[`b!own/${id}`, 'item_too_large']]))
  })

  test('of a OneNote notebook is left out, with the reason', async () => {
    const notebook = own.notebook('Ideas')
    own.file('Section.txt', 'inside a notebook', notebook)
    own.file('a.txt', 'Alpha')
    await sync(oneDrive, sourceOf(), shelf)
    expect([...stored().keys()]).toEqual(['b!own a.txt'])
    expect(shelf.failures).toEqual(new Map([[`b!own/${notebook}`, 'item_unsupported']]))
    own.remove(notebook)
    await sync(oneDrive, sourceOf(), shelf)
    expect(shelf.failures.size).toBe(0)
  })

  test('that is read again by itself and is gone, or no longer wanted, is deleted', async () => {
    const { files } = fill(own, 4)
    await sync(oneDrive, sourceOf(), shelf)
    own.remove(files[0]!)
    own.edit(files[1]!, { name: 'picture.jpg' })
    await refetch(oneDrive, sourceOf(), shelf, [`b!own/${files[0]}`, `b!own/${files[1]}`])
    expectInStep(own)
    expect(shelf.items.size).toBe(2)
  })
})

describe('what a person chooses', () => {
  test('is listed page by page: drives, sites, libraries and folders', async () => {
    server.pageSize = 2
    const library = server.drive('b!lib', 'Documents')
    const folders = [1, 2, 3, 4, 5].map(n => library.folder(`Folder ${n}`))
    library.file('file.txt', 'no folder')
    server.site('Team', [library], true)
    for (let n = 0; n < 4; n++) server.site(`Site ${n}`, [])
    const list = (page: number, perPage: number, parent?: string) =>
      oneDrive.resources!(sourceOf(), { page, perPage, parent })
    const top = await list(1, 10)
    expect(top.resources.map(({ name }) => name)).toEqual([
      ...['OneDrive', 'Team', 'Site 0', 'Site 1', 'Site 2', 'Site 3'],
    ])
    expect(top.total).toBe(6)
    const pages = [await list(1, 2), await list(2, 2), await list(3, 2), await list(4, 2)]
    expect(pages.flatMap(({ resources }) => resources)).toEqual(top.resources)
    const team = top.resources[1]!.id
    const libraries = await list(1, 10, team)
    expect(libraries.resources).toMatchObject([{ id: 'drive:b!lib', name: 'Documents', hasChildren: true }])
    const inside = await list(2, 3, 'drive:b!lib')
    expect(inside.resources.map(({ id }) => id)).toEqual([
      ...[`folder:b!lib/${folders[3]}`, `folder:b!lib/${folders[4]}`],
    ])
    expect((await list(1, 3, `folder:b!lib/${folders[0]}`)).resources).toEqual([])
  })

  test('are no sites for an account that has none', async () => {
    server.fault = path =>
      /[sS]ites/.test(path) ? { status: 400, body: { error: { code: 'x', message: 'x' } } } : undefined
    const { resources } = await oneDrive.resources!(sourceOf(), { page: 1, perPage: 10 })
    expect(resources).toMatchObject([{ id: 'drive:b!own' }])
  })

  test('is a folder: files come and go as they and the folders above it move', async () => {
    const { folders, files } = fill(own, 25)
    const chosen = [`folder:b!own/${folders[2]}`]
    const inside = () => new Map([...expected(own)].filter(([path]) => path.includes('Folder 2')))
    const source = () => sourceOf({ chosen })
    await sync(oneDrive, source(), shelf)
    expect(stored()).toEqual(inside())
    expect(shelf.items.size).toBe(15)
    own.edit(files[2]!, { parent: folders[0]! })
    own.edit(files[0]!, { parent: folders[3]! })
    await sync(oneDrive, source(), shelf)
    expect(stored()).toEqual(inside())
    own.edit(folders[0]!, { name: 'Renamed above' })
    await sync(oneDrive, source(), shelf)
    expect(stored()).toEqual(inside())
    own.edit(folders[3]!, { parent: own.top })
    await sync(oneDrive, source(), shelf)
    expect(stored()).toEqual(inside())
    expect(shelf.items.size).toBe(4)
    own.edit(folders[3]!, { parent: folders[2]! })
    await sync(oneDrive, source(), shelf)
    expect(stored()).toEqual(inside())
    expect(shelf.items.size).toBe(15)
  })

  test('is a folder that is gone: it is reported, and its files are deleted', async () => {
    const { folders } = fill(own, 10)
    const gone = `folder:b!own/${folders[4]}`
    const source = () => sourceOf({ chosen: [`folder:b!own/${folders[0]}`, gone] })
    own.remove(folders[4]!)
    await sync(oneDrive, source(), shelf)
    expectInStep(own)
    expect(shelf.failures).toEqual(new Map([[gone, 'item_gone']]))
    await refetch(oneDrive, source(), shelf, [gone])
    expect(shelf.failures.size).toBe(1)
    own.restore(folders[4]!)
    await refetch(oneDrive, source(), shelf, [gone])
    await sync(oneDrive, source(), shelf)
    expectInStep(own)
    expect(shelf.failures.size).toBe(0)
  })

  test('is a site: libraries that come are read, and those that go are deleted', async () => {
    const [one, two] = [server.drive('b!one', 'One'), server.drive('b!two', 'Two')]
    for (const drive of [one, two]) fill(drive, 12)
    const site = server.site('Team', [one])
    const source = () => sourceOf({ chosen: [`site:${site.id}`] })
    await sync(oneDrive, source(), shelf)
    expectInStep(one)
    expect([...shelf.items.values()][0]!.metadata).toMatchObject({ site: 'Team', drive: 'One' })
    site.drives.push(two)
    await sync(oneDrive, source(), shelf)
    expectInStep(one, two)
    site.drives.shift()
    await sync(oneDrive, source(), shelf)
    expectInStep(two)
    site.isHidden = true
    await sync(oneDrive, source(), shelf)
    expectInStep(two)
    expect(shelf.failures).toEqual(new Map([[`site:${site.id}`, 'item_gone']]))
  })

  test('and is hidden keeps its documents, and ends a reading from the beginning', async () => {
    const other = server.drive('b!two', 'Two')
    for (const drive of [own, other]) fill(drive, 12)
    const source = () => sourceOf({ chosen: ['drive:b!own', 'drive:b!two'] })
    await sync(oneDrive, source(), shelf)
    other.isHidden = true
    own.file('New.txt', 'New')
    await sync(oneDrive, source(), shelf)
    expectInStep(own, other)
    server.clock += 8 * 86_400_000
    await sync(oneDrive, source(), shelf)
    shelf.checkpoint = undefined
    await expect(sync(oneDrive, source(), shelf)).rejects.toMatchObject({ code: 'source_gone' })
    expectInStep(own, other)
  })

  test('must be an id of the list', async () => {
    const wrong = sourceOf({ chosen: ['../../me'] })
    await expect(run(oneDrive, wrong, shelf)).rejects.toMatchObject({ code: 'settings_invalid' })
  })
})

describe('events', () => {
  const callback = 'https://reverie.example/v3/connections/webhook/x'
  const event = (value: object[], query = '') => ({
    headers: new Headers(),
    body: Buffer.from(JSON.stringify({ value })),
    query: new URLSearchParams(query),
  })

  async function subscribed(subscription?: Subscription): Promise<Subscription> {
    const made = await oneDrive.subscribe!(sourceOf({ subscription }), callback)
    return JSON.parse(JSON.stringify(made), (name, value) => (name === 'expiresAt' ? new Date(value) : value))
  }

  test('are subscribed to with a handshake, for at most the 42,300 minutes of a server whose clock is behind', async () => {
    const source = sourceOf({ now: () => new Date(server.clock + 24 * 3_600_000) })
    server.validate = async url => {
      const query = new URL(url).searchParams
      const { response, changed } = await oneDrive.webhook!(source, { ...event([]), query })
      expect([response?.status, response?.headers?.['content-type'], changed]).toEqual([
        ...[200, 'text/plain; charset=utf-8', []],
      ])
      return response!.body!
    }
    const made = await oneDrive.subscribe!(source, callback)
    const [there] = server.subscriptions.values()
    expect(there).toMatchObject({ notificationUrl: callback, resource: '/drives/b!own/root' })
    expect(there!.clientState).toBe(made!.secret)
    expect(made!.expiresAt!.toISOString()).toBe(there!.expirationDateTime)
  })

  test('start a run if every client state is right, however often they arrive', async () => {
    const subscription = await subscribed()
    const { secret } = subscription
    const source = sourceOf({ subscription })
    const right = { subscriptionId: Object.values(subscription.details!)[0], clientState: secret }
    for (let n = 0; n < 2; n++)
      expect(await oneDrive.webhook!(source, event([right, right]))).toMatchObject({ changed: 'everything' })
    for (const clientState of [`${secret}x`, secret!.slice(1), '', null, undefined])
      await expect(
        oneDrive.webhook!(source, event([right, { ...right, clientState }])),
      ).rejects.toMatchObject({
        code: 'webhook_refused',
      })
    for (const body of ['', '{', '[]', '{"value":1}'])
      await expect(
        oneDrive.webhook!(source, { ...event([]), body: Buffer.from(body) }),
      ).rejects.toMatchObject({ code: 'webhook_refused' })
    await expect(oneDrive.webhook!(sourceOf(), event([right]))).rejects.toMatchObject({
      code: 'webhook_refused',
    })
  })

  test('are renewed before they end, made again if Graph lost them, and ended on close', async () => {
    const first = await subscribed()
    expect(await subscribed(first)).toEqual(first)
    server.clock += 20 * 86_400_000
    const renewed = await subscribed(first)
    expect(renewed.details).toEqual(first.details)
    expect(renewed.expiresAt!.getTime() - server.clock).toBeGreaterThan(27 * 86_400_000)
    server.subscriptions.clear()
    server.clock += 20 * 86_400_000
    const again = await subscribed(renewed)
    expect([...server.subscriptions.keys()]).toEqual([again.details!['b!own']])
    expect(again.details).not.toEqual(first.details)
    await oneDrive.close!(sourceOf({ subscription: again }))
    expect(server.subscriptions.size).toBe(0)
    await oneDrive.close!(sourceOf({ subscription: again }))
  })

  test('leave no subscription behind: of a killed run, an old address or a drive that is no longer read', async () => {
    await subscribed()
    const known = await subscribed()
    expect(server.subscriptions.size).toBe(1)
    const moved = { ...known, details: { ...known.details, callback: 'https://old.example/x' } }
    const made = await subscribed(moved)
    expect([...server.subscriptions.keys()]).toEqual([made.details!['b!own']])
    const other = server.drive('b!two', 'Two')
    const source = sourceOf({ subscription: made, chosen: [`drive:${other.id}`] })
    const left = await oneDrive.subscribe!(source, callback)
    expect([...server.subscriptions.values()].map(({ resource }) => resource)).toEqual(['/drives/b!two/root'])
    expect(left!.details).toMatchObject({ callback })
  })

  test('are done without where Graph refuses the address', async () => {
    server.validate = async () => 'something else'
    expect(await oneDrive.subscribe!(sourceOf(), callback)).toBeUndefined()
  })
})

describe('an authorization', () => {
  const at = (settings: object) => {
    const { credentials } = oneDrive.describe
    if (credentials.kind !== 'oauth') throw new Error('It has no authorization')
    return credentials.forSettings!(oneDrive.describe.settings.parse(settings))
  }

  test('goes to the tenant of the settings, and asks personal accounts for no SharePoint', () => {
    expect(at({}).authorizeUrl).toBe(`${server.url}/login/common/oauth2/v2.0/authorize`)
    expect(at({}).scopes).toEqual(['Files.Read.All', 'Sites.Read.All', 'User.Read', 'offline_access'])
    expect(at({ tenant: 'contoso.example' }).tokenUrl).toBe(
      `${server.url}/login/contoso.example/oauth2/v2.0/token`,
    )
    expect(at({ accountType: 'business' }).tokenUrl).toContain('/organizations/')
    expect(at({ accountType: 'personal' })).toMatchObject({
      tokenUrl: `${server.url}/login/consumers/oauth2/v2.0/token`,
      scopes: ['Files.Read.All', 'User.Read', 'offline_access'],
    })
    expect(at({ accountType: 'something else' }).tokenUrl).toContain('/common/')
    for (const tenant of ['', '..', 'a/b', 'a?b', 'evil.example#', '.', '-x'])
      expect(oneDrive.describe.settings.safeParse({ tenant }).success, tenant).toBe(false)
  })

  test('names the account', async () => {
    expect(await oneDrive.check(sourceOf())).toEqual({ account: 'ada@contoso.example' })
    server.tokens.clear()
    await expect(oneDrive.check(sourceOf())).rejects.toMatchObject({ code: 'auth_expired' })
  })
})
