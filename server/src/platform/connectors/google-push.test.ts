import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sourceFor } from '../../../test/connectors/drive-connector.ts'
import { refusal } from '../../../test/connectors/google-answer.ts'
import { GoogleServer } from '../../../test/connectors/google-server.ts'
import type { Subscription, WebhookAnswer } from './connector.ts'
import { gmail } from './gmail.ts'
import { googleDrive } from './google-drive.ts'

const callback = 'https://reverie.example.org/v3/connections/webhook/abc'
const dayMs = 86_400_000
const begin = Date.UTC(2031, 0)

let server: GoogleServer
beforeEach(async () => {
  server = await new GoogleServer().start()
})
afterEach(() => server.close())

describe('events of Drive', () => {
  const source = (options: object = {}, settings: object = { syncScope: 'full' }) =>
    sourceFor(googleDrive, { settings, ...server.sourceParts(), now: () => new Date(begin), ...options })

  const send = (
    subscription: Subscription | undefined,
    headers: Record<string, string>,
  ): Promise<WebhookAnswer> =>
    googleDrive.webhook!(source({ subscription }), {
      headers: new Headers(headers),
      body: new Uint8Array(),
      query: new URLSearchParams(),
    })

  test('come from a channel for each log, are told by their token, and the first one is only noted', async () => {
    const team = server.drive.sharedDrive('Team')
    const subscription = await googleDrive.subscribe!(source(), callback)
    const channels = [...server.drive.channels.values()]
    expect(channels.map(({ corpus }) => corpus)).toEqual(['user', team])
    const { token, address } = channels[0]!
    expect([address, subscription?.expiresAt]).toEqual([callback, new Date(begin + 7 * dayMs)])
    const event = (state: string) => ({ 'x-goog-channel-token': token, 'x-goog-resource-state': state })
    expect(await send(subscription, event('sync'))).toEqual({ changed: [] })
    expect(await send(subscription, event('change'))).toEqual({ changed: 'everything' })
    for (const wrong of [{ 'x-goog-channel-token': 'guessed' }, { 'x-goog-channel-token': '' }, {}])
      await expect(send(subscription, wrong as Record<string, string>)).rejects.toMatchObject({
        code: 'webhook_refused',
      })
    await expect(send(undefined, event('change'))).rejects.toMatchObject({ code: 'webhook_refused' })
    await expect(send({ id: 'x', secret: '' }, { 'x-goog-channel-token': '' })).rejects.toMatchObject({
      code: 'webhook_refused',
    })
  })

  test('go on for longer than a week: channels are renewed before they end, and the old ones are stopped', async () => {
    const first = await googleDrive.subscribe!(source(), callback)
    const [old] = server.drive.channels.keys()
    server.requests.length = 0
    const later = (days: number) => ({ subscription: first, now: () => new Date(begin + days * dayMs) })
    expect(await googleDrive.subscribe!(source(later(4)), callback)).toBe(first)
    expect(server.requests).toEqual([])
    const second = await googleDrive.subscribe!(source(later(5.5)), callback)
    expect(second).toMatchObject({ secret: first!.secret, expiresAt: new Date(begin + 12.5 * dayMs) })
    expect([...server.drive.channels.keys()]).not.toContain(old)
    expect(server.drive.channels.size).toBe(1)
    const moved = await googleDrive.subscribe!(source({ subscription: second }), `${callback}2`)
    expect([...server.drive.channels.values()].map(({ address }) => address)).toEqual([`${callback}2`])
    await googleDrive.close!(source({ subscription: moved }))
    expect(server.drive.channels.size).toBe(0)
    await googleDrive.close!(source({ subscription: moved }))
  })

  test('are watched for in the drives of what was chosen only', async () => {
    const team = server.drive.sharedDrive('Team')
    const notes = server.drive.folder('Notes', team)
    server.drive.sharedDrive('Other')
    await googleDrive.subscribe!(source({ chosen: [notes] }, {}), callback)
    expect([...server.drive.channels.values()].map(({ corpus }) => corpus)).toEqual([team])
    expect(await googleDrive.subscribe!(source({ chosen: undefined }, {}), callback)).toBeUndefined()
  })

  test('are not to be had for an address that is not public: runs find the changes', async () => {
    expect(await googleDrive.subscribe!(source(), 'http://localhost/hook')).toBeUndefined()
    server.fault = ({ path }) =>
      path.endsWith('/watch') ? refusal(401, 'push.webhookUrlUnauthorized') : undefined
    expect(await googleDrive.subscribe!(source(), callback)).toBeUndefined()
  })

  test('leave no channel behind when only some could be opened', async () => {
    server.drive.sharedDrive('Team')
    server.fault = ({ path, query }) =>
      path.endsWith('/watch') && query.has('driveId') ? refusal(500, 'backendError') : undefined
    await expect(googleDrive.subscribe!(source(), callback)).rejects.toMatchObject({
      code: 'provider_unavailable',
    })
    expect(server.drive.channels.size).toBe(0)
  })
})

describe('events of Gmail', () => {
  const settings = { topic: 'projects/p/topics/gmail', pushToken: 'a-long-random-text' }
  const source = (options: object = {}) =>
    sourceFor(gmail, { settings, ...server.sourceParts(), now: () => new Date(begin), ...options })

  const send = (subscription: Subscription | undefined, token: string, email: unknown) => {
    const notice = Buffer.from(JSON.stringify({ emailAddress: email, historyId: '1' })).toString('base64')
    return gmail.webhook!(source({ subscription }), {
      headers: new Headers(),
      body: Buffer.from(JSON.stringify({ message: { data: notice, messageId: '1' }, subscription: 's' })),
      query: new URLSearchParams({ token }),
    })
  }

  test('arrive by a topic of the operator, with a token, for the mailbox of the connection', async () => {
    const subscription = await gmail.subscribe!(source(), callback)
    expect(server.mail.watched).toEqual({ topic: 'projects/p/topics/gmail' })
    expect(await send(subscription, settings.pushToken, 'Ada@example.org')).toEqual({ changed: 'everything' })
    expect(await send(subscription, settings.pushToken, 'bob@example.org')).toEqual({ changed: [] })
    expect(await send(subscription, settings.pushToken, 7)).toEqual({ changed: [] })
    await expect(send(subscription, 'guessed', 'ada@example.org')).rejects.toMatchObject({
      code: 'webhook_refused',
    })
  })

  test('are asked for again each day, and no more after the connection is deleted', async () => {
    const subscription = await gmail.subscribe!(source(), callback)
    server.requests.length = 0
    const later = (hours: number) => source({ subscription, now: () => new Date(begin + hours * 3_600_000) })
    expect(await gmail.subscribe!(later(20), callback)).toBe(subscription)
    expect(server.requests).toEqual([])
    await gmail.subscribe!(later(30), callback)
    expect(server.count('/gmail/v1/users/me/watch')).toBe(1)
    await gmail.close!(later(30))
    expect(server.mail.watched).toBeUndefined()
  })

  test('are not asked for without a topic, which needs a token', async () => {
    const without = sourceFor(gmail, { settings: {}, ...server.sourceParts() })
    expect(await gmail.subscribe!(without, callback)).toBeUndefined()
    await gmail.close!(without)
    expect(server.requests).toEqual([])
    for (const one of [{ topic: settings.topic }, { pushToken: settings.pushToken }])
      expect(gmail.describe.settings.safeParse(one).success).toBe(false)
  })
})
