import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refetch, run, Shelf, sourceFor, sync } from '../../../test/connectors/drive-connector.ts'
import { sheetType } from '../../../test/connectors/drive-double.ts'
import { refusal } from '../../../test/connectors/google-answer.ts'
import { GoogleServer } from '../../../test/connectors/google-server.ts'
import { seededRandom } from '../../../test/connectors/pull-into-map.ts'
import { googleDrive } from './google-drive.ts'

let server: GoogleServer
let shelf: Shelf
beforeEach(async () => {
  server = await new GoogleServer().start()
  shelf = new Shelf()
})
afterEach(() => server.close())

const full = (options: object = {}) =>
  sourceFor(googleDrive, { settings: { syncScope: 'full' }, ...server.sourceParts(), ...options })
const selected = (chosen: string[] | undefined, options: object = {}) =>
  sourceFor(googleDrive, { settings: {}, chosen, ...server.sourceParts(), ...options })

/** Some folders in My Drive and in a shared drive, with documents, tables and files. */
function fill(count: number) {
  const { drive } = server
  const work = drive.folder('Work')
  const plans = drive.folder('Plans', work)
  const team = drive.sharedDrive('Team')
  const notes = drive.folder('Notes', team)
  const folders = [undefined, work, plans, team, notes]
  const files = Array.from({ length: count }, (_, n) =>
    n % 3 === 0
      ? drive.doc(`Doc ${n}`, `Text of doc ${n}`, folders[n % 5])
      : drive.file(`file-${n}.txt`, `Text of file ${n}`, folders[n % 5]),
  )
  drive.doc('Sheet', 'Cells', work, sheetType)
  return { work, plans, team, notes, files }
}

const expectInStep = (chosen?: string[]) => expect(shelf.texts()).toEqual(server.drive.expected(chosen))

describe('everything', () => {
  test('is imported once, with its path, its people and the formats of Google turned into readable ones', async () => {
    const { files, team } = fill(12)
    server.drive.change(files[1]!, {
      permissions: [
        { emailAddress: 'bob@example.org', type: 'user' },
        { emailAddress: 'ada@example.org', type: 'user' },
      ],
    })
    await sync(googleDrive, full(), shelf)
    expectInStep()
    for (const [id, { metadata }] of shelf.items)
      expect(metadata.path).toBe(server.drive.pathOf(id).replace(/^Drive/, 'Team'))
    expect(shelf.items.get(files[1]!)).toMatchObject({
      title: 'file-1.txt',
      url: `https://drive.example/${files[1]}`,
      metadata: {
        type: 'drive_file',
        path: 'My Drive/Work/file-1.txt',
        folder: 'My Drive/Work',
        mimeType: 'text/plain',
        owners: ['ada@example.org'],
        permissions: ['ada@example.org', 'bob@example.org'],
      },
    })
    expect(shelf.items.get(files[0]!)?.metadata.type).toBe('google_doc')
    expect([...shelf.items.values()].some(({ text }) => text === 'sheet: Cells')).toBe(true)
    expect(server.drive.drives.get(team)).toBe('Team')
  })

  test('costs a few requests when nothing has changed', async () => {
    fill(12)
    await sync(googleDrive, full(), shelf)
    const { reads, batches } = shelf
    server.requests.length = 0
    await run(googleDrive, full(), shelf)
    expect(server.requests).toEqual([
      'GET /drive/v3/drives',
      'GET /drive/v3/changes',
      'GET /drive/v3/changes',
    ])
    expect([shelf.reads, shelf.batches]).toEqual([reads, batches])
  })

  test('follows changes of content, name and place, new files, files in the trash and deleted ones', async () => {
    const { files, work, plans, notes } = fill(20)
    await sync(googleDrive, full(), shelf)
    const { reads } = shelf
    const { drive } = server
    drive.change(files[0]!, { text: 'Changed' })
    drive.change(files[1]!, { name: 'renamed.txt' })
    drive.change(files[2]!, { parent: notes })
    drive.change(files[3]!, { isTrashed: true })
    drive.remove(files[4]!)
    drive.change(files[5]!, { isHidden: true })
    drive.file('new.txt', 'New', plans)
    drive.file('deep.txt', 'Deep', drive.folder('Deeper', work))
    await run(googleDrive, full(), shelf)
    expectInStep()
    expect(shelf.items.get(files[1]!)?.metadata.path).toBe('My Drive/Work/renamed.txt')
    expect(shelf.items.get(files[2]!)?.metadata.path).toBe('Team/Notes/file-2.txt')
    expect(shelf.reads - reads).toBeLessThanOrEqual(6)
    drive.change(files[3]!, { isTrashed: false })
    await run(googleDrive, full(), shelf)
    expectInStep()
  })

  test('has the new path when a folder above is renamed or moves to another drive', async () => {
    const { work, plans, team } = fill(20)
    await sync(googleDrive, full(), shelf)
    server.drive.change(work, { name: 'Old work' })
    await run(googleDrive, full(), shelf)
    const inPlans = () =>
      [...shelf.items.values()].filter(({ metadata }) => /\/Plans\//.test(`${metadata.path}`))
    expect(inPlans()).toHaveLength(4)
    for (const { metadata } of inPlans()) expect(metadata.path).toMatch(/^My Drive\/Old work\/Plans\//)
    server.drive.change(plans, { parent: team })
    await run(googleDrive, full(), shelf)
    for (const { metadata } of inPlans()) expect(metadata.path).toMatch(/^Team\/Plans\//)
    expectInStep()
    server.drive.drives.set(team, 'Everybody')
    await run(googleDrive, full(), shelf)
    for (const { metadata } of inPlans()) expect(metadata.path).toMatch(/^Everybody\/Plans\//)
  })

  test('loses a folder in the trash with everything in it, and gets it back', async () => {
    const { work } = fill(20)
    await sync(googleDrive, full(), shelf)
    server.drive.change(work, { isTrashed: true })
    await run(googleDrive, full(), shelf)
    expectInStep()
    server.drive.change(work, { isTrashed: false })
    await run(googleDrive, full(), shelf)
    expectInStep()
  })

  test('loses what was in a folder that was deleted or is no longer shared, although the log names only the folder', async () => {
    const { work } = fill(20)
    const shared = server.drive.sharedFolder('From Bob')
    server.drive.file('bob.txt', 'Of Bob', server.drive.folder('Inner', shared))
    await sync(googleDrive, full(), shelf)
    expectInStep()
    expect([...shelf.items.values()].some(({ metadata }) => metadata.path === 'From Bob/Inner/bob.txt')).toBe(
      true,
    )
    const { reads } = shelf
    server.drive.change(shared, { isHidden: true })
    await sync(googleDrive, full(), shelf)
    expectInStep()
    server.drive.remove(work)
    await sync(googleDrive, full(), shelf)
    expectInStep()
    expect(shelf.reads).toBe(reads)
  })

  test('grows by a shared drive that the account joins, and shrinks by one that it leaves', async () => {
    const { team } = fill(20)
    await sync(googleDrive, full(), shelf)
    const other = server.drive.sharedDrive('Other')
    server.drive.file('other.txt', 'Other', server.drive.folder('Deep', other))
    await sync(googleDrive, full(), shelf)
    expectInStep()
    server.drive.drives.delete(team)
    await sync(googleDrive, full(), shelf)
    expectInStep()
  })

  test('does not contain pictures, drawings and shortcuts, nor what a shortcut leads to a second time', async () => {
    const { drive } = server
    drive.doc('Doc', 'Text')
    drive.doc('Shortcut', '', undefined, 'application/vnd.google-apps.shortcut')
    drive.doc('Drawing', '', undefined, 'application/vnd.google-apps.drawing')
    drive.file('photo.jpg', 'pixels', undefined, 'image/jpeg')
    const upload = drive.file('notes.md', 'Markdown', undefined, 'application/octet-stream')
    await sync(googleDrive, full(), shelf)
    expect(Object.values(shelf.texts()).sort()).toEqual(['Markdown', 'Text'])
    drive.change(upload, { mimeType: 'image/png' })
    await run(googleDrive, full(), shelf)
    expect(Object.values(shelf.texts())).toEqual(['Text'])
  })

  test('changes while it is listed are not lost', async () => {
    server.drive.maxPerPage = 3
    const { files, plans, work } = fill(25)
    let lists = 0
    server.onRequest = ({ path }) => {
      if (path !== '/drive/v3/files') return
      lists++
      if (lists === 4) server.drive.change(files[24]!, { text: 'Changed while listed' })
      if (lists === 5) server.drive.remove(files[0]!)
      if (lists === 6) server.drive.file('late.txt', 'Late', server.drive.folder('Late', work))
      if (lists === 7) server.drive.change(plans, { name: 'Renamed plans' })
    }
    await sync(googleDrive, full(), shelf)
    server.onRequest = undefined
    expectInStep()
    for (const [id, { metadata }] of shelf.items)
      expect(metadata.path).toBe(server.drive.pathOf(id).replace(/^Drive/, 'Team'))
  })

  test('survives ten kills at random batches: nothing is lost, and nothing has two documents', async () => {
    server.drive.maxPerPage = 3
    const { files, work } = fill(60)
    const random = seededRandom(7)
    for (let kills = 0; kills < 10; kills++) {
      await run(googleDrive, full(), shelf, { killAt: Math.floor(random() * 8) })
      server.drive.change(files[kills * 5]!, { text: `Changed after kill ${kills}` })
      if (kills === 4) server.drive.change(work, { name: 'Renamed' })
      if (kills === 6) server.drive.remove(files[59]!)
    }
    await sync(googleDrive, full(), shelf)
    expectInStep()
    expect(new Set([...shelf.items.values()].map(({ document }) => document)).size).toBe(shelf.items.size)
  })

  test('doubled entries in the log change nothing', async () => {
    server.drive.repeats = 3
    const { files } = fill(10)
    await sync(googleDrive, full(), shelf)
    const { reads, documents } = shelf
    server.drive.change(files[0]!, { text: 'Changed' })
    server.drive.file('new.txt', 'New')
    await run(googleDrive, full(), shelf)
    expectInStep()
    expect([shelf.reads - reads, shelf.documents - documents]).toEqual([2, 1])
  })

  test('does not depend on clocks: a change with an older time is a change', async () => {
    const { files } = fill(5)
    await sync(googleDrive, full({ now: () => new Date('1999-01-01') }), shelf)
    server.drive.change(files[0]!, { text: 'Changed', modifiedAt: '1980-01-01T00:00:00.000Z' })
    server.drive.nodes.get(files[0]!)!.modifiedAt = '1980-01-01T00:00:00.000Z'
    await run(googleDrive, full({ now: () => new Date('2199-01-01') }), shelf)
    expectInStep()
  })
})

describe('a choice', () => {
  test('of nothing imports nothing, and says so until something is chosen', async () => {
    const { work } = fill(10)
    await sync(googleDrive, selected(undefined), shelf)
    expect([shelf.items.size, [...shelf.failures]]).toEqual([0, [['nothing-chosen', 'item_gone']]])
    await refetch(googleDrive, selected(undefined), shelf, ['nothing-chosen'])
    expect(shelf.failures.size).toBe(1)
    await refetch(googleDrive, selected([work]), shelf, ['nothing-chosen'])
    await sync(googleDrive, selected([work]), shelf)
    expectInStep([work])
    expect(shelf.failures.size).toBe(0)
  })

  test('of folders, a shared drive and a file brings these and what is below them, with whole paths', async () => {
    const { plans, notes, files } = fill(30)
    const chosen = [plans, notes, files[0]!]
    await sync(googleDrive, selected(chosen), shelf)
    expectInStep(chosen)
    expect(shelf.items.get(files[2]!)?.metadata.path).toBe('My Drive/Work/Plans/file-2.txt')
    expect(shelf.items.get(files[4]!)?.metadata.path).toBe('Team/Notes/file-4.txt')
    await sync(googleDrive, selected([notes]), shelf)
    expectInStep([notes])
  })

  test('of My Drive by its usual name means its real id', async () => {
    const { files } = fill(10)
    await sync(googleDrive, selected(['root']), shelf)
    expectInStep(['root-id'])
    await refetch(googleDrive, selected(['root']), shelf, [files[1]!])
    expectInStep(['root-id'])
  })

  test('follows folders that move into it, within it and out of it, with what is in them', async () => {
    const { drive } = server
    const [inside, outside] = [drive.folder('Inside'), drive.folder('Outside')]
    const moving = drive.folder('Moving', outside)
    const inner = drive.folder('Inner', moving)
    const files = [
      drive.file('a.txt', 'A', moving),
      drive.file('b.txt', 'B', inner),
      drive.doc('c', 'C', inner),
    ]
    drive.file('stays.txt', 'Stays', inside)
    await sync(googleDrive, selected([inside]), shelf)
    expectInStep([inside])
    drive.change(moving, { parent: inside })
    await run(googleDrive, selected([inside]), shelf)
    expectInStep([inside])
    expect(shelf.items.get(files[1]!)?.metadata.path).toBe('My Drive/Inside/Moving/Inner/b.txt')
    drive.change(inner, { parent: inside })
    await run(googleDrive, selected([inside]), shelf)
    expect(shelf.items.get(files[1]!)?.metadata.path).toBe('My Drive/Inside/Inner/b.txt')
    drive.change(inner, { parent: moving })
    drive.change(moving, { parent: outside })
    await run(googleDrive, selected([inside]), shelf)
    expectInStep([inside])
    expect(shelf.items.size).toBe(1)
    drive.change(files[0]!, { parent: inside })
    drive.change(files[1]!, { text: 'Changed outside' })
    await run(googleDrive, selected([inside]), shelf)
    expectInStep([inside])
  })

  test('loses a folder that moves to a shared drive, and one that is shared without its drive is read', async () => {
    const { drive } = server
    const [inside, team, foreign] = [
      drive.folder('Inside'),
      drive.sharedDrive('Team'),
      drive.sharedDrive('X'),
    ]
    const moving = drive.folder('Moving', inside)
    drive.file('a.txt', 'A', drive.folder('Inner', moving))
    drive.file('b.txt', 'B', inside)
    const lent = drive.folder('Lent', foreign)
    drive.file('c.txt', 'C', drive.folder('Deep', lent))
    drive.lend(foreign)
    const chosen = [inside, lent]
    await sync(googleDrive, selected(chosen), shelf)
    expectInStep(chosen)
    expect(shelf.items.size).toBe(3)
    drive.change(moving, { parent: team })
    drive.file('d.txt', 'D', lent)
    await run(googleDrive, selected(chosen), shelf)
    expectInStep(chosen)
    expect(Object.values(shelf.texts()).sort()).toEqual(['B', 'C', 'D'])
  })

  test('follows folders above it: a new name is in the paths, and the trash takes everything', async () => {
    const { work, plans } = fill(20)
    await sync(googleDrive, selected([plans]), shelf)
    server.drive.change(work, { name: 'Other work' })
    await run(googleDrive, selected([plans]), shelf)
    for (const { metadata } of shelf.items.values()) expect(metadata.folder).toBe('My Drive/Other work/Plans')
    server.drive.change(work, { isTrashed: true })
    await run(googleDrive, selected([plans]), shelf)
    expect(shelf.items.size).toBe(0)
    server.drive.change(work, { isTrashed: false })
    await run(googleDrive, selected([plans]), shelf)
    expectInStep([plans])
  })

  test('keeps what is left of it when a part is lost, and everything when all of it is', async () => {
    const { plans, notes } = fill(20)
    const chosen = [plans, notes]
    await sync(googleDrive, selected(chosen), shelf)
    server.drive.change(plans, { isHidden: true })
    await sync(googleDrive, selected(chosen), shelf)
    expectInStep([notes])
    expect(shelf.failures.get(plans)).toBe('item_gone')
    server.drive.change(notes, { isHidden: true })
    const { size } = shelf.items
    await expect(sync(googleDrive, selected(chosen), shelf)).rejects.toMatchObject({ code: 'source_gone' })
    expect(shelf.items.size).toBe(size)
    server.drive.change(plans, { isHidden: false })
    server.drive.change(notes, { isHidden: false })
    await sync(googleDrive, selected(chosen), shelf)
    expectInStep(chosen)
  })

  test('can be made in a tree of drives and folders', async () => {
    const { work, plans, team, notes } = fill(1)
    const bobs = server.drive.sharedFolder('From Bob')
    const list = async (page: number, perPage: number, parent?: string) =>
      (await googleDrive.resources!(selected([]), { page, perPage, parent })).resources.map(({ id }) => id)
    expect(await list(1, 10)).toEqual(['root-id', team, bobs])
    expect([await list(1, 2), await list(2, 2), await list(3, 2)]).toEqual([['root-id', team], [bobs], []])
    expect(await list(1, 10, 'root-id')).toEqual([work])
    expect(await list(1, 10, work)).toEqual([plans])
    expect(await list(1, 10, team)).toEqual([notes])
    const many = Array.from({ length: 7 }, (_, n) => server.drive.folder(`F${n}`, plans))
    server.drive.maxPerPage = 2
    expect([...(await list(1, 4, plans)), ...(await list(2, 4, plans))]).toEqual(many)
  })
})

describe('a content', () => {
  test('that is too large as Markdown comes in another format, and pictures in Markdown are left out', async () => {
    const { drive } = server
    const long = drive.doc('Long', `Long text ${'x'.repeat(12_000)}`)
    const table = drive.doc('Table', 'x'.repeat(12_000), undefined, sheetType)
    const pictures = drive.doc(
      'Pictures',
      'Before ![a cat][image1] after\n\n[image1]: <data:image/png;base64,AAAA>\n',
    )
    await sync(googleDrive, full(), shelf)
    expect(shelf.items.get(long)?.text).toMatch(/^plain: Long text|^text\/plain: Long text/)
    expect(shelf.items.get(pictures)?.text).toBe('Before a cat after')
    expect(shelf.failures.get(table)).toBe('item_too_large')
  })

  test('that may not be downloaded, or is larger than the limit, fails alone', async () => {
    const { drive } = server
    const [locked, large] = [drive.file('locked.txt', 'No'), drive.file('large.txt', 'x'.repeat(3_000))]
    drive.locked.add(locked)
    drive.file('fine.txt', 'Fine')
    await sync(googleDrive, full(server.sourceParts(undefined, 2_000)), shelf)
    expect(Object.values(shelf.texts())).toEqual(['Fine'])
    expect([...shelf.failures].sort()).toEqual(
      [
        [locked, 'item_forbidden'],
        [large, 'item_too_large'],
      ].sort(),
    )
    drive.locked.clear()
    await refetch(googleDrive, full(), shelf, [locked, large, 'gone'])
    expectInStep()
    expect(shelf.failures.size).toBe(0)
  })

  test('that makes Google fail for ever fails alone, and holds nothing up', async () => {
    const { drive } = server
    const [broken, odd] = [drive.doc('Broken', 'B'), drive.doc('Odd', 'O')]
    drive.file('fine.txt', 'Fine')
    server.fault = ({ path }) => {
      if (path.includes(broken) && path.endsWith('/export')) return refusal(500, 'internalError')
      return path.includes(odd) && path.endsWith('/export') ? refusal(400, 'badRequest') : undefined
    }
    await sync(googleDrive, full(), shelf)
    expect(Object.values(shelf.texts())).toEqual(['Fine'])
    expect([...shelf.failures.values()]).toEqual(['item_unreadable', 'item_unreadable'])
    server.fault = ({ path }) => (path.includes(broken) ? refusal(500, 'internalError') : undefined)
    await expect(refetch(googleDrive, full(), shelf, [broken])).rejects.toMatchObject({
      code: 'provider_unavailable',
    })
  })

  test('that was uploaded anew under another id keeps its document', async () => {
    const old = server.drive.file('report.txt', 'The same bytes')
    await sync(googleDrive, full(), shelf)
    server.drive.remove(old)
    server.drive.file('report.txt', 'The same bytes', server.drive.folder('Elsewhere'))
    await run(googleDrive, full(), shelf)
    expectInStep()
    expect([shelf.documents, shelf.reads]).toEqual([1, 1])
  })
})
