import { randomBytes } from 'node:crypto'
import { baseUrl, get, post, type RequestOptions } from '../client.ts'
import { aside } from './watch.ts'

/** A person who has signed in to the console, in their browser. */
export const joinAs = (role: string): Promise<RequestOptions> =>
  aside(async () => {
    const token = (await post('/v3/invitations', { role })).body.url.split('#')[1]
    const email = `person-${randomBytes(6).toString('hex')}@example.org`
    const body = { token, name: 'Ada', email, password: 'a long enough password' }
    const { headers } = await post('/v3/auth/join', body, { key: null, headers: { origin: baseUrl } })
    const cookie = headers.get('set-cookie')!.split(';')[0]!
    return { key: null, headers: { origin: baseUrl, cookie } }
  })

/**
 * Does in place of the person what the log-in page does after they have agreed: fetches the key for the plugin, and opens
 * the address at which the plugin waits. Returns the key.
 */
export async function agree(loginUrl: string, person: RequestOptions): Promise<string> {
  const { searchParams } = new URL(loginUrl)
  const [client, callback] = [searchParams.get('client')!, searchParams.get('callback')!]
  const { status, text, body } = await get(
    `/v3/auth/key?${new URLSearchParams({ client, callback })}`,
    person,
  )
  if (status !== 200) throw new Error(`GET /v3/auth/key answered ${status}: ${text}`)
  await aside(() => fetch(body.redirectTo))
  return body.key
}

/** The key of a plugin of a member, which may read and write but not manage. */
export async function pluginKey(client: string): Promise<string> {
  const callback = 'http://127.0.0.1:9/callback'
  const person = await joinAs('member')
  return aside(async () => {
    const { body } = await get(`/v3/auth/key?${new URLSearchParams({ client, callback })}`, person)
    return body.key
  })
}
