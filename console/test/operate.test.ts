import { describe, expect, test } from 'vitest'
import { helpFor } from '../src/data/error-help.ts'
import { connectView, processingView, requestsView } from '../src/data/view.ts'
import { isLoopback, readRequest, withKeys } from '../src/pages/connect/connect-request.ts'
import { changesOf, secretMask } from '../src/pages/settings/changes-of.ts'
import { byHour } from '../src/pages/usage/by-hour.ts'
import { topOf } from '../src/parts/line-chart.tsx'

describe('the log-in of plugins', () => {
  test.each([
    ['http://localhost:19876/callback', true],
    ['http://127.0.0.1:4000/callback?state=abc', true],
    ['http://[::1]:4000/callback', true],
    ['https://127.0.0.1:4000/callback', false],
    ['http://example.org/callback', false],
    ['http://127.0.0.1.example.org/callback', false],
    ['http://user:word@127.0.0.1/callback', false],
  ])('sends a key to %s: %s', (callback, isAllowed) => {
    expect(isLoopback(new URL(callback))).toBe(isAllowed)
    expect('refusal' in readRequest({ callback, client: 'codex' })).toBe(!isAllowed)
  })

  test('needs a client and a callback', () => {
    expect(readRequest({ client: 'codex' })).toHaveProperty('refusal')
    expect(readRequest({ callback: 'http://127.0.0.1:1/callback' })).toHaveProperty('refusal')
    expect(readRequest({ callback: 'nowhere', client: 'codex' })).toHaveProperty('refusal')
  })

  test('reads one client, or a list of them', () => {
    const callback = 'http://127.0.0.1:4000/callback'
    expect(readRequest({ callback, client: 'codex' })).toMatchObject({ clients: ['codex'], isList: false })
    expect(readRequest({ callback, clients: 'codex, cursor,codex' })).toMatchObject({
      clients: ['codex', 'cursor'],
      isList: true,
    })
  })

  test('returns several keys as base64url of JSON and keeps the state of the plugin', () => {
    const url = new URL(
      withKeys(new URL('http://127.0.0.1:4000/callback?state=abc'), {
        keys: { codex: 'sm_1_a', cursor: 'sm_2_b?>' },
        apiUrl: 'http://127.0.0.1:8787',
      }),
    )
    const keys = url.searchParams.get('keys')!
    expect(keys).toMatch(/^[\w-]+$/)
    expect(JSON.parse(Buffer.from(keys, 'base64url').toString())).toEqual({
      codex: 'sm_1_a',
      cursor: 'sm_2_b?>',
    })
    expect(url.searchParams.get('state')).toBe('abc')
    expect(url.searchParams.get('api_url')).toBe('http://127.0.0.1:8787')
  })

  test('reads a version that looks like a number', () => {
    expect(connectView({ client: 'codex', cli_version: 1.2 })).toEqual({
      client: 'codex',
      cli_version: '1.2',
    })
  })
})

describe('settings', () => {
  test('are saved only where they differ, and cleared where they are empty', () => {
    const stored = { filterPrompt: 'Only pets.', chunkSize: 900, excludeItems: ['salary'] }
    expect(
      changesOf(stored, { filterPrompt: '', chunkSize: 900, excludeItems: ['salary'], workspacePrompt: '' }),
    ).toEqual({ filterPrompt: null })
    expect(changesOf(stored, { excludeItems: [] })).toEqual({ excludeItems: null })
  })

  test('never send the mask of a secret', () => {
    expect(changesOf({}, { notionClientSecret: secretMask })).toEqual({})
    expect(changesOf({ notionClientSecret: secretMask }, { notionClientSecret: 'new' })).toEqual({
      notionClientSecret: 'new',
    })
  })
})

test('hours without requests count as none', () => {
  const hour = (at: string) => ({ hour: at, timestamp: Date.parse(at) })
  const figures = byHour({
    usage: { hourly: [{ ...hour('2026-05-14T10:00:00.000Z'), count: 7, avgDuration: 3 }] },
    errors: { hourly: [{ ...hour('2026-05-14T10:00:00.000Z'), count: 7, errorCount: 2, errorRate: 28.6 }] },
    span: { from: '2026-05-14T09:00:00.000Z', to: '2026-05-14T12:00:00.000Z' },
  })
  expect(figures.requests).toEqual([0, 7, 0])
  expect(figures.failures).toEqual([0, 2, 0])
})

test('an address keeps only what a page knows', () => {
  expect(processingView({ state: 'failed', code: 'extract.encrypted', more: 1 })).toEqual({
    state: 'failed',
    code: 'extract.encrypted',
  })
  expect(processingView({ state: 'lost' })).toEqual({})
  expect(requestsView({ status: 404, from: 'yesterday' })).toEqual({ status: '404' })
})

test('every processing error has a meaning and a remedy', () => {
  expect(helpFor('extract.encrypted')).toEqual({
    meaning: expect.any(String),
    remedy: expect.any(String),
  })
  expect(helpFor('no.such_code')).toBeUndefined()
  expect(helpFor(null)).toBeUndefined()
})

test('the scale of a chart ends at a round number that is not below the largest value', () => {
  expect([0, 1, 3, 7, 9.5, 41, 120, 0.31].map(topOf)).toEqual([1, 1, 4, 8, 10, 60, 200, 0.4])
})
