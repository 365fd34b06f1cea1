import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generatedFiles } from '../src/edges/cli/generate.ts'
import { apiRoutes } from '../src/edges/http/routes.ts'
import { createKey } from '../src/features/keys/create-organization.ts'
import { mintKey } from '../src/features/keys/key-value.ts'
import { encodeId, newId } from '../src/platform/lib/ids.ts'
import type { Access } from '../src/platform/routing/route.ts'
import { startTestServer, type TestServer } from './harness.ts'

/**
 * The access rule of every route, repeated here on purpose: a new route or a changed rule fails until it is listed
 * here. `scoped` admits every key, `organization` refuses keys limited to a container.
 */
const policy: Record<string, Access> = {
  'POST /v3/documents': 'scoped',
  'POST /v3/documents/batch': 'scoped',
  'POST /v3/documents/file': 'scoped',
  'POST /v3/documents/documents': 'scoped',
  'DELETE /v3/documents/bulk': 'scoped',
  'PATCH /v3/documents/:id': 'scoped',
  'GET /v3/documents/:id/chunks': 'scoped',
  'GET /v3/documents/:id/file-url': 'scoped',
  'GET /v3/files/:token': 'anonymous',
  'POST /v3/memories': 'scoped',
  'POST /v3/memories/list': 'scoped',
  'POST /v3/memories/file': 'scoped',
  'GET /v3/memories/:id': 'scoped',
  'PATCH /v3/memories/:id': 'scoped',
  'DELETE /v3/memories/:id': 'scoped',
  'POST /v3/documents/list': 'scoped',
  'GET /v3/documents/processing': 'scoped',
  'GET /v3/documents/:id': 'scoped',
  'DELETE /v3/documents/:id': 'scoped',
  'GET /v3/documents/:id/attempts': 'scoped',
  'GET /v3/documents/:id/events': 'scoped',
  'POST /v3/documents/:id/retry': 'scoped',
  'POST /v3/documents/reprocess': 'scoped',
  'POST /v3/documents/retry': 'scoped',
  'POST /v4/conversations': 'organization',
  'POST /v4/memories': 'scoped',
  'PATCH /v4/memories': 'scoped',
  'DELETE /v4/memories': 'scoped',
  'GET /v4/memories/:id': 'scoped',
  'POST /v4/memories/:id/undo': 'scoped',
  'POST /v4/memories/list': 'scoped',
  'POST /v4/memories/forget-matching': 'scoped',
  'POST /v4/profile': 'scoped',
  'POST /v4/profile/buckets': 'scoped',
  'POST /v2/search': 'organization',
  'POST /v3/search': 'scoped',
  'POST /v4/search': 'scoped',
  'POST /v3/auth/scoped-key': 'organization',
  'DELETE /v3/auth/scoped-key/:id': 'organization',
  'GET /v3/auth/keys': 'organization',
  'GET /v3/session': 'scoped',
  'GET /v3/settings': 'organization',
  'PATCH /v3/settings': 'organization',
  'PUT /v2/settings': 'organization',
  'GET /v3/golden-questions': 'organization',
  'POST /v3/golden-questions': 'organization',
  'DELETE /v3/golden-questions/:id': 'organization',
  'GET /v3/erasures/:id': 'scoped',
  'GET /v3/analytics/usage': 'organization',
  'GET /v3/analytics/errors': 'organization',
  'GET /v3/analytics/chat': 'organization',
  'GET /v3/container-tags/list': 'organization',
  'GET /v3/container-tags/:tag': 'organization',
  'PATCH /v3/container-tags/:tag': 'organization',
  'DELETE /v3/container-tags/:tag': 'organization',
  'POST /v3/container-tags/merge': 'organization',
  'GET /v3/container-tags/merge/:id': 'organization',
  'GET /v3/container-tags/:tag/inferred': 'organization',
  'POST /v3/container-tags/:tag/inferred/:memoryId/review': 'organization',
  'GET /v3/projects': 'organization',
  'POST /v3/projects': 'organization',
  'DELETE /v3/projects/:id': 'organization',
  'POST /v3/connections/list': 'organization',
  'POST /v3/connections/:id': 'organization',
  'GET /v3/connections/:id': 'organization',
  'DELETE /v3/connections/:id': 'organization',
  'POST /v3/connections/:provider/connection': 'organization',
  'POST /v3/connections/:provider/import': 'organization',
  'POST /v3/connections/:provider/documents': 'organization',
  'GET /v3/connections/:id/resources': 'organization',
  'POST /v3/connections/:id/configure': 'organization',
  'GET /v3/connections/:id/sync-runs': 'organization',
}

/** Pages outside the route table, for operators and readers of the API description. They show no data of any organization. */
const open = ['/', '/health', '/ready', '/metrics', '/openapi.json', '/docs', '/docs/']

// The handlers are never called, so they need no app.
const routes = apiRoutes({} as never)
const listed = routes.map(({ method, path, access }) => ({ name: `${method} ${path}`, method, path, access }))

test('every route has the access of this list, and the list has no other route', () => {
  const found = Object.fromEntries(listed.map(({ name, access }) => [name, access]))
  expect(found).toEqual(policy)
  expect(listed.length, 'a route that is there twice').toBe(Object.keys(found).length)
})

describe('over HTTP', () => {
  let server: TestServer
  let scopedKey: string

  beforeAll(async () => {
    server = await startTestServer({ worker: false })
    const { id, value } = await createKey(
      server.app.cells.directory,
      server.client.organization.id,
      'one container',
    )
    await server.databases[0]!.admin.query(
      `update directory.keys set container_tag = 'user_1' where id = $1`,
      [id],
    )
    scopedKey = value
  })
  afterAll(() => server.close())

  /** Sends a request whose body is not even JSON, because the caller must be known before the body is read. */
  async function call(method: string, path: string, headers: Record<string, string> = {}): Promise<string> {
    const target = path.replaceAll(/:\w+/g, encodeId(newId(0)))
    const response = await fetch(`${server.url}${target}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: '{' }),
    })
    const body = (await response.json().catch(() => undefined)) as { code?: string } | undefined
    return `${response.status} ${body?.code ?? ''}`.trim()
  }

  const known = listed.filter(({ access }) => access !== 'anonymous')

  test.each(known)('$name without a key answers 401', async ({ method, path }) => {
    expect(await call(method, path)).toBe('401 auth.missing_key')
    expect(await call(method, path, { authorization: 'Basic dXNlcjpwYXNz' })).toBe('401 auth.missing_key')
    expect(await call(method, path, { 'x-api-key': '' })).toBe('401 auth.missing_key')
  })

  test.each(known)('$name with a wrong key answers 401', async ({ method, path }) => {
    const unknown = mintKey().value
    const altered = server.client.key.replace(/.$/, last => (last === '0' ? '1' : '0'))
    for (const key of [unknown, altered, 'sm_', 'undefined']) {
      expect(await call(method, path, { authorization: `Bearer ${key}` })).toBe('401 auth.invalid_key')
      expect(await call(method, path, { 'x-api-key': key })).toBe('401 auth.invalid_key')
    }
  })

  test.each(known)("$name with the organization's key passes authentication", async ({ method, path }) => {
    for (const headers of [
      { authorization: `Bearer ${server.client.key}` },
      { 'x-api-key': server.client.key },
    ])
      expect(await call(method, path, headers)).not.toMatch(/^(401|403|5)/)
  })

  test.each(known)('$name with a scoped key answers as the list says', async ({ method, path, access }) => {
    const answer = await call(method, path, { authorization: `Bearer ${scopedKey}` })
    if (access === 'organization') expect(answer).toBe('403 auth.forbidden')
    else expect(answer).not.toMatch(/^(401|403|5)/)
  })

  test.each(open)('GET %s needs no key', async path => {
    expect((await fetch(`${server.url}${path}`)).status).toBe(200)
  })
})

describe('generated files', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

  test.each(Object.keys(generatedFiles()))('%s is up to date (otherwise: npm run generate)', path => {
    expect(read(path)).toBe(generatedFiles()[path])
  })

  test.each(listed)(
    'docs/openapi.json describes $name and says whether it needs a key',
    ({ method, path, access }) => {
      const document = JSON.parse(read('docs/openapi.json'))
      const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(operation).toBeDefined()
      expect(operation.security ?? document.security).toEqual(
        access === 'anonymous' ? [] : [{ bearer: [] }, { apiKey: [] }],
      )
    },
  )
})
