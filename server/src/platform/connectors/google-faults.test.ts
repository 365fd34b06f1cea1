import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { run, Shelf, sourceFor, sync } from '../../../test/connectors/drive-connector.ts'
import { refusal } from '../../../test/connectors/google-answer.ts'
import { type GoogleFault, GoogleServer } from '../../../test/connectors/google-server.ts'
import { readThreads } from '../../../test/connectors/read-threads.ts'
import type { Connector, Source } from './connector.ts'
import { gmail } from './gmail.ts'
import { googleDrive } from './google-drive.ts'

let server: GoogleServer
let shelf: Shelf
beforeEach(async () => {
  server = await new GoogleServer().start()
  server.drive.maxPerPage = server.mail.maxPerPage = 5
  shelf = new Shelf()
})
afterEach(() => server.close())

type Kind = {
  connector: Connector
  settings: object
  /** Requests that fail. */
  isList: (path: string) => boolean
  fill(): void
  /** What is stored, and what must be. */
  compare(): [unknown, unknown]
  /** Makes a change, then lets Google forget the log before it. */
  expire(): void
}

const kinds: Record<string, Kind> = {
  'google-drive': {
    connector: googleDrive as Connector,
    settings: { syncScope: 'full' },
    isList: path => path === '/drive/v3/files',
    fill() {
      const folders = [undefined, server.drive.folder('A'), server.drive.sharedDrive('B')]
      for (let n = 0; n < 20; n++) server.drive.file(`${n}.txt`, `Text ${n}`, folders[n % 3])
    },
    compare: () => [shelf.texts(), server.drive.expected()],
    expire() {
      server.drive.remove(shelf.ids()[0]!)
      server.drive.file('late.txt', 'Late')
      server.drive.oldest = 1_000_000
    },
  },
  gmail: {
    connector: gmail as Connector,
    settings: {},
    isList: path => path === '/gmail/v1/users/me/threads',
    fill() {
      for (let n = 0; n < 20; n++) {
        const id = server.mail.deliver({ subject: `Subject ${n}` })
        if (n % 3 === 0) server.mail.deliver({ subject: 'Re', text: `Answer ${n}`, threadId: id })
      }
    },
    compare: () => [readThreads(shelf), server.mail.expected()],
    expire() {
      server.mail.remove(shelf.ids()[1]!)
      server.mail.deliver({ subject: 'Late' })
      server.mail.oldest = 1_000_000
    },
  },
}

describe.each(Object.entries(kinds))('%s, when Google', (_, { connector, settings, ...kind }) => {
  const source = (options: object = {}) =>
    sourceFor(connector, { settings, ...server.sourceParts(), ...options }) as Source<unknown, unknown>

  /** The nth list, and all after it, get this answer. */
  function failFrom(nth: number, answer: GoogleFault, until = Number.POSITIVE_INFINITY): void {
    let seen = 0
    server.fault = ({ path }) => (kind.isList(path) && ++seen >= nth && seen < until ? answer : undefined)
  }

  function expectInStep(): void {
    const [stored, expected] = kind.compare()
    expect(stored).toEqual(expected)
  }

  async function expectRecovery(): Promise<void> {
    server.fault = undefined
    await sync(connector, source(), shelf)
    expectInStep()
    expect(shelf.documents).toBe(shelf.items.size)
  }

  beforeEach(() => kind.fill())

  test('withdraws the authorization in the middle, ends the run as expired, and a new one continues', async () => {
    let seen = 0
    server.onRequest = ({ path }) => {
      if (!kind.isList(path) || ++seen !== 3) return
      server.isAuthorized = false
      server.token = 'token-of-somebody'
    }
    const expired = source({ accessToken: async () => 'token-1' })
    await expect(run(connector, expired, shelf)).rejects.toMatchObject({ code: 'auth_expired' })
    server.onRequest = undefined
    server.isAuthorized = true
    await expectRecovery()
  })

  test('no longer accepts a token that was renewed meanwhile, goes on with the new one', async () => {
    let seen = 0
    server.onRequest = ({ path }) => {
      if (kind.isList(path) && ++seen === 2) server.token = 'token-2'
    }
    await sync(connector, source(), shelf)
    expectInStep()
  })

  test.each([
    ['its limit of a minute', refusal(403, 'userRateLimitExceeded'), 60_000],
    ['its limit, and says how long', refusal(403, 'rateLimitExceeded', { 'retry-after': '17' }), 17_000],
    ['its limit of a day', refusal(403, 'dailyLimitExceeded'), 3_600_000],
    ['429 and a long pause', refusal(429, 'rateLimitExceeded', { 'retry-after': '120' }), 120_000],
  ])('answers with %s, ends the run, which continues later', async (_name, answer, retryAfterMs) => {
    failFrom(3, answer)
    await expect(run(connector, source(), shelf)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterMs,
    })
    await expectRecovery()
  })

  test('answers with a storm of 503 and 429 with Retry-After, is asked again', async () => {
    let seen = 0
    server.fault = ({ path }) => {
      if (!kind.isList(path) || ++seen % 4 === 0) return undefined
      return seen % 4 === 1 ? refusal(503, 'backendError') : refusal(429, 'rate', { 'retry-after': '0' })
    }
    await sync(connector, source(), shelf)
    expectInStep()
  })

  test('does not recover from 500, ends the run, which continues later', async () => {
    failFrom(3, refusal(500, 'internalError'))
    await expect(run(connector, source(), shelf)).rejects.toMatchObject({ code: 'provider_unavailable' })
    await expectRecovery()
  })

  test.each(['cut', 'dropped'] as const)(
    'sends a page that is %s, it does not count as a short one',
    async fault => {
      await sync(connector, source(), shelf)
      const { size } = shelf.items
      shelf.checkpoint = undefined
      failFrom(2, fault)
      await expect(sync(connector, source(), shelf)).rejects.toMatchObject({ code: 'provider_unavailable' })
      expect(shelf.items.size).toBe(size)
      await expectRecovery()
    },
  )

  test('sends an empty object in place of a list, it does not count as an empty list', async () => {
    await sync(connector, source(), shelf)
    const { size } = shelf.items
    shelf.checkpoint = undefined
    failFrom(1, { status: 200, body: {} })
    await expect(sync(connector, source(), shelf)).rejects.toMatchObject({ code: 'provider_unavailable' })
    expect(shelf.items.size).toBe(size)
    await expectRecovery()
  })

  test('forgets the token of a page, the list begins again', async () => {
    failFrom(3, refusal(400, 'invalid'), 4)
    await sync(connector, source(), shelf)
    expectInStep()
    shelf = new Shelf()
    failFrom(3, refusal(400, 'invalid'))
    await expect(sync(connector, source(), shelf)).rejects.toMatchObject({ code: 'provider_unavailable' })
    await expectRecovery()
  })

  test('forgets its log, everything is compared and only what is new is read', async () => {
    await sync(connector, source(), shelf)
    const { reads } = shelf
    kind.expire()
    await expect(run(connector, source(), shelf)).rejects.toMatchObject({ code: 'checkpoint_expired' })
    // The place that the new lists begin with is known.
    server.onRequest = ({ path }) => {
      if (kind.isList(path)) server.drive.oldest = server.mail.oldest = 0
    }
    await sync(connector, source(), shelf)
    expectInStep()
    expect(shelf.reads - reads).toBe(1)
  })

  test.each([
    ['its interface is not enabled in the project', refusal(403, 'accessNotConfigured'), 'settings_invalid'],
    ['a person has not allowed what is needed', refusal(403, 'insufficientPermissions'), 'auth_expired'],
  ])('says that %s, the run says it too', async (_name, answer, code) => {
    failFrom(1, answer)
    await expect(run(connector, source(), shelf)).rejects.toMatchObject({ code })
    await expect(run(connector, source({ accessToken: undefined }), shelf)).rejects.toMatchObject({
      code: 'auth_expired',
    })
  })
})

test('Drive that could not search everything is not believed', async () => {
  server.drive.file('a.txt', 'A')
  server.drive.isIncomplete = true
  const source = sourceFor(googleDrive, { settings: { syncScope: 'full' }, ...server.sourceParts() })
  await expect(sync(googleDrive, source, shelf)).rejects.toMatchObject({ code: 'provider_unavailable' })
})

test('a page of changes of Drive that leads nowhere ends the run, and what it named is found by the next', async () => {
  const source = sourceFor(googleDrive, { settings: { syncScope: 'full' }, ...server.sourceParts() })
  await sync(googleDrive, source, shelf)
  server.drive.file('a.txt', 'A')
  server.fault = ({ path }) =>
    path === '/drive/v3/changes' ? { status: 200, body: { changes: [] } } : undefined
  await expect(run(googleDrive, source, shelf)).rejects.toMatchObject({ code: 'provider_unavailable' })
  server.fault = undefined
  await run(googleDrive, source, shelf)
  expect(Object.values(shelf.texts())).toEqual(['A'])
})
