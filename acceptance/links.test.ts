import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, fetchableHost, get, newTag, post, request, until, untilDone } from './client.ts'

type Page = { status?: number; headers?: Record<string, string>; body?: string }

/** The pages of each path. Each page is served once, and the last one from then on. */
const site = new Map<string, Page[]>()
const visits: IncomingMessage[] = []
let server: Server
let origin: string

beforeAll(async () => {
  server = createServer((request, response) => {
    visits.push(request)
    const pages = site.get(request.url!) ?? [{ status: 404 }]
    const { status = 200, headers, body } = pages.length > 1 ? pages.shift()! : pages[0]!
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers })
    response.end(body)
  })
  server.listen(0, fetchableHost ?? '127.0.0.1')
  await once(server, 'listening')
  origin = `http://${fetchableHost}:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

let pages = 0
/** Serves the given pages at a new path and returns its URL. */
function place(...shown: Page[]): string {
  const path = `/page-${++pages}`
  site.set(path, shown)
  return `${origin}${path}`
}

const html = { 'content-type': 'text/html; charset=utf-8' }
const article = `<!doctype html><html lang="en"><head><title>Hedgehogs in winter</title>
<meta property="og:image" content="https://example.com/hedgehog.png"></head><body><nav>Home</nav><article>
<h1>Hedgehogs in winter</h1><p>The hedgehog sleeps under the oak from November to March.</p>
${'<p>In spring it wakes, thin and hungry, and looks for beetles in the evening.</p>'.repeat(10)}</article></body></html>`

/** Waits until the document has failed and returns its entry in the processing list. */
async function untilFailed(id: string, containerTag: string) {
  const list = () => get(`/v3/documents/processing?view=all&containerTag=${containerTag}`)
  const find = (documents: { id: string; status: string }[]) => documents.find(each => each.id === id)
  const { body } = await until(list, answer => find(answer.body.documents)?.status === 'failed')
  return find(body.documents)
}

describe.skipIf(!fetchableHost)('links', () => {
  test('LINK-1: a URL becomes a document with the text, title and image of its page', async () => {
    const url = place({ headers: html, body: article })
    const document = await untilDone(await add({ content: ` ${url} `, containerTag: newTag() }))
    expect(document).toMatchObject({
      type: 'webpage',
      url,
      title: 'Hedgehogs in winter',
      ogImage: 'https://example.com/hedgehog.png',
      source: 'api',
    })
    expect(document.content.trim()).toBe(url)
    expect(document.raw).toContain('sleeps under the oak')
    expect(document.raw).not.toContain('<p>')
  })

  test('LINK-2: the type of a link follows the bytes found, after redirects', async () => {
    const containerTag = newTag()
    const text = place({ body: 'Only words.' })
    const moved = place({ status: 302, headers: { location: text } })
    expect(await untilDone(await add({ content: moved, containerTag }))).toMatchObject({
      type: 'text',
      raw: 'Only words.',
      url: moved,
    })
    const page = place({ headers: { 'content-type': 'application/octet-stream' }, body: article })
    expect(await untilDone(await add({ content: page, containerTag }))).toMatchObject({ type: 'webpage' })
  })

  test('LINK-3: a URL with other words is stored as text and not fetched', async () => {
    const url = place({ body: 'Nobody asks for this.' })
    const content = `Look at ${url}`
    const document = await untilDone(await add({ content, containerTag: newTag() }))
    expect(document).toMatchObject({ content, type: 'text', url: null, raw: null })
    expect(visits.some(({ url: path }) => url.endsWith(path!))).toBe(false)
  })

  test('LINK-4: the server does not fetch addresses outside the public internet', async () => {
    const containerTag = newTag()
    const addresses = [
      ...[
        'http://127.0.0.2/',
        'http://10.0.0.1/',
        'http://169.254.169.254/latest/meta-data/',
        'http://[::1]/',
      ],
      ...['http://localhost:1/', 'http://0x7f000002/', origin.replace('://', '://user:word@')],
      place({ status: 302, headers: { location: 'http://192.168.0.1/' } }),
      place({ status: 302, headers: { location: 'file:///etc/passwd' } }),
    ]
    for (const content of addresses) {
      const failed = await untilFailed(await add({ content, containerTag }), containerTag)
      expect(failed, content).toMatchObject({ errorCode: 'fetch.blocked_address' })
    }
    const inside = await untilFailed(await add({ content: 'http://10.1.2.3/', containerTag }), containerTag)
    expect(inside).toMatchObject({ errorMessage: expect.stringContaining('FETCH_ALLOW') })
  })

  test('LINK-5: a link that cannot be fetched has the reason as its error code', async () => {
    const containerTag = newTag()
    const large = { headers: { 'content-length': '99000000' }, body: 'x' }
    for (const [page, errorCode] of [
      [{ status: 404 }, 'fetch.not_found'],
      [{ status: 410 }, 'fetch.not_found'],
      [large, 'fetch.too_large'],
      [{ status: 403 }, 'fetch.http_error'],
    ] as const) {
      const failed = await untilFailed(await add({ content: place(page), containerTag }), containerTag)
      expect(failed).toMatchObject({ errorCode, errorMessage: expect.any(String) })
    }
  })

  test('LINK-6: a fetch is retried after a server error, and not before Retry-After', async () => {
    const busy = { status: 503, headers: { 'retry-after': '2' } }
    const id = await add({ content: place({ status: 500 }, busy, { body: 'Here.' }), containerTag: newTag() })
    expect(await untilDone(id)).toMatchObject({ raw: 'Here.' })
    const [done, waited, failed] = (await get(`/v3/documents/${id}/attempts`)).body.attempts
    expect([done.outcome, waited.outcome, failed.outcome]).toEqual(['done', 'retry', 'retry'])
    expect(Date.parse(done.startedAt) - Date.parse(waited.endedAt)).toBeGreaterThanOrEqual(1_990)
  })

  test('LINK-7: the same link is fetched again, and only changed content makes a new revision', async () => {
    const content = place({ body: 'First.' }, { body: 'First.' }, { body: 'Second.' })
    const again = () => add({ content, containerTag, customId: 'link' })
    const containerTag = newTag()
    const id = await again()
    await untilDone(id)
    expect(await again()).toBe(id)
    expect(await untilDone(id)).toMatchObject({ raw: 'First.', latestRevision: 1 })
    await again()
    expect(await untilDone(id)).toMatchObject({ raw: 'Second.', latestRevision: 2 })
    expect(visits.filter(({ url }) => content.endsWith(url!))).toHaveLength(3)
  })

  test('LINK-8: file-url of a link downloads the fetched bytes', async () => {
    const document = await untilDone(
      await add({ content: place({ body: 'As it was.' }), containerTag: newTag() }),
    )
    const { url } = (await get(`/v3/documents/${document.id}/file-url`)).body
    expect(await (await fetch(url)).text()).toBe('As it was.')
  })

  test('LINK-9: batch items and the content of an update may be links', async () => {
    const containerTag = newTag()
    const documents = [place({ body: 'One.' }), { content: place({ body: 'Two.' }) }, 'Three.']
    const { results } = (await post('/v3/documents/batch', { documents, containerTag })).body
    const found = []
    for (const { id } of results) found.push((await untilDone(id)).raw)
    expect(found).toEqual(['One.', 'Two.', null])
    const { id } = results[2]
    const url = place({ body: 'Four.' })
    expect((await request('PATCH', `/v3/documents/${id}`, { content: url })).status).toBe(200)
    expect(await untilDone(id)).toMatchObject({ raw: 'Four.', url, content: url })
  })
})
