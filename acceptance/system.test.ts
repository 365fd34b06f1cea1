import { request as rawRequest } from 'node:http'
import { describe, expect, test } from 'vitest'
import { add, addDone, baseUrl, get, key, newTag, post, readDescription, request } from './client.ts'
import type { Operation } from './contract.ts'

const anonymous = { key: null }

describe('system', () => {
  test('SYS-1: GET /health returns ok', async () => {
    const { status, body } = await get('/health', anonymous)
    expect(status).toBe(200)
    expect(body).toEqual({ status: 'ok' })
  })

  test('SYS-2: GET /ready returns the state of each cell, and of a directory of its own', async () => {
    const { status, body } = await get('/ready', anonymous)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['checks', 'status'])
    expect(body.status).toBe('ready')
    const states = Object.values(body.checks)
    expect(states.length).toBeGreaterThan(0)
    for (const state of states) expect(state).toBe('ok')
    const { REVERIE_CELLS = states.length, REVERIE_DIRECTORY } = process.env
    if (REVERIE_DIRECTORY === 'apart') expect(body.checks).toHaveProperty('directory', 'ok')
    expect(states).toHaveLength(Number(REVERIE_CELLS) + (REVERIE_DIRECTORY === 'apart' ? 1 : 0))
  })

  test('SYS-3: GET /metrics returns Prometheus text without ids', async () => {
    const id = await add({ content: 'A text.', containerTag: newTag() })
    await get(`/v3/documents/${id}`)
    await get('/v3/documents/a-very-special-custom-id')
    await get('/a-very-special-path')
    const { status, headers, text } = await get('/metrics', anonymous)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    for (const line of text.split('\n').filter(line => line !== '')) {
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|[a-zA-Z_:][\w:]*(\{.*\})? \S+)$/)
    }
    expect(text).toContain('# TYPE reverie_http_request_duration_seconds histogram')
    expect(text).toMatch(
      /^reverie_http_request_duration_seconds_count\{[^}]*route="\/v3\/documents\/:id"[^}]*\} \d+/m,
    )
    for (const name of ['documents_processed_total', 'stage_duration_seconds', 'lane_runs_total']) {
      expect(text).toContain(`# TYPE reverie_${name} `)
    }
    const names = [...text.matchAll(/^(?:# (?:TYPE|HELP) )?([a-zA-Z_:][\w:]*)/gm)].map(match => match[1]!)
    expect(names.length).toBeGreaterThan(100)
    for (const name of names) expect(name).toMatch(/^reverie_/)
    expect(text).not.toContain(id)
    expect(text).not.toContain('a-very-special')
  })

  test('SYS-4: GET /openapi.json returns the description without a key', async () => {
    const { status, headers, body } = await get('/openapi.json', anonymous)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(body.info.title).toBe('Reverie')
    expect(body.components.schemas).toHaveProperty('ErrorResponse')
  })

  test('SYS-5: the page /docs loads nothing from other hosts', async () => {
    const { status, headers, text } = await get('/docs', anonymous)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/html/)
    expect(headers.get('content-security-policy')).toMatch(/default-src 'self'/)
    expect(text).not.toMatch(/(src|href)=["'](https?:)?\/\//)
    const parts = [...text.matchAll(/(?:src|href)=["']([^"']+)/g)].map(match => match[1]!)
    expect(parts.length).toBeGreaterThan(0)
    for (const part of parts) {
      const path = new URL(part, 'http://localhost/docs/').pathname
      expect((await get(path, anonymous)).status, path).toBe(200)
    }
    const { body } = await get('/docs/json', anonymous)
    expect(new URL(body.servers[0].url, 'http://localhost/docs/json').pathname).toBe('/')
  })

  test('SYS-8: the page at the root loads only from this server and works below a path prefix', async () => {
    const { status, headers, text } = await get('/', {
      key: null,
      headers: { accept: 'text/html,*/*;q=0.8' },
    })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = headers.get('content-security-policy')!
    expect(policy).toMatch(/^default-src 'none'; script-src ('self'|'sha256-[^']+');/)
    expect(policy).toContain("frame-ancestors 'none'")
    const named = [...text.matchAll(/<(?:a|link|script) [^>]*(?:href|src)="([^"]+)"/g)].map(
      match => match[1]!,
    )
    for (const link of named.filter(each => !each.startsWith('data:'))) {
      expect(new URL(link, 'http://localhost/below/').pathname).toMatch(/^\/below\/./)
      expect((await get(`/${link.replace(/^\.\//, '')}`, anonymous)).status, link).toBe(200)
    }
  })

  test('SYS-9: the start page returns JSON to a client that prefers it', async () => {
    const { status, headers, body } = await get('/', { key: null, headers: { accept: 'application/json' } })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('vary')).toBe('accept')
    const { info } = await readDescription()
    expect(body).toMatchObject({
      name: 'Reverie',
      version: info['x-product-version'],
      apiVersion: info.version,
    })
    for (const link of Object.values(body.links)) {
      expect((await get(`/${link}`, anonymous)).status, String(link)).toBe(200)
    }
  })
})

describe('headers of every response', () => {
  const entry = /^[\w-]+;dur=\d+(\.\d+)?$/
  const phases = (header: string | null) => (header ?? '').split(', ').map(part => part.split(';')[0])

  test('SYS-6: Server-Timing has the phases of a request, and callers without a key do not get it', async () => {
    const containerTag = newTag()
    // A search of a container without chunks ends before recall.
    await addDone({ content: 'Another text.', containerTag })
    const answers = {
      add: await post('/v3/documents', { content: 'A text.', containerTag }),
      search: await post('/v3/search', { q: 'text', containerTag }),
      list: await post('/v3/documents/list', {}),
      error: await get('/v3/documents/nothing'),
    }
    for (const { headers } of Object.values(answers)) {
      for (const part of headers.get('server-timing')!.split(', ')) expect(part).toMatch(entry)
      expect(phases(headers.get('server-timing')).at(-1)).toBe('total')
    }
    expect(phases(answers.add.headers.get('server-timing'))).toEqual(['add', 'total'])
    const ofSearch = phases(answers.search.headers.get('server-timing'))
    expect(ofSearch).toEqual(['understand', 'recall', 'tokens', 'read', 'total'])
    for (const path of ['/health', '/v3/documents/processing', '/v3/nothing'])
      expect((await get(path, anonymous)).headers.get('server-timing'), path).toBeNull()
  })

  test('SYS-30: JSON responses forbid caching and content sniffing', async () => {
    const answers = [
      await post('/v3/documents/list', {}),
      await post('/v3/auth/scoped-key', { containerTag: newTag() }),
      await post('/v3/search', { q: 1 }),
      await get('/v3/documents/nothing'),
      await get('/v3/documents/nothing', anonymous),
      await get('/v3/nothing', anonymous),
      await get('/health', anonymous),
      await get('/openapi.json', anonymous),
    ]
    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('SYS-32: pages of a listed origin may call the API, and pages of other origins may not', async () => {
    const asked = (origin: string) =>
      request('OPTIONS', '/v3/search', undefined, {
        key: null,
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    // The suite's own server lists this origin. Another server may list none.
    const listed = await asked('https://app.example.org')
    if (listed.status === 204) {
      expect(listed.headers.get('access-control-allow-origin')).toBe('https://app.example.org')
      expect(listed.headers.get('access-control-allow-credentials')).toBeNull()
      const answer = await get('/v3/session', { headers: { origin: 'https://app.example.org' } })
      expect(answer.headers.get('access-control-expose-headers')).toMatch(/www-authenticate.*retry-after/)
    }
    const other = await asked('https://evil.example')
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([405, null])
  })

  test('SYS-33: a traceparent header changes no answer, and a malformed one is ignored', async () => {
    const tag = newTag()
    await addDone({ content: 'Ada plays the viola.', containerTag: tag })
    const body = { q: 'Which instrument does Ada play?', containerTags: [tag] }
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    for (const value of [traceparent, '00-0-0-01', 'ff', 'x'.repeat(4_000)]) {
      const answer = await post('/v3/search', body, { headers: { traceparent: value } })
      expect(answer.status, value.slice(0, 60)).toBe(200)
      expect(answer.body.results).toHaveLength(1)
      expect(answer.headers.get('x-request-id')).not.toBe(value)
    }
  })

  test('SYS-34: a list shows each write as soon as it was answered', async () => {
    const containerTag = newTag()
    const listed = async () => {
      const { status, body } = await post('/v3/documents/list', { containerTags: [containerTag] })
      expect(status).toBe(200)
      return body.memories as { id: string; metadata: unknown }[]
    }
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      ids.push(await add({ content: `Line ${i}.`, containerTag }))
      expect((await listed()).map(({ id }) => id).sort()).toEqual(ids.toSorted())
    }
    await request('PATCH', `/v3/documents/${ids[0]}`, { metadata: { colour: 'red' } })
    expect((await listed()).find(({ id }) => id === ids[0])?.metadata).toEqual({ colour: 'red' })
    await request('DELETE', `/v3/documents/${ids[0]}`)
    expect((await listed()).map(({ id }) => id).sort()).toEqual(ids.slice(1).sort())
  })

  test('SYS-31: URLs in responses never use the Host header of the request', async () => {
    const form = new FormData()
    form.append('file', new Blob(['A file.']), 'note.txt')
    form.append('containerTag', newTag())
    const encoded = new Response(form)
    const { body } = await post('/v3/documents/file', undefined, {
      raw: new Uint8Array(await encoded.arrayBuffer()),
      headers: { 'content-type': encoded.headers.get('content-type')! },
    })
    const url = new URL(baseUrl)
    const askedAs = (headers: Record<string, string>) =>
      new Promise<string>((resolve, reject) => {
        const path = `/v3/documents/${body.id}/file-url`
        const sent = { ...headers, authorization: `Bearer ${key}` }
        rawRequest({ host: url.hostname, port: url.port, path, headers: sent }, async response => {
          let read = ''
          for await (const piece of response) read += piece
          resolve(JSON.parse(read).url)
        })
          .on('error', reject)
          .end()
      })
    const usual = (await get(`/v3/documents/${body.id}/file-url`)).body.url
    // The suite's own server has no PUBLIC_URL. Another one may be reached at another address than it names.
    if (process.env.REVERIE_CELLS) expect(usual).toMatch(new RegExp(`^${RegExp.escape(baseUrl)}/`))
    expect((await fetch(usual)).status).toBe(200)
    for (const headers of [
      { host: 'evil.example' },
      { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { host: url.host, 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
      { host: `evil.example:${url.port}` },
      { host: `${url.hostname}.evil.example` },
      { host: `evil.example/${url.host}` },
    ])
      expect(new URL(await askedAs(headers)).origin, JSON.stringify(headers)).toBe(new URL(usual).origin)
  })

  test('SYS-7: every response has x-request-id', async () => {
    const seen = new Set<string>()
    for (const path of [
      '/',
      '/health',
      '/ready',
      '/metrics',
      '/openapi.json',
      '/docs',
      '/v3/nothing',
      '/v3/documents/none',
    ]) {
      const { headers } = await get(path)
      expect(headers.get('x-request-id'), path).toMatch(/^[\w.-]{1,64}$/)
      seen.add(headers.get('x-request-id')!)
    }
    expect(seen.size).toBe(8)
    const { headers } = await get('/health', { headers: { 'x-request-id': 'mine-1' } })
    expect(headers.get('x-request-id')).toBe('mine-1')
  })
})

describe('versions', () => {
  test('VER-1: the description is OpenAPI 3.1 of interface version 3.0.0', async () => {
    const { openapi, info } = await readDescription()
    expect(openapi).toMatch(/^3\.1\./)
    expect(info.version).toBe('3.0.0')
  })

  test('VER-2: every path starts with its generation', async () => {
    for (const path of Object.keys((await readDescription()).paths)) expect(path).toMatch(/^\/v[1-4]\//)
  })

  test('VER-3: the server implements every operation in the description', async () => {
    for (const [template, operations] of Object.entries((await readDescription()).paths)) {
      for (const method of Object.keys(operations)) {
        const path = template.replaceAll(/\{\w+\}/g, 'no-such-document')
        const { body } = await request(method.toUpperCase(), path)
        expect(body?.code, `${method} ${template}`).not.toBe('route.not_found')
      }
    }
  })

  test('VER-4: containerTags is marked deprecated', async () => {
    const { paths } = await readDescription()
    const bodyOf = (path: string) => paths[path]!.post!.requestBody!.content['application/json']!.schema
    for (const path of ['/v3/documents', '/v3/documents/list', '/v3/search']) {
      expect(bodyOf(path)).toMatchObject({ properties: { containerTags: { deprecated: true } } })
    }
    const document = paths['/v3/documents/{id}']!.get!.responses['200']!.content!['application/json']!.schema
    expect(document).toMatchObject({ properties: { containerTags: { deprecated: true } } })
  })

  test('VER-5: the description begins with the first steps and gives the versions of product and interface', async () => {
    const { info } = await readDescription()
    const steps = [
      '## Authenticate',
      '## The first three calls',
      '/v3/documents',
      '/v3/search',
      '/v4/profile',
    ]
    const places = steps.map(step => info.description.indexOf(step))
    expect(places[0]).toBeGreaterThan(0)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(info['x-product-version']).toMatch(/^\d+\.\d+\.\d+/)
    expect(info.description).toContain(`version ${info['x-product-version']} of Reverie`)
  })

  test('VER-6: every operation has a description, examples and its error codes', async () => {
    for (const [path, operations] of Object.entries((await readDescription()).paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const name = `${method} ${path}`
        expect(operation.summary, name).toMatch(/^[A-Z][^.]+$/)
        expect(operation.description, name).toMatch(/\.$|"$/)
        for (const { 'application/json': json } of bodiesOf(operation))
          if (json) expect(json.example, name).toBeDefined()
        for (const [status, { description }] of Object.entries(operation.responses))
          if (Number(status) >= 400)
            expect(description, `${name} ${status}`).toMatch(/`[a-z_]+(\.[a-z_]+)?`: /)
      }
    }
  })
})

function bodiesOf({ requestBody, responses }: Operation) {
  return [requestBody, ...Object.values(responses)].flatMap(body => (body?.content ? [body.content] : []))
}
