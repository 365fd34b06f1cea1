import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generatedFiles } from '../src/edges/cli/generate.ts'
import { openapiPath } from '../src/edges/http/openapi.ts'
import { apiRoutes } from '../src/edges/http/routes.ts'
import { createKey } from '../src/features/keys/create-organization.ts'
import { mintKey } from '../src/features/keys/key-value.ts'
import { type Role, reaches, roles } from '../src/platform/access/roles.ts'
import { encodeId, newId } from '../src/platform/lib/ids.ts'
import { type Access, roleOf } from '../src/platform/routing/route.ts'
import { type Browser, signUpMember, signUpOwner } from './browser.ts'
import { startTestServer, type TestServer } from './harness.ts'

/**
 * The access rule of every route, repeated here on purpose: a new route or a changed rule fails until it is listed
 * here. `scoped` admits every key, `organization` refuses keys limited to a container, `person` refuses keys. The second
 * word is the role that a person needs who has signed in.
 */
const policy: Record<string, `${Access} ${Role}` | 'anonymous'> = {
  'POST /v3/documents': 'scoped member',
  'POST /v3/documents/batch': 'scoped member',
  'POST /v3/documents/file': 'scoped member',
  'POST /v3/documents/documents': 'scoped viewer',
  'POST /v3/documents/documents/by-ids': 'scoped viewer',
  'POST /v3/documents/documents/facets': 'scoped viewer',
  'POST /v3/graph': 'scoped viewer',
  'DELETE /v3/documents/bulk': 'scoped member',
  'PATCH /v3/documents/:id': 'scoped member',
  'GET /v3/documents/:id/chunks': 'scoped viewer',
  'GET /v3/documents/:id/file-url': 'scoped viewer',
  'GET /v3/files/:token': 'anonymous',
  'POST /v3/memories': 'scoped member',
  'POST /v3/memories/list': 'scoped viewer',
  'POST /v3/memories/file': 'scoped member',
  'GET /v3/memories/:id': 'scoped viewer',
  'PATCH /v3/memories/:id': 'scoped member',
  'DELETE /v3/memories/:id': 'scoped member',
  'POST /v3/documents/list': 'scoped viewer',
  'GET /v3/documents/processing': 'scoped viewer',
  'GET /v3/documents/:id': 'scoped viewer',
  'DELETE /v3/documents/:id': 'scoped member',
  'GET /v3/documents/:id/attempts': 'scoped viewer',
  'GET /v3/documents/:id/events': 'scoped viewer',
  'POST /v3/documents/:id/retry': 'scoped member',
  'POST /v3/documents/reprocess': 'scoped member',
  'POST /v3/documents/retry': 'scoped member',
  'POST /v4/conversations': 'organization member',
  'POST /v4/memories': 'scoped member',
  'PATCH /v4/memories': 'scoped member',
  'DELETE /v4/memories': 'scoped member',
  'GET /v4/memories/:id': 'scoped viewer',
  'POST /v4/memories/:id/undo': 'scoped member',
  'POST /v4/memories/list': 'scoped viewer',
  'POST /v4/memories/forget-matching': 'scoped member',
  'POST /v4/profile': 'scoped viewer',
  'POST /v4/profile/buckets': 'scoped viewer',
  'POST /v2/search': 'organization viewer',
  'POST /v3/search': 'scoped viewer',
  'POST /v4/search': 'scoped viewer',
  'POST /v3/auth/scoped-key': 'organization admin',
  'DELETE /v3/auth/scoped-key/:id': 'organization admin',
  'GET /v3/auth/keys': 'organization admin',
  'POST /v3/auth/keys': 'organization admin',
  'DELETE /v3/auth/keys/:id': 'organization admin',
  'GET /v3/auth/options': 'anonymous',
  'POST /v3/auth/sign-in': 'anonymous',
  'POST /v3/auth/invitation': 'anonymous',
  'POST /v3/auth/join': 'anonymous',
  'POST /v3/auth/reset-password': 'anonymous',
  'POST /v3/auth/sign-out': 'person viewer',
  'GET /v3/auth/sessions': 'person viewer',
  'DELETE /v3/auth/sessions/:id': 'person viewer',
  'POST /v3/auth/password': 'person viewer',
  'POST /v3/auth/oidc/start': 'anonymous',
  'GET /v3/auth/oidc/callback': 'anonymous',
  'GET /v3/members': 'organization viewer',
  'PATCH /v3/members/:id': 'organization admin',
  'DELETE /v3/members/:id': 'organization admin',
  'GET /v3/invitations': 'organization admin',
  'POST /v3/invitations': 'organization admin',
  'DELETE /v3/invitations/:id': 'organization admin',
  'GET /v3/audit': 'organization admin',
  'GET /v3/overview': 'organization viewer',
  'GET /v3/overview/events': 'organization viewer',
  'GET /v3/session': 'scoped viewer',
  'GET /v3/settings': 'organization viewer',
  'PATCH /v3/settings': 'organization admin',
  'PUT /v2/settings': 'organization admin',
  'GET /v3/golden-questions': 'organization viewer',
  'GET /v3/golden-questions/comparison': 'organization viewer',
  'POST /v3/golden-questions': 'organization member',
  'DELETE /v3/golden-questions/:id': 'organization member',
  'GET /v3/erasures/:id': 'scoped viewer',
  'POST /v3/exports': 'scoped admin',
  'GET /v3/exports': 'scoped admin',
  'GET /v3/exports/:id': 'scoped admin',
  'GET /v3/exports/:id/file': 'scoped admin',
  'DELETE /v3/exports/:id': 'scoped admin',
  'POST /v3/imports': 'scoped member',
  'POST /v3/imports/:id/parts': 'scoped member',
  'POST /v3/imports/:id/start': 'scoped member',
  'GET /v3/imports': 'scoped viewer',
  'GET /v3/imports/:id': 'scoped viewer',
  'GET /v3/auth/key': 'person viewer',
  'GET /v3/auth/plugins': 'organization viewer',
  'GET /v3/oauth/grants': 'organization viewer',
  'DELETE /v3/oauth/grants/:id': 'organization viewer',
  'GET /v3/oauth/clients': 'organization admin',
  'POST /v3/oauth/clients': 'person admin',
  'GET /v3/oauth/clients/:id': 'person viewer',
  'DELETE /v3/oauth/clients/:id': 'organization admin',
  'POST /v3/oauth/consent': 'person viewer',
  'GET /v3/analytics/usage': 'organization viewer',
  'GET /v3/analytics/errors': 'organization viewer',
  'GET /v3/analytics/chat': 'organization viewer',
  'GET /v3/analytics/requests': 'organization admin',
  'GET /v3/analytics/latency': 'organization viewer',
  'GET /v3/analytics/spending': 'organization viewer',
  'GET /v3/container-tags/list': 'organization viewer',
  'GET /v3/container-tags/:tag': 'organization viewer',
  'PATCH /v3/container-tags/:tag': 'organization admin',
  'DELETE /v3/container-tags/:tag': 'organization admin',
  'POST /v3/container-tags/merge': 'organization admin',
  'GET /v3/container-tags/merge/:id': 'organization viewer',
  'GET /v3/container-tags/:tag/inferred': 'organization viewer',
  'POST /v3/container-tags/:tag/inferred/:memoryId/review': 'organization member',
  'GET /v3/projects': 'organization viewer',
  'POST /v3/projects': 'organization member',
  'DELETE /v3/projects/:id': 'organization admin',
  'GET /v3/webhooks': 'organization admin',
  'POST /v3/webhooks': 'organization admin',
  'GET /v3/webhooks/:id': 'organization admin',
  'PATCH /v3/webhooks/:id': 'organization admin',
  'DELETE /v3/webhooks/:id': 'organization admin',
  'POST /v3/webhooks/:id/rotate-secret': 'organization admin',
  'POST /v3/webhooks/:id/test': 'organization admin',
  'GET /v3/webhooks/:id/deliveries': 'organization admin',
  'POST /v3/webhooks/:id/replay': 'organization admin',
  'GET /v3/connections/providers': 'organization viewer',
  'POST /v3/connections/list': 'organization viewer',
  'POST /v3/connections/:id': 'organization admin',
  'GET /v3/connections/:id': 'organization viewer',
  'PATCH /v3/connections/:id': 'organization admin',
  'DELETE /v3/connections/:id': 'organization admin',
  'POST /v3/connections/:provider/connection': 'organization viewer',
  'POST /v3/connections/:provider/import': 'organization admin',
  'POST /v3/connections/:provider/documents': 'organization viewer',
  'GET /v3/connections/:id/resources': 'organization viewer',
  'POST /v3/connections/:id/configure': 'organization admin',
  'GET /v3/connections/:id/sync-runs': 'organization viewer',
  'GET /v3/connections/:id/failures': 'organization viewer',
  'POST /v3/connections/:id/failures/retry': 'organization admin',
  'POST /v3/connections/:id/test': 'organization admin',
  'POST /v3/connections/:id/authorize': 'organization admin',
  'GET /v3/connections/auth/callback/:provider': 'anonymous',
  'POST /v3/connections/webhook/:id': 'anonymous',
  'POST /v1/chat/completions': 'scoped viewer',
  'POST /v1/messages': 'scoped viewer',
  'POST /v3/https://:host/*': 'scoped viewer',
  'POST /v3/http://:host/*': 'scoped viewer',
}

/** Pages outside the route table, for operators and readers of the API description. They show no data of any organization. */
const open = ['/', '/health', '/ready', '/metrics', '/openapi.json', '/docs', '/docs/']

// The handlers are never called, so they need no app.
const routes = apiRoutes({} as never)
const listed = routes.map(({ method, path, access, role, keyHeaders }) => ({
  keyHeaders,
  name: `${method} ${path}`,
  method,
  path,
  access,
  role: roleOf({ method, ...(role && { role }) }),
}))

test('every route has the access of this list, and the list has no other route', () => {
  const found = Object.fromEntries(
    listed.map(({ name, access, role }) => [name, access === 'anonymous' ? access : `${access} ${role}`]),
  )
  expect(found).toEqual(policy)
  expect(listed.length, 'a route that is there twice').toBe(Object.keys(found).length)
})

describe('over HTTP', () => {
  let server: TestServer
  let scopedKey: string

  beforeAll(async () => {
    // A request that is admitted must not leave this machine.
    server = await startTestServer({ worker: false, config: { ROUTER_PROVIDERS: 'none' } })
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
    const target = path.replaceAll(/:\w+/g, encodeId(newId(0))).replace('*', 'v1/chat/completions')
    const response = await fetch(`${server.url}${target}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: '{' }),
    })
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      await response.body!.cancel()
      return String(response.status)
    }
    const body = (await response.json().catch(() => undefined)) as { code?: string } | undefined
    return `${response.status} ${body?.code ?? ''}`.trim()
  }

  const known = listed.filter(({ access, keyHeaders }) => access !== 'anonymous' && !keyHeaders)
  const forwarding = listed.flatMap(({ keyHeaders, ...route }) =>
    keyHeaders ? { ...route, keyHeaders } : [],
  )

  test.each(forwarding)('$name has its key in a header of its own', async ({ method, path, keyHeaders }) => {
    const key = server.client.key
    expect(await call(method, path)).toBe('401 auth.missing_key')
    expect(await call(method, path, { authorization: `Bearer ${key}` })).toBe('401 auth.missing_key')
    expect(await call(method, path, { 'x-api-key': key })).toBe('401 auth.missing_key')
    const { cookie } = await signUpOwner(server)
    expect(await call(method, path, { cookie, origin: server.url })).toBe('401 auth.missing_key')
    for (const name of keyHeaders) {
      expect(await call(method, path, { [name]: mintKey().value })).toBe('401 auth.invalid_key')
      for (const value of [key, scopedKey])
        expect(await call(method, path, { [name]: value })).toBe('403 router.provider_not_allowed')
    }
  })

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

  test.each(known)(
    "$name with the organization's key passes authentication",
    async ({ method, path, access }) => {
      if (access === 'person') {
        const answer = await call(method, path, { authorization: `Bearer ${server.client.key}` })
        return expect(answer).toBe('403 auth.person_required')
      }
      for (const headers of [
        { authorization: `Bearer ${server.client.key}` },
        { 'x-api-key': server.client.key },
      ])
        expect(await call(method, path, headers)).not.toMatch(/^(401|403|5)/)
    },
  )

  test.each(known)('$name with a scoped key answers as the list says', async ({ method, path, access }) => {
    const answer = await call(method, path, { authorization: `Bearer ${scopedKey}` })
    if (access === 'person') expect(answer).toBe('403 auth.person_required')
    else if (access === 'organization') expect(answer).toBe('403 auth.forbidden')
    else expect(answer).not.toMatch(/^(401|403|5)/)
  })

  describe('with a session', () => {
    let sessions: Record<Role, Browser>
    beforeAll(async () => {
      const owner = await signUpOwner(server)
      const [viewer, member, admin] = await Promise.all(
        (['viewer', 'member', 'admin'] as const).map(role => signUpMember(server, owner, role)),
      )
      sessions = { viewer: viewer!, member: member!, admin: admin!, owner }
    })

    // Signing out would end the session that the other tests use, and needs no body that could be wrong.
    const tried = known.filter(({ name }) => name !== 'POST /v3/auth/sign-out')

    test.each(tried)('$name answers each role as the list says', async ({ method, path, role: needed }) => {
      for (const role of roles) {
        const answer = await call(method, path, { cookie: sessions[role].cookie, origin: server.url })
        if (reaches(role, needed))
          expect([role, answer]).not.toEqual([role, expect.stringMatching(/^(401|403|5)/)])
        else expect([role, answer]).toEqual([role, '403 auth.role_required'])
      }
    })

    test.each(tried.filter(({ method }) => method !== 'GET'))(
      '$name refuses a page of another site',
      async ({ method, path }) => {
        const headers = { cookie: sessions.owner.cookie, origin: 'https://elsewhere.example' }
        expect(await call(method, path, headers)).toBe('403 auth.other_site')
      },
    )

    test.each(tried)('$name refuses a session that never was', async ({ method, path }) => {
      const cookie = 'reverie.session_token=abc.def'
      expect(await call(method, path, { cookie, origin: server.url })).toBe('401 auth.session_ended')
    })
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
    ({ method, path, access, keyHeaders }) => {
      const document = JSON.parse(read('docs/openapi.json'))
      const operation = document.paths[openapiPath(path)]?.[method.toLowerCase()]
      expect(operation).toBeDefined()
      expect(operation.security ?? document.security).toEqual(
        access === 'anonymous'
          ? []
          : access === 'person'
            ? [{ session: [] }]
            : keyHeaders
              ? [{ routerKey: [] }]
              : [{ bearer: [] }, { apiKey: [] }],
      )
    },
  )
})
