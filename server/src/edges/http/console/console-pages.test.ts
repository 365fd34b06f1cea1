import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ServedRoutes, serveRoutes } from '../../../../test/serve-routes.ts'
import { route } from '../../../platform/routing/route.ts'
import type { ConsoleFile } from './console-files.ts'
import { consoleSections } from './console-pages.ts'

const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'
const page = '<head><base href="./" /><script type="module" src="./assets/index-1.js"></script></head>'
const script = { contentType: 'text/javascript; charset=utf-8', plain: Buffer.from('plain') }

const documents = route({
  method: 'GET',
  path: '/v3/documents',
  access: 'anonymous',
  tag: 'documents',
  summary: 'List documents',
  response: z.object({}),
  handle: async () => ({}),
})

let server: ServedRoutes
beforeAll(async () => {
  const assets = new Map<string, ConsoleFile>([
    ['index-1.js', { ...script, br: Buffer.from('brotli'), gzip: Buffer.from('gzip') }],
    ['small-1.js', script],
  ])
  server = await serveRoutes([documents], { console: { page, assets } })
})
afterAll(() => server.drain(1000))

const open = (path: string, accept = browser) => server.send('GET', path, { key: null, headers: { accept } })

describe('a page of the console', () => {
  test.each([
    ['/', './'],
    ['/members', './'],
    ['/members?invite=true', './'],
    ['/documents/1CbgdhVREVkT2TV2Z8FYBo', '../'],
    ['/members/', '../'],
  ])('%s finds its files by the base %s, under any path of a proxy', async (path, base) => {
    const { status, text, headers } = await open(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).toContain(`<base href="${base}"`)
  })

  test('is served at every address of its router, so that a reload finds it', () => {
    const router = readFileSync(join(import.meta.dirname, '../../../../../console/src/router.tsx'), 'utf8')
    const sections = Array.from(router.matchAll(/\bpath: '\/([a-z-]+)/g), ([, section]) => section!)
    expect(sections).toContain('documents')
    expect(sections.filter(section => !consoleSections.includes(section))).toEqual([])
  })

  test('runs scripts of this server only, is not shown in frames, and is checked for a newer one', async () => {
    const { headers } = await open('/members')
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('is not the answer to a program, which gets 404 with a hint', async () => {
    const { status, json } = await open('/documents', '*/*')
    expect([status, json.code]).toEqual([404, 'route.not_found'])
    expect(json.details).toContain('/v3/documents')
  })

  test.each(['/nothing', '/documents/1/2', '/v3/nothing'])('%s is no page of it', async path => {
    expect((await open(path)).json.code).toBe('route.not_found')
  })
})

describe('a file of the console', () => {
  test('is kept for good by browsers, because its name changes with its content', async () => {
    const { headers, text } = await server.send('GET', '/assets/small-1.js', { key: null })
    expect(text).toBe('plain')
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('vary')).toBe('accept-encoding')
  })

  test('that is not there is 404', async () => {
    expect((await server.send('GET', '/assets/other.js', { key: null })).status).toBe(404)
    expect((await server.send('GET', '/assets/..%2Findex.html', { key: null })).status).toBe(404)
  })
})
