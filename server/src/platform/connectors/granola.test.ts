import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  refetch,
  run,
  Shelf,
  type SourceOptions,
  sourceFor,
  sync,
} from '../../../test/connectors/drive-connector.ts'
import { GranolaServer, type NoteDouble } from '../../../test/connectors/granola-server.ts'
import { killAtRandom } from '../../../test/connectors/kill-at-random.ts'
import type { GranolaCredentials, GranolaSettings } from './granola/api.ts'
import { granola } from './granola.ts'

let server: GranolaServer
let shelf: Shelf

beforeEach(async () => {
  server = new GranolaServer()
  await server.start()
  shelf = new Shelf()
})
afterEach(() => server.close())

const sourceOf = (
  settings: object = {},
  options: Partial<SourceOptions<GranolaSettings, GranolaCredentials>> = {},
) =>
  sourceFor(granola, {
    settings,
    credentials: { apiKey: 'good' },
    http: server.httpInsteadOf('https://public-api.granola.ai'),
    ...options,
  })

function fill(count: number): void {
  for (let n = 1; n <= count; n++) {
    server.note(n, `Summary ${n}`)
    server.pass(1)
  }
}

const textOf = ({ title, summary, said }: NoteDouble): string =>
  [
    `# ${title}\n`,
    'Date: 2019-01-01 10:00 UTC\nAttendees: Ada (ada@example.org), bob@example.org\n',
    `## Summary\n\n${summary}\n`,
    '## Transcript\n',
    said.map(([speaker, text]) => `**${speaker}:** ${text}`).join('\n\n'),
  ].join('\n')

/** The content of Granola, as it must be stored. */
const expected = () => Object.fromEntries([...server.notes.values()].map(note => [note.id, textOf(note)]))

test('a meeting becomes Markdown with its attendees, summary and transcript', async () => {
  server.note(1, 'We *agreed*.', [
    ['Me', 'Hello.'],
    ['Me', 'Are you there?'],
    ['Bob', 'Yes.'],
  ])
  await sync(granola, sourceOf(), shelf)
  expect([...shelf.items.values()]).toMatchObject([
    {
      title: 'Meeting 1',
      text: '# Meeting 1\n\nDate: 2019-01-01 10:00 UTC\nAttendees: Ada (ada@example.org), bob@example.org\n\n## Summary\n\nWe *agreed*.\n\n## Transcript\n\n**Me:** Hello. Are you there?\n\n**Bob:** Yes.',
      metadata: {
        type: 'granola_note',
        owner: 'ada@example.org',
        attendees: ['ada@example.org', 'bob@example.org'],
        folders: ['Team'],
        startedAt: '2019-01-01T10:00:00Z',
      },
    },
  ])
})

test('a transcript that is too long for one answer is read in pages', async () => {
  server.mostInline = 3
  const note = server.note(
    1,
    'Long',
    Array.from({ length: 9 }, (_, n) => [n % 2 ? 'Me' : 'Bob', `Line ${n}`]),
  )
  await sync(granola, sourceOf(), shelf)
  expect(shelf.texts()).toEqual({ [note.id]: textOf(note) })
})

test('without transcripts only the summary is stored, and switching them on reads the notes again', async () => {
  fill(2)
  await sync(granola, sourceOf({ transcripts: false }), shelf)
  expect([...shelf.items.values()].every(({ text }) => !text.includes('Transcript'))).toBe(true)
  await sync(granola, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(expected())
})

test('a later run reads only new and changed notes, and removes deleted ones', async () => {
  server.maxPerPage = 3
  fill(10)
  await sync(granola, sourceOf(), shelf)
  const { reads } = shelf
  server.notes.delete('not_00000000000003')
  server.note(4, 'Changed')
  server.note(11, 'New')
  await sync(granola, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(expected())
  expect(shelf.reads - reads).toBe(2)
})

test('runs that are killed at ten random batches lose nothing and store nothing twice', async () => {
  server.maxPerPage = 2
  fill(41)
  expect(await killAtRandom(granola, sourceOf, shelf)).toBeGreaterThan(5)
  expect(shelf.texts()).toEqual(expected())
  expect(shelf.documents).toBe(41)
  for (let n = 1; n <= 41; n += 2) server.notes.delete(`not_${String(n).padStart(14, '0')}`)
  await killAtRandom(granola, sourceOf, shelf)
  expect(shelf.texts()).toEqual(expected())
})

test('a note that the list skips because another one was deleted meanwhile is kept', async () => {
  server.maxPerPage = 3
  fill(9)
  await sync(granola, sourceOf(), shelf)
  let pages = 0
  server.onRequest = ({ path }) => {
    // The cursor is an offset: the fourth note is now on the page that was read already.
    if (path === '/v1/notes' && ++pages === 2) server.notes.delete('not_00000000000001')
  }
  await sync(granola, sourceOf(), shelf)
  server.onRequest = undefined
  await sync(granola, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(expected())
  expect(shelf.documents).toBe(9)
})

describe('a failing Granola', () => {
  beforeEach(() => {
    server.maxPerPage = 5
    fill(23)
  })

  const failFrom = (nth: number, fault: ReturnType<NonNullable<GranolaServer['fault']>>) => {
    let seen = 0
    server.fault = ({ path }) => (path === '/v1/notes' && ++seen >= nth ? fault : undefined)
  }

  async function expectRecovery() {
    server.fault = undefined
    await sync(granola, sourceOf(), shelf)
    expect(shelf.texts()).toEqual(expected())
    expect(shelf.documents).toBe(23)
  }

  test.each([
    ['401 in the middle', { status: 401, body: {} }, 'auth_expired'],
    ['a storm of 503', { status: 503, body: {} }, 'provider_unavailable'],
    ['429 without an end', { status: 429, headers: { 'retry-after': '1' } }, 'rate_limited'],
    ['a page that breaks off', 'broken off' as const, 'provider_unavailable'],
    ['a page without notes', { status: 200, body: { hasMore: false } }, 'provider_unavailable'],
    [
      'a page that names no next one',
      { status: 200, body: { notes: [], hasMore: true } },
      'provider_unavailable',
    ],
    ['403', { status: 403, body: {} }, 'settings_invalid'],
  ])('with %s ends the run, and deletes and loses nothing', async (_, fault, code) => {
    failFrom(3, fault)
    await expect(run(granola, sourceOf(), shelf)).rejects.toMatchObject({ code })
    expect(shelf.items.size).toBe(10)
    await expectRecovery()
    failFrom(2, fault)
    await expect(run(granola, sourceOf(), shelf)).rejects.toMatchObject({ code })
    expect(shelf.texts()).toEqual(expected())
    await expectRecovery()
  })

  test('that asks to wait now and then is asked again', async () => {
    let asked = 0
    server.fault = () =>
      ++asked % 3 === 0 ? { status: 429, headers: { 'retry-after': '1' }, body: {} } : undefined
    await sync(granola, sourceOf(), shelf)
    expect(shelf.texts()).toEqual(expected())
  })
})

test('a failed note is asked for alone, and one that is gone is deleted', async () => {
  fill(3)
  await sync(granola, sourceOf(), shelf)
  server.notes.delete('not_00000000000002')
  server.note(3, 'Changed later').updatedAt += 1
  await refetch(granola, sourceOf(), shelf, ['not_00000000000002', 'not_00000000000003'])
  expect(shelf.texts()).toEqual(expected())
})
