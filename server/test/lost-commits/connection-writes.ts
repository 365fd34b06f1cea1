import type { ScriptedSource } from '../scripted-source.ts'
import { type Caller, differences, type Write } from './write.ts'

type Fields = Record<string, unknown>

/** Writes of connections to a source that the test plays. */
export function connectionWrites(source: () => ScriptedSource): Write[] {
  const bodyOf = (tag: string) => ({
    containerTag: tag,
    settings: { url: source().url },
    credentials: { token: 't' },
  })

  async function create(caller: Caller, tag: string): Promise<string> {
    const { status, body } = await caller.send('POST', '/v3/connections/scripted', bodyOf(tag))
    if (status !== 200) throw new Error(`POST /v3/connections answered ${status} ${JSON.stringify(body)}`)
    return body.id
  }

  const listed = async (caller: Caller, tag: string) =>
    (await caller.send('POST', '/v3/connections/list', { containerTag: tag })).body as Fields[]

  /** An organization has at most 100 connections, and these tests need many. */
  async function removeAll(caller: Caller, tag: string): Promise<void> {
    for (const { id } of await listed(caller, tag)) await caller.send('DELETE', `/v3/connections/${id}`)
  }

  const about = (name: string, route: string, body: Fields, wanted: Fields): Write => ({
    name,
    route,
    prepare: async (caller, tag) => {
      const id = await create(caller, tag)
      const [method = '', path = ''] = route.replace(/\{\w+\}/, id).split(' ')
      return {
        send: () => caller.send(method, path, body),
        check: async () => {
          const [connection] = await listed(caller, tag)
          await removeAll(caller, tag)
          return differences(connection!, wanted)
        },
      }
    },
  })

  return [
    {
      name: 'connect',
      route: 'POST /v3/connections/{id}',
      prepare: async (caller, tag) => ({
        send: () => caller.send('POST', '/v3/connections/scripted', bodyOf(tag)),
        // If the answer is lost, there are two: the caller deletes the one that it does not know.
        check: async answer => {
          const isListed = (await listed(caller, tag)).some(({ id }) => id === answer.body.id)
          await removeAll(caller, tag)
          return isListed ? [] : ['the connection is not listed']
        },
      }),
    },
    {
      name: 'delete a connection',
      route: 'DELETE /v3/connections/{id}',
      prepare: async (caller, tag) => {
        const id = await create(caller, tag)
        return {
          send: () => caller.send('DELETE', `/v3/connections/${id}`),
          doneBefore: { status: 404, code: 'connection.not_found' },
          check: () => listed(caller, tag),
        }
      },
    },
    about('change a connection', 'PATCH /v3/connections/{id}', { paused: true }, { state: 'paused' }),
    about(
      'choose resources',
      'POST /v3/connections/{id}/configure',
      { resources: [{ id: 'a' }] },
      { resources: [{ id: 'a' }] },
    ),
  ]
}
