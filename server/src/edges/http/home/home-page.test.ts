import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type ServedRoutes, serveRoutes } from '../../../../test/serve-routes.ts'
import { route } from '../../../platform/routing/route.ts'
import { prefersJson } from './home-page.ts'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8'

// One route is enough: the server publishes an API description only if it has routes.
const about = route({
  method: 'GET',
  path: '/v3/about',
  access: 'anonymous',
  tag: 'about',
  summary: 'Get something',
  response: z.object({}),
  handle: async () => ({}),
})

let server: ServedRoutes
beforeAll(async () => {
  server = await serveRoutes([about], { console: null })
})
afterAll(() => server.drain(1000))

const open = (accept?: string) =>
  server.send('GET', '/', { key: null, headers: accept === undefined ? {} : { accept } })

test('the home page allows exactly its own style and script by their hashes', async () => {
  const { status, headers, text } = await open(browser)
  expect(status).toBe(200)
  const hashOf = (tag: string) => {
    const [, inner] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(text)!
    return `${tag}-src 'sha256-${createHash('sha256').update(inner!).digest('base64')}'`
  }
  const policy = headers.get('content-security-policy')!.split('; ')
  expect(policy).toContain(hashOf('style'))
  expect(policy).toContain(hashOf('script'))
  expect(policy).toContain("default-src 'none'")
  expect(policy.join(' ')).not.toContain('unsafe')
  expect(text).not.toMatch(/\son\w+=|\sstyle=|\ssrc=/)
})

test('the home page names both versions and leaves no placeholder', async () => {
  const manifest = readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8')
  const { text } = await open(browser)
  expect(text).toContain(`Reverie <span>${JSON.parse(manifest).version}</span>`)
  expect(text).toContain('API version <span>3.0.0</span>')
  expect(text).not.toContain('__')
})

test('every link of the home page is relative, so it works below a path prefix, and leads to a page', async () => {
  const { text } = await open(browser)
  const links = [...text.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, link]) => link!)
  expect(links.length).toBeGreaterThan(4)
  for (const link of links) {
    expect(link).toMatch(/^[a-z]/)
    expect([link, (await server.send('GET', `/${link}`, { key: null })).status]).toEqual([link, 200])
  }
})

test('the first requests on the home page name the address at which it was opened', async () => {
  const { text } = await open(browser)
  expect(text.split(`<b data-address>${server.url}</b>/v`)).toHaveLength(4)
})

test('a Host header that is no host name does not appear in the home page', async () => {
  const host = '"><script>alert(1)</script>'
  const text = await new Promise<string>((resolve, reject) => {
    request(server.url, { headers: { host, accept: browser } }, async response => {
      resolve((await response.toArray()).join(''))
    })
      .on('error', reject)
      .end()
  })
  expect(text).not.toContain('alert(1)')
})

test('a client that prefers JSON gets the facts of the home page as JSON', async () => {
  const { headers, json } = await open('application/json')
  expect(headers.get('vary')).toBe('accept')
  expect(headers.get('content-security-policy')).toBeNull()
  expect(json).toMatchObject({ name: 'Reverie', apiVersion: '3.0.0', links: { docs: 'docs/' } })
})

test.each([
  [undefined, false],
  ['*/*', false],
  [browser, false],
  ['application/json', true],
  ['Application/JSON; charset=utf-8', true],
  ['application/json, text/plain, */*', true],
  ['text/html, application/json', false],
  ['text/html;q=0.5, application/json', true],
  ['application/json;q=0', false],
])('Accept %s prefers JSON: %s', (accept, expected) => {
  expect(prefersJson(accept)).toBe(expected)
})

test('an unknown path next to the home page is still 404 as JSON', async () => {
  const { status, json } = await server.send('GET', '/nothing', { key: null, headers: { accept: browser } })
  expect([status, json.code]).toEqual([404, 'route.not_found'])
})
