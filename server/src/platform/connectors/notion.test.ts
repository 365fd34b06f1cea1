import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refetch, run, Shelf, sourceFor, sync } from '../../../test/connectors/drive-connector.ts'
import { killAtRandom } from '../../../test/connectors/kill-at-random.ts'
import {
  idOf,
  NotionServer,
  type PageDouble,
  paragraph,
  words,
} from '../../../test/connectors/notion-server.ts'
import { SourceError } from './connector.ts'
import { notion, notionToken } from './notion.ts'

let server: NotionServer
let shelf: Shelf

beforeEach(async () => {
  server = new NotionServer()
  await server.start()
  shelf = new Shelf()
})
afterEach(() => server.close())

const sourceOf = (settings: object = {}, options: object = {}) =>
  sourceFor(notionToken, {
    settings,
    credentials: { token: 'good' },
    http: server.httpInsteadOf('https://api.notion.com/v1'),
    ...options,
  })

function fill(count: number): void {
  for (let n = 1; n <= count; n++) {
    server.page(n, `Text of ${n}`)
    server.pass(1)
  }
  server.pass(60)
}

const textOf = ({ title, blocks }: PageDouble): string =>
  [
    `# ${title}`,
    ...blocks.map(({ data }) => (data as { rich_text: { plain_text: string }[] }).rich_text[0]!.plain_text),
  ].join('\n\n')

/** The plain pages of the workspace, as they must be stored. */
const expected = () =>
  Object.fromEntries(
    [...server.pages.values()]
      .filter(({ isShared, isInTrash }) => isShared && !isInTrash)
      .map(page => [page.id, textOf(page)]),
  )

const stored = (n: number) => shelf.items.get(idOf(n))!

test('a page is one document with its title, address and times', async () => {
  server.page(1, 'Kilns are fired on Fridays.')
  server.pass(60)
  await sync(notionToken, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(expected())
  expect(stored(1)).toMatchObject({
    title: 'Page 1',
    url: `https://www.notion.so/${idOf(1)}`,
    text: '# Page 1\n\nKilns are fired on Fridays.',
    metadata: { type: 'notion_page' },
  })
})

test('a row of a database has its properties at the top of its text and in its metadata', async () => {
  const projects = server.source(1, 'Projects')
  server.page(10, '', { title: 'Apollo' })
  server.page(11, '', { title: 'Hidden', isShared: false })
  const related = [idOf(10), idOf(11)].map(id => ({ id }))
  server.row(
    1,
    projects,
    {
      Notes: {
        type: 'rich_text',
        rich_text: [words('Bring '), words('clay', { annotations: { bold: true } })],
      },
      Budget: { type: 'number', number: 12.5 },
      Kind: { type: 'select', select: { name: 'Pottery' } },
      Tags: { type: 'multi_select', multi_select: [{ name: 'hot' }, { name: 'red' }] },
      State: { type: 'status', status: { name: 'Done' } },
      When: { type: 'date', date: { start: '2019-02-01', end: '2019-02-03' } },
      People: { type: 'people', people: [{ id: 'u1', name: 'Ada' }, { id: 'u2' }] },
      Open: { type: 'checkbox', checkbox: false },
      Site: { type: 'url', url: 'https://kiln.example' },
      Mail: { type: 'email', email: 'ada@example.org' },
      Phone: { type: 'phone_number', phone_number: '+1 2' },
      Parent: { id: 'p%3A1', type: 'relation', relation: related, has_more: false },
      Sum: { type: 'rollup', rollup: { type: 'number', number: 7 } },
      Dates: {
        type: 'rollup',
        rollup: {
          type: 'array',
          array: [
            { type: 'date', date: { start: '2019-03-01' } },
            { type: 'number', number: 2 },
          ],
        },
      },
      Label: { type: 'formula', formula: { type: 'string', string: 'hot!' } },
      Ready: { type: 'formula', formula: { type: 'boolean', boolean: true } },
      Made: { type: 'created_time', created_time: '2019-01-01T10:00:00.000Z' },
      By: { type: 'created_by', created_by: { id: 'u1', name: 'Ada' } },
      Sheet: {
        type: 'files',
        files: [{ name: 'a.pdf', file: { url: 'https://files.example/a.pdf?sig=1' } }],
      },
      Code: { type: 'unique_id', unique_id: { prefix: 'KILN', number: 4 } },
      Empty: { type: 'select', select: null },
      Press: { type: 'button', button: {} },
      path: { type: 'rich_text', rich_text: [words('x/y')] },
      Later: { type: 'of_the_future', of_the_future: { a: 1 } },
    },
    'Body of the row',
  )
  server.pass(60)
  await sync(notionToken, sourceOf(), shelf)
  expect(stored(1).text).toBe(
    [
      '# Page 1\n',
      'Notes: Bring clay',
      'Budget: 12.5',
      'Kind: Pottery',
      'Tags: hot, red',
      'State: Done',
      'When: 2019-02-01 to 2019-02-03',
      'People: Ada',
      'Open: no',
      'Site: https://kiln.example',
      'Mail: ada@example.org',
      'Phone: +1 2',
      'Parent: Apollo',
      'Sum: 7',
      'Dates: 2019-03-01, 2',
      'Label: hot!',
      'Ready: yes',
      'Made: 2019-01-01 10:00 UTC',
      'By: Ada',
      'Sheet: a.pdf',
      'Code: KILN-4',
      'path: x/y\n',
      'Body of the row',
    ].join('\n'),
  )
  expect(stored(1).metadata).toMatchObject({
    type: 'notion_row',
    database: 'Projects',
    ...{ Budget: 12.5, Tags: ['hot', 'red'], Open: false, Parent: ['Apollo'], Path: 'x/y', State: 'Done' },
  })
})

test('a relation with more pages than Notion shows is read to its end', async () => {
  const source = server.source(1, 'Rows')
  const all = Array.from({ length: 30 }, (_, n) => idOf(100 + n))
  for (const [n] of all.entries()) server.page(100 + n, '')
  const relation = all.slice(0, 25).map(id => ({ id }))
  server.row(1, source, { Links: { id: 'a%5Cb', type: 'relation', relation, has_more: true, all } })
  server.pass(60)
  await sync(notionToken, sourceOf(), shelf)
  expect(stored(1).text).toContain('Page 100, Page 101')
  expect(stored(1).text).toContain('Page 129')
})

test('blocks of all kinds become Markdown', async () => {
  const text = (said: string, more: object = {}) => ({ rich_text: [words(said)], ...more })
  server.page(1, '', {
    blocks: [
      { type: 'heading_1', data: text('Kiln') },
      {
        type: 'paragraph',
        data: {
          rich_text: [
            words('Very ', {}),
            words('hot ', { annotations: { bold: true, italic: true } }),
            words('kiln', { href: 'https://kiln.example/a (b)' }),
            words('x', { type: 'equation', equation: { expression: 'x^2' } }),
            words('2019-02-01 →', {
              type: 'mention',
              mention: { type: 'date', date: { start: '2019-02-01T09:30:00.000+01:00' } },
            }),
            words('@Ada', { type: 'mention', mention: { type: 'user', user: { name: 'Ada' } } }),
            words('Glaze', {
              type: 'mention',
              mention: { type: 'page', page: { id: idOf(5) } },
              href: 'https://x.example',
            }),
          ],
        },
      },
      {
        type: 'bulleted_list_item',
        data: text('One'),
        children: [{ type: 'bulleted_list_item', data: text('Inner') }],
      },
      { type: 'bulleted_list_item', data: text('Two') },
      { type: 'numbered_list_item', data: text('First') },
      { type: 'numbered_list_item', data: text('Second') },
      { type: 'to_do', data: text('Done', { checked: true }) },
      { type: 'to_do', data: text('Open', { checked: false }) },
      { type: 'toggle', data: text('More'), children: [paragraph('Inside')] },
      { type: 'quote', data: text('Said'), children: [paragraph('and done')] },
      { type: 'callout', data: text('Mind the heat') },
      { type: 'code', data: text('const a = `1`', { language: 'typescript' }) },
      { type: 'equation', data: { expression: 'E = mc^2' } },
      { type: 'divider', data: {} },
      {
        type: 'image',
        data: { type: 'external', external: { url: 'https://i.example/a.png' }, caption: [words('A kiln')] },
      },
      {
        type: 'image',
        data: {
          type: 'file',
          file: { url: 'https://s3.example/b%20c.png?X-Amz-Signature=1' },
          caption: [words('Its door')],
        },
      },
      {
        type: 'file',
        data: {
          type: 'file',
          name: 'plan.pdf',
          file: { url: 'https://s3.example/plan.pdf?X-Amz-Signature=1' },
        },
      },
      { type: 'bookmark', data: { url: 'https://b.example', caption: [] } },
      { type: 'child_page', data: { title: 'Glazes' }, children: [paragraph('Not here')] },
      { type: 'child_database', data: { title: 'Firings' } },
      {
        type: 'table',
        data: { has_column_header: true, table_width: 2 },
        children: [
          { type: 'table_row', data: { cells: [[words('Cone')], [words('Heat')]] } },
          { type: 'table_row', data: { cells: [[words('10')], [words('1300 | °C')]] } },
        ],
      },
      {
        type: 'column_list',
        data: {},
        children: [
          { type: 'column', data: {}, children: [paragraph('Left')] },
          { type: 'column', data: {}, children: [paragraph('Right')] },
        ],
      },
      { type: 'synced_block', data: { synced_from: null }, children: [paragraph('Synced')] },
      { type: 'unsupported', data: {} },
      { type: 'of_the_future', data: text('Still read') },
    ],
  })
  server.pass(60)
  await sync(notionToken, sourceOf(), shelf)
  const page = (n: string) => `https://www.notion.so/${n.replaceAll('-', '')}`
  const [glazes, firings] = server.pages.get(idOf(1))!.blocks.filter(({ type }) => type.startsWith('child_'))
  expect(stored(1).text.split('\n\n')).toEqual([
    '# Page 1',
    '## Kiln',
    `Very ***hot*** [kiln](https://kiln.example/a%20%28b%29)$x^2$2019-02-01 09:30 +01:00@Ada[Glaze](${page(idOf(5))})`,
    '- One\n    - Inner\n- Two',
    '1. First\n2. Second',
    '- [x] Done\n- [ ] Open',
    '**More**',
    'Inside',
    '> Said\n>\n> and done',
    '> Mind the heat',
    '```typescript\nconst a = `1`\n```',
    '$$\nE = mc^2\n$$',
    '---',
    '![A kiln](https://i.example/a.png)',
    '*Image: b c.png: Its door*',
    '*File: plan.pdf*',
    '[https://b.example](https://b.example)',
    `[Glazes](${page(glazes!.id!)})`,
    `[Firings](${page(firings!.id!)})`,
    '| Cone | Heat |\n| --- | --- |\n| 10 | 1300 \\| °C |',
    'Left',
    'Right',
    'Synced',
    'Still read',
  ])
})

test('long lists of blocks are read in pages, and deep nesting to a bound', async () => {
  server.maxPerPage = 7
  let deep = paragraph('The deepest')
  for (let depth = 30; depth > 0; depth--) deep = paragraph(`Depth ${depth}`, [deep])
  server.page(1, '', { blocks: [...Array.from({ length: 30 }, (_, n) => paragraph(`Line ${n}`)), deep] })
  server.pass(60)
  await sync(notionToken, sourceOf(), shelf)
  const lines = stored(1).text.split('\n\n')
  expect(lines.slice(1, 31)).toEqual(Array.from({ length: 30 }, (_, n) => `Line ${n}`))
  expect(lines.slice(31)).toEqual(Array.from({ length: 13 }, (_, n) => `Depth ${n + 1}`))
})

test('a page with more text than a document may have loses its end', async () => {
  server.page(1, '', { blocks: Array.from({ length: 50 }, (_, n) => paragraph(`${n} ${'x'.repeat(200)}`)) })
  server.pass(60)
  await sync(notionToken, sourceOf({}, { limits: { maxFileBytes: 1e6, maxTextBytes: 4_000 } }), shelf)
  expect(stored(1).text).toMatch(/\*Further content is left out\.\*$/)
  expect(Buffer.byteLength(stored(1).text)).toBeLessThan(4_000)
})

test('a later run reads only what was edited, and removes what is in the trash or no longer shared', async () => {
  server.maxPerPage = 4
  fill(15)
  await sync(notionToken, sourceOf(), shelf)
  const { reads } = shelf
  server.edit(3, { blocks: [paragraph('Edited')] })
  server.page(16, 'New')
  server.edit(4, { isInTrash: true })
  server.pages.get(idOf(5))!.isShared = false
  server.pages.delete(idOf(6))
  server.pass(60)
  await sync(notionToken, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(expected())
  expect(shelf.reads - reads).toBe(2)
  await sync(notionToken, sourceOf(), shelf)
  expect(shelf.reads - reads).toBe(2)
})

test('a second edit in the minute of the first one is not missed', async () => {
  fill(3)
  server.edit(2, { blocks: [paragraph('First edit')] })
  await sync(notionToken, sourceOf(), shelf)
  server.clock += 20_000
  server.edit(2, { blocks: [paragraph('Second edit, same minute')] })
  await sync(notionToken, sourceOf(), shelf)
  server.clock += 20_000
  server.edit(2, { blocks: [paragraph('Third edit, same minute')] })
  server.pass(60)
  await sync(notionToken, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(expected())
  const { reads } = shelf
  await sync(notionToken, sourceOf(), shelf)
  expect(shelf.reads).toBe(reads)
})

test('a rollup that changes without an edit of its page is noticed', async () => {
  const source = server.source(1, 'Rows')
  const total = { type: 'rollup', rollup: { type: 'number', number: 1 } }
  const row = server.row(1, source, { Total: total })
  server.pass(60)
  await sync(notionToken, sourceOf(), shelf)
  row.properties.Total = { ...total, rollup: { type: 'number', number: 2 } }
  await sync(notionToken, sourceOf(), shelf)
  expect(stored(1).text).toContain('Total: 2')
})

test('a page that the search leaves out is kept, because Notion still has it', async () => {
  fill(5)
  await sync(notionToken, sourceOf(), shelf)
  server.unlisted.add(idOf(2))
  await sync(notionToken, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(expected())
})

test('pages that are edited while they are listed are found by the next run, and hide no others', async () => {
  server.maxPerPage = 3
  fill(20)
  let searches = 0
  server.onRequest = ({ path }) => {
    if (path === '/search' && ++searches % 2 === 0 && searches < 12) {
      server.pass(1)
      server.edit(searches, { blocks: [paragraph(`Edited at search ${searches}`)] })
    }
  }
  await sync(notionToken, sourceOf(), shelf)
  server.onRequest = undefined
  server.pass(60)
  await sync(notionToken, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(expected())
  expect(shelf.documents).toBe(20)
})

test('a cursor that is no longer valid begins the listing again', async () => {
  server.maxPerPage = 4
  fill(20)
  await run(notionToken, sourceOf(), shelf, { killAt: 2 })
  // The next item of the stored cursor.
  server.pages.delete(idOf(12))
  await sync(notionToken, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(expected())
  expect(shelf.documents).toBe(19)
})

test('runs that are killed at ten random batches lose nothing and store nothing twice', async () => {
  server.maxPerPage = 3
  fill(50)
  expect(await killAtRandom(notionToken, sourceOf, shelf)).toBeGreaterThan(5)
  expect(shelf.texts()).toEqual(expected())
  expect(shelf.documents).toBe(50)
  for (let n = 1; n <= 50; n += 2) server.pages.delete(idOf(n))
  for (let n = 2; n <= 50; n += 10) server.edit(n, { blocks: [paragraph('Edited')] })
  await killAtRandom(notionToken, sourceOf, shelf, 11)
  server.pass(60)
  await sync(notionToken, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(expected())
})

describe('a failing Notion', () => {
  beforeEach(() => {
    server.maxPerPage = 5
    fill(23)
  })

  const failFrom = (nth: number, fault: ReturnType<NonNullable<NotionServer['fault']>>, part = '/search') => {
    let seen = 0
    server.fault = ({ path }) => (path.includes(part) && ++seen >= nth ? fault : undefined)
  }

  async function expectRecovery() {
    server.fault = undefined
    await sync(notionToken, sourceOf(), shelf)
    expect(shelf.texts()).toEqual(expected())
    expect(shelf.documents).toBe(23)
  }

  test.each([
    ['401 in the middle', { status: 401, body: {} }, 'auth_expired'],
    ['a storm of 502', { status: 502, body: {} }, 'provider_unavailable'],
    ['409 without an end', { status: 409, body: { code: 'conflict_error' } }, 'provider_unavailable'],
    ['429 without an end', { status: 429, headers: { 'retry-after': '1' } }, 'rate_limited'],
    ['a page that breaks off', 'broken off' as const, 'provider_unavailable'],
    ['a page without results', { status: 200, body: { has_more: false } }, 'provider_unavailable'],
    [
      'a page that names no next one',
      { status: 200, body: { results: [], has_more: true } },
      'provider_unavailable',
    ],
    ['403', { status: 403, body: { code: 'restricted_resource', message: 'No.' } }, 'settings_invalid'],
  ])('with %s ends the run, and deletes and loses nothing', async (_, fault, code) => {
    failFrom(3, fault)
    await expect(run(notionToken, sourceOf(), shelf)).rejects.toMatchObject({ code })
    expect(shelf.items.size).toBe(10)
    await expectRecovery()
    failFrom(2, fault)
    await expect(run(notionToken, sourceOf(), shelf)).rejects.toMatchObject({ code })
    expect(shelf.texts()).toEqual(expected())
    await expectRecovery()
  })

  test('with blocks that break off keeps the page for the next run', async () => {
    failFrom(7, 'broken off', '/children')
    await expect(run(notionToken, sourceOf(), shelf)).rejects.toMatchObject({ code: 'provider_unavailable' })
    await expectRecovery()
  })

  test('that asks to wait, meets conflicts and fails now and then is asked again', async () => {
    let asked = 0
    server.fault = () => {
      asked++
      if (asked % 7 === 0) return { status: 429, headers: { 'retry-after': '1' }, body: {} }
      if (asked % 11 === 0) return { status: 409, body: { code: 'conflict_error' } }
      return asked % 13 === 0 ? { status: 500, body: {} } : undefined
    }
    await sync(notionToken, sourceOf(), shelf)
    expect(shelf.texts()).toEqual(expected())
  })

  test('that loses a page between listing and reading fails that page only', async () => {
    server.fault = ({ path }) =>
      path.includes(idOf(7)) ? { status: 404, body: { code: 'object_not_found' } } : undefined
    await run(notionToken, sourceOf(), shelf)
    expect(shelf.items.size).toBe(22)
    expect(shelf.failures.get(idOf(7))).toBe('item_gone')
    server.fault = undefined
    server.pages.delete(idOf(7))
    await refetch(notionToken, sourceOf(), shelf, [idOf(7), idOf(8)])
    expect(shelf.failures.size).toBe(0)
    expect(shelf.texts()).toEqual(expected())
  })

  test('with content that the API refuses fails that page only', async () => {
    server.fault = ({ path }) =>
      path.includes(idOf(7))
        ? { status: 400, body: { code: 'validation_error', message: 'Unsupported.' } }
        : undefined
    await run(notionToken, sourceOf(), shelf)
    expect(shelf.failures.get(idOf(7))).toBe('item_unsupported')
    expect(shelf.items.size).toBe(22)
  })
})

test('chosen pages and databases are read with everything below them, and what moves out of them is removed', async () => {
  const projects = server.source(1, 'Projects', { type: 'page_id', page_id: idOf(1) })
  server.page(1, 'Chosen')
  server.page(2, 'Below', { parent: { type: 'page_id', page_id: idOf(1) } })
  server.page(3, 'Further below', { parent: { type: 'page_id', page_id: idOf(2) } })
  server.row(4, projects, {}, 'Row')
  server.page(5, 'Other')
  const other = server.source(2, 'Chosen too')
  server.row(6, other, {}, 'Its row')
  server.pass(60)
  const source = sourceOf({}, { chosen: [idOf(1), idOf(2, 1)] })
  await sync(notionToken, source, shelf)
  expect(shelf.ids()).toEqual([1, 2, 3, 4, 6].map(n => idOf(n)))
  server.edit(2, { parent: { type: 'page_id', page_id: idOf(5) } })
  await sync(notionToken, sourceOf({}, { chosen: [idOf(1), idOf(2, 1)] }), shelf)
  expect(shelf.ids()).toEqual([1, 4, 6].map(n => idOf(n)))
  await sync(notionToken, sourceOf({ rows: false }, { chosen: [idOf(1)] }), shelf)
  expect(shelf.ids()).toEqual([idOf(1)])
})

test('pages and databases are listed to choose from, with their places and without rows', async () => {
  server.maxPerPage = 2
  const projects = server.source(1, 'Projects', { type: 'page_id', page_id: idOf(1) })
  for (let n = 1; n <= 5; n++) server.page(n, '')
  server.row(6, projects, {})
  const first = await notionToken.resources!(sourceOf(), { page: 1, perPage: 4 })
  const second = await notionToken.resources!(sourceOf(), { page: 2, perPage: 4 })
  expect(first.resources).toHaveLength(4)
  expect([...first.resources, ...second.resources].map(({ name }) => name).sort()).toEqual([
    ...['Page 1', 'Page 2', 'Page 3', 'Page 4', 'Page 5', 'Projects'],
  ])
  const below = await notionToken.resources!(sourceOf(), { page: 1, perPage: 30, parent: idOf(1) })
  expect(below.resources).toEqual([
    { id: projects.id, name: 'Projects', details: { kind: 'database', parent: idOf(1) } },
  ])
  expect(await notionToken.check(sourceOf())).toEqual({ account: 'Ada' })
})

test('with OAuth the token of the moment is used, and a refusal to renew it ends the run', async () => {
  fill(2)
  const http = server.httpInsteadOf('https://api.notion.com/v1')
  const oauth = (accessToken: () => Promise<string>) => sourceFor(notion, { settings: {}, http, accessToken })
  await sync(
    notion,
    oauth(async () => 'good'),
    shelf,
  )
  expect(shelf.texts()).toEqual(expected())
  const refused = oauth(async () => {
    throw new SourceError('auth_expired', 'Connect again')
  })
  await expect(run(notion, refused, shelf)).rejects.toMatchObject({ code: 'auth_expired' })
})
