import type { Connection, SyncRun } from '@reverie/sdk'
import { describe, expect, test } from 'vitest'
import { paceMs } from '../src/data/connection-state.ts'
import { syncHelpFor } from '../src/data/sync-help.ts'
import { connectionsView, connectionView, newConnectionView } from '../src/data/view.ts'
import { choiceOf, isNarrower, isSameChoice, pick } from '../src/pages/connection/choice.ts'
import {
  countWords,
  everyWords,
  needsAttention,
  nextRunOf,
  progressWords,
  stateOf,
} from '../src/pages/connections/connection-words.ts'
import { draftOf, faultsIn, faultsOf, fieldsOf, valueToSend } from '../src/parts/schema-form/form-fields.ts'

const run: SyncRun = {
  ...{
    id: 'r1',
    connectionId: 'c1',
    status: 'completed',
    triggerType: 'cron',
    error: null,
    errorMessage: null,
  },
  ...{ startedAt: '2026-06-02T16:20:00.000Z', completedAt: '2026-06-02T16:21:30.000Z', progress: null },
  ...{ itemsProcessed: 0, itemsFailed: 0, itemsUnchanged: 0, itemsDeleted: 0, itemsSkipped: 0 },
}

const connection: Connection = {
  ...{ id: 'c1', provider: 'rss', createdAt: run.startedAt, state: 'active', settings: {}, resources: null },
  ...{ everyMinutes: null, nextRunAt: '2026-06-02T17:20:00.000Z', isRunWaiting: false, lastSyncRun: run },
  eventsUrl: null,
  ...{ documentCount: 3, failureCount: 0, email: 'example.org', containerTags: ['blog'] },
}

describe('a form made from a schema', () => {
  const schema = {
    type: 'object',
    required: ['startUrl', 'token'],
    properties: {
      startUrl: {
        type: 'string',
        format: 'uri',
        description: 'The first page.',
        example: 'https://example.org',
      },
      maxPages: { type: 'integer', minimum: 1, maximum: 20_000, default: 1_000, title: 'Pages' },
      count: { type: 'integer', maximum: Number.MAX_SAFE_INTEGER },
      useSitemap: { type: 'boolean', default: true },
      security: { type: 'string', enum: ['tls', 'none'], default: 'tls' },
      kinds: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, default: ['a', 'b'] },
      include: { type: 'array', items: { type: 'string' }, default: [], example: ['*.md', 'docs'] },
      since: { type: 'string', format: 'date' },
      token: { type: 'string', format: 'password' },
      label: { anyOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }] },
      odd: { type: 'object' },
    },
  }
  const fields = fieldsOf(schema)
  const field = (name: string) => fields.find(each => each.name === name)!

  test('has a field of the right kind for each property', () => {
    expect(Object.fromEntries(fields.map(({ name, kind }) => [name, kind]))).toEqual({
      ...{ startUrl: 'text', maxPages: 'number', count: 'number', useSitemap: 'switch', security: 'choice' },
      ...{ kinds: 'choices', include: 'list', since: 'date', token: 'secret', label: 'text', odd: 'json' },
    })
    expect(field('startUrl')).toMatchObject({
      ...{ label: 'Start URL', placeholder: 'https://example.org', isRequired: true },
    })
    expect(field('maxPages')).toMatchObject({ label: 'Pages', least: 1, most: 20_000, isRequired: false })
    expect([field('count').most, field('label').maxLength]).toEqual([undefined, 9])
    expect(field('include').placeholder).toBe('*.md\ndocs')
    expect(fieldsOf(null)).toEqual([])
  })

  test('sends what was entered as the type of its field, and leaves out what the connector does anyway', () => {
    const draft = draftOf(fields)
    expect(valueToSend(fields, { ...draft, startUrl: ' https://example.org ', token: ' t ' })).toEqual({
      startUrl: 'https://example.org',
      token: ' t ',
    })
    const entered = {
      ...draft,
      maxPages: '7',
      useSitemap: false,
      kinds: ['b'],
      include: ['docs'],
      odd: '{"a":1}',
    }
    expect(valueToSend(fields, entered)).toEqual({
      ...{ maxPages: 7, useSitemap: false, kinds: ['b'], include: ['docs'], odd: { a: 1 } },
    })
    expect(valueToSend(fields, { ...draft, odd: '{' })).toEqual({ odd: '{' })
  })

  test('keeps a stored value that is the default, and shows stored values', () => {
    const stored = { startUrl: 'https://example.org', maxPages: 1_000 }
    expect(draftOf(fields, stored)).toMatchObject({ startUrl: 'https://example.org', maxPages: '1000' })
    expect(valueToSend(fields, draftOf(fields, stored), stored)).toEqual(stored)
  })

  test('finds the field of each fault that the server names', () => {
    const details = [
      'settings.startUrl: must be a URL',
      'settings.include.1: must begin with a slash',
      'credentials.token: is required',
      'containerTag: must be at most 100 characters',
      'settings: must be an object',
    ].join('\n')
    const faults = faultsOf({ code: 'request.invalid', details })
    expect(faultsIn(faults, 'settings')).toEqual({
      startUrl: 'Must be a URL.',
      include: 'Line 2 must begin with a slash.',
    })
    expect(faultsIn(faults, 'credentials')).toEqual({ token: 'Is required.' })
    expect(faults.containerTag).toBe('Must be at most 100 characters.')
    expect(faultsOf({ code: 'connection.check_failed', details: 'error: settings_invalid' })).toEqual({})
    expect(faultsOf(null)).toEqual({})
  })
})

describe('a connection in words', () => {
  test.each<[string, Partial<Connection>]>([
    ['Up to date', {}],
    ['Importing', { lastSyncRun: { ...run, status: 'running' } }],
    ['Starting', { isRunWaiting: true }],
    ['Failed', { lastSyncRun: { ...run, status: 'failed', error: 'source_gone' } }],
    ['Paused', { state: 'paused', lastSyncRun: { ...run, status: 'running' } }],
    ['Not authorized', { state: 'needs_authorization' }],
  ])('is %s', (label, change) => {
    expect(stateOf({ ...connection, ...change }).label).toBe(label)
  })

  test('is not authorized yet before its first run', () => {
    const { lastSyncRun: _, ...fresh } = connection
    expect(stateOf({ ...fresh, state: 'needs_authorization' })).toEqual({
      state: 'waiting',
      label: 'Not authorized yet',
    })
    expect(needsAttention({ ...fresh, state: 'needs_authorization' })).toBe(true)
    expect(needsAttention(connection)).toBe(false)
  })

  test('says when the next run comes, or why none does', () => {
    const now = Date.parse(run.startedAt)
    expect(nextRunOf(connection, now)).toEqual({ at: connection.nextRunAt })
    expect(nextRunOf(connection, now + 7_200_000)).toEqual({ words: 'now' })
    expect(nextRunOf({ ...connection, nextRunAt: null }, now)).toEqual({ words: 'when asked' })
    expect(nextRunOf({ ...connection, state: 'paused' }, now)).toEqual({ words: 'once resumed' })
  })

  test('counts what a run did, and how far it is', () => {
    expect(countWords({ ...run, itemsProcessed: 1_200, itemsFailed: 3, itemsUnchanged: 7 })).toBe(
      '1,200 added or changed · 3 failed · 7 unchanged',
    )
    expect(countWords(run)).toBe('nothing had changed')
    expect(countWords({ ...run, status: 'failed' })).toBe('')
    expect(progressWords({ ...run, progress: { seen: 340, total: 1_200 } })).toBe('340 of 1,200 items')
    expect(progressWords({ ...run, progress: { seen: 1, total: null } })).toBe('1 item')
    expect(progressWords(run)).toBeUndefined()
  })

  test.each([
    [0, 'only when asked'],
    [10, 'every 10 minutes'],
    [60, 'every hour'],
    [240, 'every 4 hours'],
    [1_440, 'every day'],
    [20_160, 'every 2 weeks'],
    [90, 'every 90 minutes'],
  ])('%d minutes are %s', (minutes, words) => {
    expect(everyWords(minutes)).toBe(words)
  })

  test('has the help of the docs for its errors', () => {
    expect(syncHelpFor('item_too_large')?.remedy).toContain('MAX_FILE_BYTES')
    expect([syncHelpFor(null), syncHelpFor('unheard_of')]).toEqual([undefined, undefined])
  })
})

test('a list is read again soon while something runs, and else when a run is planned', () => {
  const now = Date.parse(run.startedAt)
  expect(paceMs([connection, { ...connection, isRunWaiting: true }], now)).toBe(2_000)
  expect(paceMs([connection], now)).toBe(30_000)
  expect(paceMs([{ ...connection, nextRunAt: '2026-06-02T16:20:10.000Z' }], now)).toBe(10_000)
  expect(paceMs([{ ...connection, nextRunAt: '2026-06-02T16:00:00.000Z' }], now)).toBe(3_000)
  expect(paceMs([], now)).toBe(30_000)
})

describe('a choice of resources', () => {
  const all = choiceOf({ resources: null })
  const two = choiceOf({ resources: [{ id: 'a', name: 'A' }, { id: 'b' }] })

  test('is picked and taken back by id', () => {
    expect([...two.picked]).toEqual([
      ['a', 'A'],
      ['b', 'b'],
    ])
    expect(
      isSameChoice(pick(pick(two, { id: 'c', name: 'C' }, true), { id: 'c', name: 'C' }, false), two),
    ).toBe(true)
    expect(isSameChoice(all, { ...two, isAll: true })).toBe(true)
    expect(isSameChoice(all, two)).toBe(false)
  })

  test('is narrower when documents may have to go', () => {
    const onlyB = pick(two, { id: 'a', name: 'A' }, false)
    expect(isNarrower(two, all, 'everything')).toBe(true)
    expect(isNarrower(two, all, 'nothing')).toBe(false)
    expect(isNarrower(onlyB, two, 'everything')).toBe(true)
    expect(isNarrower(pick(two, { id: 'c', name: 'C' }, true), two, 'everything')).toBe(false)
    expect(isNarrower(all, two, 'everything')).toBe(false)
    expect(isNarrower(all, two, 'nothing')).toBe(true)
  })
})

test('addresses of connections keep what they know and drop the rest', () => {
  expect(connectionsView({ state: 'attention', q: 'x', provider: 'rss', other: 1 })).toEqual({
    ...{ state: 'attention', q: 'x', provider: 'rss' },
  })
  expect(connectionsView({ connection: 'c1', error: 'access_denied', state: 'odd' })).toEqual({
    connection: 'c1',
    error: 'access_denied',
  })
  expect(connectionView({ tab: 'failures', authorized: 'true' })).toEqual({
    tab: 'failures',
    authorized: true,
  })
  expect(newConnectionView({ provider: 'rss', q: '' })).toEqual({ provider: 'rss' })
})
