import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, startTestServer, type TestServer } from '../../../../test/harness.ts'
import { scriptedOAuth } from '../../../../test/scripted-connector.ts'
import { ScriptedSource } from '../../../../test/scripted-source.ts'
import { connectionOf, documentsIn, lastRun, makeDue, sync } from '../../../../test/sync-steps.ts'
import type { Connector } from '../../../platform/connectors/connector.ts'

let server: TestServer
let client: Client
let source: ScriptedSource
beforeAll(async () => {
  server = await startTestServer({ worker: false, config: { FETCH_ALLOW: '127.0.0.1' } })
})
afterAll(() => server?.close())
beforeEach(async () => {
  source = await new ScriptedSource().start()
  source.provider.isUsed = true
  for (const provider of ['google-drive', 'notion'])
    server.app.sources.connectors.add(scriptedOAuth(source.url, provider) as Connector)
  client = await server.newClient()
  for (const prefix of ['googleDrive', 'notion'])
    await client.request('PATCH', '/v3/settings', {
      [`${prefix}CustomKeyEnabled`]: true,
      [`${prefix}ClientId`]: source.provider.client.id,
      [`${prefix}ClientSecret`]: source.provider.client.secret,
    })
})
afterEach(() => source.close())

async function begin(provider = 'google-drive', by = client) {
  const { status, body } = await by.request('POST', `/v3/connections/${provider}`, {
    containerTag: 'drive',
    redirectUrl: 'https://app.example.org/done?x=1',
    metadata: { team: 'docs' },
    settings: { url: source.url },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { id: string; authLink: string; expiresIn: string; redirectsTo: string }
}

/** The browser comes back. */
const open = (url: URL | string) => fetch(url, { redirect: 'manual' })

async function connect() {
  const started = await begin()
  const answer = await open(source.provider.agree(started.authLink))
  expect(answer.status).toBe(303)
  return { ...started, location: new URL(answer.headers.get('location')!) }
}

const refused = async (url: URL | string) => {
  const answer = await open(url)
  return [answer.status, ((await answer.json()) as { code: string }).code]
}

describe('an authorization', () => {
  test('asks with state and PKCE, stores tokens, and imports', async () => {
    source.put('a.md', 'Kilns are fired on Fridays.')
    const { id, authLink, expiresIn, redirectsTo } = await begin()
    expect({ expiresIn, redirectsTo }).toEqual({
      expiresIn: '1 hour',
      redirectsTo: 'https://app.example.org/done?x=1',
    })
    const asked = Object.fromEntries(new URL(authLink).searchParams)
    expect(asked).toMatchObject({
      ...{ response_type: 'code', client_id: 'client-1', scope: 'read list', code_challenge_method: 'S256' },
      redirect_uri: `${server.url}/v3/connections/auth/callback/google-drive`,
      access_type: 'offline',
    })
    expect(await connectionOf(client, id)).toMatchObject({
      state: 'needs_authorization',
      metadata: { team: 'docs' },
    })
    const back = await open(source.provider.agree(authLink))
    expect([back.status, back.headers.get('location'), back.headers.get('cache-control')]).toEqual([
      303,
      `https://app.example.org/done?x=1&connection=${id}`,
      'no-store',
    ])
    expect(await connectionOf(client, id)).toMatchObject({ state: 'active', email: 'ada@example.org' })
    await sync(server, client, id)
    expect([...(await documentsIn(client, 'drive')).values()]).toEqual(['Kilns are fired on Fridays.'])
  })

  test('shows neither tokens nor secrets, and stores them sealed', async () => {
    const { id } = await connect()
    const shown = JSON.stringify(await connectionOf(client, id))
    const { rows } = await server.databases[0]!.admin.query('select c::text as row from cell.connections c')
    for (const text of [shown, ...rows.map(({ row }) => row)])
      expect(text).not.toMatch(/access-|refresh-|secret-1/)
  })

  test('is not begun without an application in the settings', async () => {
    await client.request('PATCH', '/v3/settings', { googleDriveCustomKeyEnabled: false })
    const { status, body } = await client.request('POST', '/v3/connections/google-drive', {
      settings: { url: source.url },
    })
    expect([status, body.code]).toEqual([400, 'connection.provider_not_configured'])
    expect(body.error).toContain('googleDriveClientId')
    expect((await client.request('POST', '/v3/connections/list', {})).body).toEqual([])
  })

  test('a person who declines returns with the error, and the connection waits', async () => {
    const { id, authLink } = await begin()
    const state = new URL(authLink).searchParams.get('state')!
    const back = await open(
      `${server.url}/v3/connections/auth/callback/google-drive?error=access_denied&state=${state}`,
    )
    expect(new URL(back.headers.get('location')!).searchParams.get('error')).toBe('access_denied')
    expect(await connectionOf(client, id)).toMatchObject({ state: 'needs_authorization' })
  })
})

describe('an answer is refused', () => {
  test('with a state that nobody issued, or a changed one', async () => {
    const { authLink } = await begin()
    const back = source.provider.agree(authLink)
    const state = back.searchParams.get('state')!
    const [org, id, secret] = state.split('.')
    const other = await server.newClient()
    const foreign = encodeURIComponent(other.organization.slug)
    for (const wrong of [
      '',
      'x',
      `${org}.${id}`,
      `${org}.${id}.${secret}x`,
      `${foreign}.${id}.${secret}`,
      `${id}.${id}.${secret}`,
      `${org}.${org}.${secret}`,
    ]) {
      back.searchParams.set('state', wrong)
      expect(await refused(back), wrong).toEqual([400, 'connection.state_invalid'])
    }
    expect(source.count('/token')).toBe(0)
    back.searchParams.set('state', state)
    expect((await open(back)).status).toBe(303)
  })

  test('a second time: neither the state nor the code works twice', async () => {
    const { authLink } = await begin()
    const back = source.provider.agree(authLink)
    expect((await open(back)).status).toBe(303)
    expect(await refused(back)).toEqual([400, 'connection.state_invalid'])
    const again = await begin()
    const replayed = new URL(back)
    replayed.searchParams.set('state', new URL(again.authLink).searchParams.get('state')!)
    const answer = await open(replayed)
    expect(new URL(answer.headers.get('location')!).searchParams.get('error')).toBe('auth_expired')
    expect(await connectionOf(client, again.id)).toMatchObject({ state: 'needs_authorization' })
  })

  test('at the address of another provider (mix-up), and its code is sent nowhere', async () => {
    const { authLink } = await begin('google-drive')
    const back = source.provider.agree(authLink)
    back.pathname = back.pathname.replace('google-drive', 'notion')
    expect(await refused(back)).toEqual([400, 'connection.state_invalid'])
    expect(source.count('/token')).toBe(0)
  })

  test('of another issuer (mix-up)', async () => {
    const { authLink } = await begin()
    const back = source.provider.agree(authLink)
    back.searchParams.set('iss', 'https://evil.example.org')
    expect(await refused(back)).toEqual([400, 'connection.state_invalid'])
    expect(source.count('/token')).toBe(0)
  })

  test('with a code of another authorization: PKCE', async () => {
    const [first, second] = [await begin(), await begin()]
    const stolen = source.provider.agree(first.authLink).searchParams.get('code')!
    const back = source.provider.agree(second.authLink)
    back.searchParams.set('code', stolen)
    const answer = await open(back)
    expect(new URL(answer.headers.get('location')!).searchParams.get('error')).toBe('auth_expired')
  })

  test('after an hour', async () => {
    const { authLink } = await begin()
    await server.databases[0]!.admin.query(
      `update cell.connection_grants set expires_at = now() - interval '1 second'`,
    )
    expect(await refused(source.provider.agree(authLink))).toEqual([400, 'connection.state_invalid'])
  })
})

describe('tokens', () => {
  /** As if the access token had only seconds left. */
  async function expire() {
    source.provider.lifetime = 3_600
  }

  test('are renewed once, however many ask', async () => {
    source.provider.lifetime = 30
    source.put('a.md', 'One')
    const { id } = await connect()
    await expire()
    const before = source.provider.refreshes
    const asked = Array.from({ length: 5 }, () => client.request('POST', `/v3/connections/${id}/test`))
    for (const { body } of await Promise.all(asked)) expect(body).toMatchObject({ ok: true })
    expect(source.provider.refreshes - before).toBe(1)
    await sync(server, client, id)
    expect(await lastRun(client, id)).toMatchObject({ status: 'completed' })
    expect(source.provider.refreshes - before).toBe(1)
  })

  test('that cannot be renewed end the run, and the connection asks no more', async () => {
    source.provider.lifetime = 30
    const { id } = await connect()
    source.provider.isWithdrawn = true
    await sync(server, client, id)
    expect(await lastRun(client, id)).toMatchObject({ status: 'failed', error: 'auth_expired' })
    expect(await connectionOf(client, id)).toMatchObject({ state: 'needs_authorization', nextRunAt: null })
    const before = source.requests.length
    await makeDue(server, id)
    await sync(server, client, id)
    expect(source.requests).toHaveLength(before)
    source.provider.isWithdrawn = false
    await expire()
    const { body } = await client.request('POST', `/v3/connections/${id}/authorize`, {})
    const back = await open(source.provider.agree(body.authLink))
    expect(back.headers.get('location')).toBe(`${server.url}/connections?connection=${id}`)
    await sync(server, client, id)
    expect(await lastRun(client, id)).toMatchObject({ status: 'completed' })
  })

  test('are renewed by another process when the first one failed', async () => {
    source.provider.lifetime = 30
    const { id } = await connect()
    await expire()
    source.fail('/token', { status: 503, body: {} })
    const asked = Array.from({ length: 2 }, () => client.request('POST', `/v3/connections/${id}/test`))
    const answers = (await Promise.all(asked)).map(({ body }) => body.error)
    expect(answers.sort()).toEqual([null, 'provider_unavailable'].sort())
  })

  test('that an outage keeps from being renewed are renewed later, and nobody has to authorize again', async () => {
    source.provider.lifetime = 30
    const { id } = await connect()
    await expire()
    source.fail('/token', { status: 500, body: { error: 'invalid_grant' } })
    await sync(server, client, id)
    expect(await lastRun(client, id)).toMatchObject({ status: 'failed', error: 'provider_unavailable' })
    expect(await connectionOf(client, id)).toMatchObject({ state: 'active' })
    await makeDue(server, id)
    await sync(server, client, id)
    expect(await lastRun(client, id)).toMatchObject({ status: 'completed' })
  })

  describe('that the provider takes back before they expire', () => {
    const fill = (count: number) => {
      for (let n = 0; n < count; n++) source.put(`n-${n}`, `Note ${n}`)
    }
    const renewals = async (work: () => Promise<unknown>) => {
      const before = source.provider.refreshes
      await work()
      return source.provider.refreshes - before
    }

    test('are renewed once, and the run goes on', async () => {
      fill(12)
      const { id } = await connect()
      source.onRequest = path => {
        if (path === '/items/n-3' && source.count(path) === 1) source.provider.revokeAccess()
      }
      expect(await renewals(() => sync(server, client, id))).toBe(1)
      expect(await lastRun(client, id)).toMatchObject({ status: 'completed', itemsFailed: 0 })
      expect((await documentsIn(client, 'drive')).size).toBe(12)
    })

    test('are renewed for a person who tests the connection', async () => {
      const { id } = await connect()
      source.provider.revokeAccess()
      const { body } = await client.request('POST', `/v3/connections/${id}/test`)
      expect(body).toMatchObject({ ok: true })
    })

    test('end the run when the renewed ones are refused as well, and the connection asks no more', async () => {
      const { id } = await connect()
      source.provider.refusesAccess = true
      expect(await renewals(() => sync(server, client, id))).toBe(1)
      expect(await lastRun(client, id)).toMatchObject({ status: 'failed', error: 'auth_expired' })
      expect(await connectionOf(client, id)).toMatchObject({ state: 'needs_authorization' })
    })

    test('end the run when the provider refuses to renew them', async () => {
      const { id } = await connect()
      source.provider.revokeAccess()
      source.provider.isWithdrawn = true
      await sync(server, client, id)
      expect(await lastRun(client, id)).toMatchObject({ status: 'failed', error: 'auth_expired' })
      expect(await connectionOf(client, id)).toMatchObject({ state: 'needs_authorization' })
    })

    test('are renewed in a later run when an outage keeps them from being renewed', async () => {
      const { id } = await connect()
      source.provider.revokeAccess()
      source.fail('/token', { status: 503, body: {} })
      await sync(server, client, id)
      expect(await lastRun(client, id)).toMatchObject({ status: 'failed', error: 'provider_unavailable' })
      expect(await connectionOf(client, id)).toMatchObject({ state: 'active' })
      await makeDue(server, id)
      await sync(server, client, id)
      expect(await lastRun(client, id)).toMatchObject({ status: 'completed' })
    })

    test('are renewed once for each run, however many steps it has', async () => {
      fill(40)
      const { id } = await connect()
      let lists = 0
      source.onRequest = path => {
        if (path === '/changes' && ++lists % 2 === 1) source.provider.revokeAccess()
      }
      expect(await renewals(() => sync(server, client, id, { stepMs: 0 }))).toBe(1)
      expect(await lastRun(client, id)).toMatchObject({ status: 'failed', error: 'auth_expired' })
      expect((await documentsIn(client, 'drive')).size).toBe(10)
    })
  })

  test('that the database could not store at once are stored when it is back', async () => {
    source.provider.lifetime = 30
    const { id } = await connect()
    await expire()
    const before = source.provider.refreshes
    const { admin } = server.databases[0]!
    await admin.query(`
      create sequence public.stores; grant usage on sequence public.stores to public;
      create function public.fail_first_stores() returns trigger language plpgsql security definer as $$
      begin
        if nextval('public.stores') < 3 then raise exception using errcode = '57P03', message = 'starting up'; end if;
        return new;
      end $$;
      create trigger fail_first_stores before update of credentials on cell.connections
        for each row execute function public.fail_first_stores()`)
    try {
      const { body } = await client.request('POST', `/v3/connections/${id}/test`)
      expect(body).toMatchObject({ ok: true })
      expect(source.provider.refreshes - before).toBe(1)
    } finally {
      await admin.query('drop trigger fail_first_stores on cell.connections')
    }
    await sync(server, client, id)
    expect(await lastRun(client, id)).toMatchObject({ status: 'completed' })
  })

  test('of a person who authorizes again during a renewal are not replaced by the renewed ones', async () => {
    source.provider.lifetime = 30
    const { id } = await connect()
    await expire()
    const stored = async () =>
      (await server.databases[0]!.admin.query('select credentials from cell.connections')).rows
    let authorized: unknown
    source.onRequest = async path => {
      if (path !== '/token' || authorized !== undefined) return
      authorized = null
      const { body } = await client.request('POST', `/v3/connections/${id}/authorize`, {})
      expect((await open(source.provider.agree(body.authLink))).status).toBe(303)
      authorized = await stored()
      // The provider of the test accepts only the newest token, and would refuse that of the person.
      source.fail('/check', { body: { account: 'ada@example.org' } })
    }
    await client.request('POST', `/v3/connections/${id}/test`)
    expect(authorized).not.toBeNull()
    expect(await stored()).toEqual(authorized)
  })

  test('of another application are not used: it must be authorized again', async () => {
    source.provider.lifetime = 30
    const { id } = await connect()
    await client.request('PATCH', '/v3/settings', { googleDriveClientId: 'client-2' })
    await sync(server, client, id)
    expect(await lastRun(client, id)).toMatchObject({ error: 'auth_expired' })
  })

  test('are revoked when the connection is deleted', async () => {
    const { id } = await connect()
    await client.request('DELETE', `/v3/connections/${id}`)
    await sync(server, client, id)
    expect(source.provider.revoked).toEqual([expect.stringMatching(/^refresh-/)])
  })
})
