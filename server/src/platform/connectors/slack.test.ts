import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refetch, run, Shelf, sourceFor, sync } from '../../../test/connectors/drive-connector.ts'
import { killAtRandom } from '../../../test/connectors/kill-at-random.ts'
import {
  type ChannelDouble,
  type MessageDouble,
  repliesOf,
  SlackServer,
} from '../../../test/connectors/slack-server.ts'
import { toMarkdown } from './slack/mrkdwn.ts'
import { slackToken as slack } from './slack.ts'

let server: SlackServer
let general: ChannelDouble
let shelf: Shelf
let connection = 0

const dayMinutes = 24 * 60

beforeEach(async () => {
  server = new SlackServer()
  await server.start()
  general = server.channel(1, 'general')
  shelf = new Shelf()
  connection++
})
afterEach(() => server.close())

const sourceOf = (settings: object = {}, options: object = {}) =>
  sourceFor(slack, {
    id: `connection-${connection}`,
    settings,
    credentials: { token: 'good', signingSecret: 'sealed' },
    chosen: ['C1'],
    http: server.httpInsteadOf('https://slack.com/api'),
    // Slack's clock, or as far from it as a test wants.
    now: () => new Date(server.clock),
    ...options,
  })

const dayOf = (ts: string) => new Date(Number(ts.slice(0, 10)) * 1_000).toISOString().slice(0, 10)
const timeOf = (ts: string) => new Date(Number(ts.slice(0, 10)) * 1_000).toISOString().slice(11, 16)

/** The documents of a conversation, made from the server's side. */
function expected({ id, name, messages }: ChannelDouble = general): Record<string, string> {
  const found: Record<string, string[]> = {}
  const sorted = [...messages.values()].sort((one, other) => (one.ts < other.ts ? -1 : 1))
  const person = ({ user }: MessageDouble) => server.users.get(user) ?? user
  for (const message of sorted.filter(({ threadTs }) => threadTs === undefined)) {
    const replies = repliesOf({ messages } as ChannelDouble, message.ts)
    const day = dayOf(message.ts)
    if (replies.length > 0)
      found[`${id}/t/${message.ts}`] = [
        `# #${name}: ${message.text}`,
        ...[message, ...replies].map(
          each => `**${person(each)}** (${dayOf(each.ts)} ${timeOf(each.ts)}): ${each.text}`,
        ),
      ]
    else {
      const document = found[`${id}/d/${day}`] ?? [`# #${name}, ${day}`]
      found[`${id}/d/${day}`] = [
        ...document,
        `**${person(message)}** (${timeOf(message.ts)}): ${message.text}`,
      ]
    }
  }
  return Object.fromEntries(Object.entries(found).map(([id, parts]) => [id, parts.join('\n\n')]))
}

/** Days with messages, and a thread on every other day. */
function fill(channel: ChannelDouble, days: number): void {
  for (let n = 1; n <= days; n++) {
    server.say(channel, `Morning ${n}`)
    server.pass(10)
    if (n % 2 === 0) {
      const ts = server.say(channel, `Question ${n}`)
      server.pass(10)
      server.say(channel, `Answer ${n}`, ts, { user: 'U2' })
    }
    server.pass(dayMinutes - 20)
  }
}

test('threads are a document each, and the other messages of a day are one', async () => {
  server.say(general, 'Hello <@U2>')
  const ts = server.say(general, 'When is the kiln free?')
  server.pass(5)
  server.say(general, 'On *Friday*', ts, { user: 'U2' })
  server.say(general, 'Good', undefined, { more: { files: [{ name: 'plan.pdf' }] } })
  server.say(general, 'has joined', undefined, { more: { subtype: 'channel_join' } })
  await sync(slack, sourceOf(), shelf)
  expect(
    [...shelf.items.values()].sort((one, other) => (one.externalId < other.externalId ? -1 : 1)),
  ).toMatchObject([
    {
      externalId: 'C1/d/2019-01-07',
      title: '#general, 2019-01-07',
      text: '# #general, 2019-01-07\n\n**Ada** (09:00): Hello @Bob\n\n**Ada** (09:05): Good\n*File: plan.pdf*',
      metadata: {
        type: 'slack_day',
        channel: 'general',
        channelId: 'C1',
        date: '2019-01-07',
        people: ['Ada'],
        messages: 2,
      },
    },
    {
      externalId: `C1/t/${ts}`,
      title: '#general: When is the kiln free?',
      url: `https://ada.slack.example/archives/C1/p${ts.replace('.', '')}`,
      text: '# #general: When is the kiln free?\n\n**Ada** (2019-01-07 09:00): When is the kiln free?\n\n**Bob** (2019-01-07 09:05): On **Friday**',
      metadata: { type: 'slack_thread', people: ['Ada', 'Bob'] },
    },
  ])
})

test('a long history is read back day by day, with everything in it once', async () => {
  server.maxPerPage = 4
  fill(general, 40)
  await sync(slack, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(expected())
  expect(Object.keys(expected())).toHaveLength(60)
})

test('a later run reads the last days again: new, edited and deleted messages, and replies', async () => {
  fill(general, 12)
  const plain = server.say(general, 'Plain')
  const deleted = server.say(general, 'Deleted soon')
  const thread = server.say(general, 'Thread')
  const reply = server.say(general, 'First answer', thread)
  await sync(slack, sourceOf(), shelf)
  const { reads } = shelf
  server.pass(60)
  server.edit(general, plain, 'Plain, edited')
  server.edit(general, reply, 'First answer, edited')
  general.messages.delete(deleted)
  server.say(general, 'New')
  await sync(slack, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(expected())
  expect(shelf.reads - reads).toBe(2)
  server.requests.length = 0
  await sync(slack, sourceOf(), shelf)
  expect(shelf.reads - reads).toBe(2)
  expect(server.requests.length).toBeLessThan(8)
})

test('a message that gets its first reply moves from its day to a thread, and back when the reply is deleted', async () => {
  const ts = server.say(general, 'Alone on its day')
  await sync(slack, sourceOf(), shelf)
  expect(shelf.ids()).toEqual(['C1/d/2019-01-07'])
  const reply = server.say(general, 'Not any more', ts)
  await sync(slack, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(expected())
  expect(shelf.ids()).toEqual([`C1/t/${ts}`])
  general.messages.delete(reply)
  await sync(slack, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(expected())
  general.messages.clear()
  await sync(slack, sourceOf(), shelf)
  expect(shelf.items.size).toBe(0)
})

test('a new reply in a thread of last week is found within a day, and an old deletion within a month', async () => {
  fill(general, 60)
  await sync(slack, sourceOf(), shelf)
  const [old, recent] = [...general.messages.values()]
    .filter(({ ts }) => repliesOf(general, ts).length > 0)
    .toReversed()
    .slice(4, 6)
  server.say(general, 'Late answer', old!.ts)
  general.messages.delete(repliesOf(general, recent!.ts)[0]!.ts)
  const first = [...general.messages.keys()][0]!
  general.messages.delete(first)
  await sync(slack, sourceOf(), shelf)
  expect(shelf.texts()).not.toEqual(expected())
  server.pass(dayMinutes)
  await sync(slack, sourceOf(), shelf)
  expect(shelf.ids().filter(id => !(id in expected()))).toEqual([`C1/d/${dayOf(first)}`])
  server.pass(30 * dayMinutes)
  await sync(slack, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(expected())
  const { reads } = shelf
  await sync(slack, sourceOf(), shelf)
  expect(shelf.reads).toBe(reads)
})

test('a reply that is also sent to the conversation belongs to its thread, however old that is', async () => {
  const old = server.say(general, 'Old thread')
  server.say(general, 'Old answer', old)
  server.pass(50 * dayMinutes)
  fill(general, 4)
  await sync(slack, sourceOf(), shelf)
  server.say(general, 'Sent to all', old, { more: { subtype: 'thread_broadcast' } })
  await sync(slack, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(expected())
  expect(shelf.texts()[`C1/t/${old}`]).toContain('Sent to all')
})

test('runs that are killed at ten random batches lose nothing and store nothing twice', async () => {
  server.maxPerPage = 5
  fill(general, 120)
  const other = server.channel(2, 'other')
  fill(other, 30)
  const both = () => sourceOf({}, { chosen: ['C1', 'C2'] })
  expect(await killAtRandom(slack, both, shelf)).toBeGreaterThan(3)
  const all = { ...expected(), ...expected(other) }
  expect(shelf.texts()).toEqual(all)
  expect(shelf.documents).toBe(Object.keys(all).length)
})

test('a day with more threads than a batch holds goes on behind the last one', async () => {
  for (let n = 0; n < 130; n++) server.say(general, `Answer ${n}`, server.say(general, `Question ${n}`))
  server.say(general, 'Without a thread')
  // Each run is ended after its first batch, as a step is that has used up its time.
  for (const stored of [40, 80, 120, 131]) {
    await run(slack, sourceOf(), shelf, { killAt: 1 })
    expect(shelf.items.size).toBe(stored)
  }
  await run(slack, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(expected())
  expect(shelf.documents).toBe(131)
  expect(server.count('conversations.replies')).toBeLessThan(130 * 2.5)
})

test('a step that ends at a conversation which is gone goes on behind it', async () => {
  fill(general, 2)
  server.channel(2, 'gone').isThere = false
  fill(server.channel(3, 'last'), 2)
  const source = sourceOf({}, { chosen: ['C2', 'C1', 'C3', 'C9'] })
  for (let steps = 0; !(await run(slack, source, shelf, { killAt: 1 })); steps++)
    expect(steps).toBeLessThan(10)
  expect(shelf.texts()).toEqual({ ...expected(), ...expected(server.channels.get('C3')!) })
  expect([...shelf.failures.keys()]).toEqual(['C2', 'C9'])
})

test('our clock may be years away from that of Slack', async () => {
  fill(general, 6)
  for (const years of [7, -7]) {
    const now = () => new Date(server.clock + years * 365 * 86_400_000)
    await sync(slack, sourceOf({}, { now }), shelf)
    server.say(general, `Seen with ${years}`)
    await sync(slack, sourceOf({}, { now }), shelf)
    expect(shelf.texts()).toEqual(expected())
  }
})

test('messages before the chosen day are not read', async () => {
  fill(general, 6)
  await sync(slack, sourceOf({ since: '2019-01-10' }), shelf)
  const wanted = Object.entries(expected()).filter(([, text]) => !/2019-01-0[789]/.test(text))
  expect(shelf.texts()).toEqual(Object.fromEntries(wanted))
})

describe('a failing Slack', () => {
  beforeEach(() => {
    server.maxPerPage = 6
    fill(general, 60)
  })

  const failFrom = (nth: number, fault: ReturnType<NonNullable<SlackServer['fault']>>) => {
    let seen = 0
    server.fault = ({ path }) => (path === '/conversations.history' && ++seen >= nth ? fault : undefined)
  }

  async function expectRecovery() {
    server.fault = undefined
    await sync(slack, sourceOf(), shelf)
    expect(shelf.texts()).toEqual(expected())
    expect(shelf.documents).toBe(90)
  }

  const no = (error: string) => ({ status: 200, body: { ok: false, error } })

  test.each([
    ['token_revoked', no('token_revoked'), 'auth_expired'],
    ['account_inactive', no('account_inactive'), 'auth_expired'],
    ['ratelimited', no('ratelimited'), 'rate_limited'],
    ['missing_scope', no('missing_scope'), 'settings_invalid'],
    ['internal_error', no('internal_error'), 'provider_unavailable'],
    ['a storm of 503', { status: 503, body: {} }, 'provider_unavailable'],
    ['429 without an end', { status: 429, headers: { 'retry-after': '1' } }, 'rate_limited'],
    ['a page that breaks off', 'broken off' as const, 'provider_unavailable'],
    ['a page without messages', { status: 200, body: { ok: true } }, 'provider_unavailable'],
    [
      'an empty page that has more',
      { status: 200, body: { ok: true, messages: [], has_more: true } },
      'provider_unavailable',
    ],
  ])('with %s ends the run, and deletes and loses nothing', async (_, fault, code) => {
    failFrom(10, fault)
    await expect(run(slack, sourceOf(), shelf)).rejects.toMatchObject({ code })
    expect(shelf.items.size).toBeGreaterThan(20)
    await expectRecovery()
    failFrom(1, fault)
    await expect(run(slack, sourceOf(), shelf)).rejects.toMatchObject({ code })
    expect(shelf.texts()).toEqual(expected())
    await expectRecovery()
  })

  test('that asks to wait now and then is asked again', async () => {
    let asked = 0
    server.fault = () => (++asked % 3 === 0 ? { status: 429, headers: { 'retry-after': '1' } } : undefined)
    await sync(slack, sourceOf(), shelf)
    expect(shelf.texts()).toEqual(expected())
  })

  test.each([
    ['is not shown any more', (channel: ChannelDouble) => (channel.isThere = false), 'item_gone'],
    ['no longer has the app', (channel: ChannelDouble) => (channel.isMember = false), 'item_forbidden'],
  ])('a conversation that %s keeps its documents, and the others are read', async (_, change, code) => {
    const other = server.channel(2, 'other')
    fill(other, 3)
    const both = () => sourceOf({}, { chosen: ['C1', 'C2'] })
    await sync(slack, both(), shelf)
    change(general)
    server.say(other, 'New')
    for (const days of [1, 40]) {
      await sync(slack, both(), shelf)
      expect(shelf.texts()).toEqual({ ...expected(), ...expected(other) })
      expect(shelf.failures.get('C1')).toBe(code)
      server.pass(days * dayMinutes)
    }
    Object.assign(general, { isThere: true, isMember: true })
    await sync(slack, both(), shelf)
    expect(shelf.failures.size).toBe(0)
  })
})

test('a conversation that is hidden while another one is added to the choice keeps its documents', async () => {
  const [hidden, other] = [server.channel(2, 'hidden'), server.channel(3, 'other')]
  for (const channel of [general, hidden, other]) fill(channel, 3)
  const chosen = (...ids: string[]) => sourceOf({}, { chosen: ids })
  await sync(slack, chosen('C1', 'C2'), shelf)
  hidden.isThere = false
  await sync(slack, chosen('C2', 'C3'), shelf)
  expect(shelf.texts()).toEqual({ ...expected(hidden), ...expected(other) })
  hidden.isThere = true
  hidden.messages.clear()
  await sync(slack, chosen('C2', 'C3'), shelf)
  expect(shelf.texts()).toEqual(expected(other))
})

test('failed documents are asked for alone, and those that are gone are deleted', async () => {
  fill(general, 4)
  await sync(slack, sourceOf(), shelf)
  const ids = shelf.ids()
  const thread = ids.find(id => id.includes('/t/'))!
  general.messages.delete([...general.messages.keys()][0]!)
  general.messages.delete(repliesOf(general, thread.slice(5))[0]!.ts)
  await refetch(slack, sourceOf(), shelf, [...ids, 'C1/d/2011-01-01', 'C9/d/2019-01-07', 'C1/else'])
  expect(shelf.texts()).toEqual(expected())
})

describe('the check of a token', () => {
  test.each([
    ['channels:read,channels:history,users:read', undefined],
    ['identify, groups:read, groups:history, users:read', undefined],
    [undefined, undefined],
    ['channels:read,channels:history', /the scope users:read\. Add it/],
    ['im:history,users:read', /the scope im:read\./],
    ['users:read', /the scopes channels:read and channels:history\. Add them/],
  ])('with the scopes %s names those that are missing', async (scopes, words) => {
    server.scopes = scopes
    const checked = slack.check(sourceOf())
    if (words)
      await expect(checked).rejects.toMatchObject({
        code: 'settings_invalid',
        message: expect.stringMatching(words),
      })
    else expect(await checked).toEqual({ account: 'Ada (reverie) at ada.slack.example' })
  })

  test('that was revoked since the last run says so', async () => {
    fill(general, 2)
    await sync(slack, sourceOf(), shelf)
    server.fault = () => ({ status: 200, body: { ok: false, error: 'token_revoked' } })
    await expect(slack.check(sourceOf())).rejects.toMatchObject({ code: 'auth_expired' })
  })
})

test('conversations are listed to choose from, and nothing chosen reads nothing', async () => {
  server.maxPerPage = 2
  for (let n = 2; n <= 5; n++) server.channel(n, `channel-${n}`)
  const page = (n: number) => slack.resources!(sourceOf(), { page: n, perPage: 3 })
  expect((await page(1)).resources.map(({ id }) => id)).toEqual(['C1', 'C2', 'C3'])
  expect((await page(2)).resources.map(({ name }) => name)).toEqual(['channel-4', 'channel-5'])
  expect(await slack.check(sourceOf())).toEqual({ account: 'Ada (reverie) at ada.slack.example' })
  fill(general, 2)
  await sync(slack, sourceOf({}, { chosen: undefined }), shelf)
  expect(shelf.items.size).toBe(0)
})

describe('an event', () => {
  function send(
    body: object,
    options: { secret?: string; age?: number; time?: string; signature?: string } = {},
  ) {
    const bytes = Buffer.from(JSON.stringify(body))
    const time = options.time ?? String(Math.floor(server.clock / 1_000) - (options.age ?? 0))
    const signed = createHmac('sha256', options.secret ?? 'sealed')
      .update(`v0:${time}:${bytes}`)
      .digest('hex')
    const headers = new Headers({
      'x-slack-request-timestamp': time,
      'x-slack-signature': options.signature ?? `v0=${signed}`,
    })
    return slack.webhook!(sourceOf(), { headers, body: bytes, query: new URLSearchParams() })
  }
  const message = (event: object) => ({
    type: 'event_callback',
    event: { type: 'message', channel: 'C1', ...event },
  })
  const ts = '1546851600.000001'
  const reply = '1546938000.000002'

  test.each([
    ['a message', message({ ts }), ['C1/d/2019-01-07']],
    ['a reply', message({ ts: reply, thread_ts: ts }), ['C1/d/2019-01-08', `C1/t/${ts}`, 'C1/d/2019-01-07']],
    ['an edit', message({ subtype: 'message_changed', ts: reply, message: { ts } }), ['C1/d/2019-01-07']],
    [
      'a deletion',
      message({
        subtype: 'message_deleted',
        ts: reply,
        deleted_ts: ts,
        previous_message: { ts, thread_ts: ts },
      }),
      ['C1/d/2019-01-07', `C1/t/${ts}`],
    ],
    ['a message elsewhere', message({ ts, channel: 'C2' }), []],
    ['a rename', message({ type: 'channel_rename', channel: { id: 'C1', name: 'all' } }), 'everything'],
    ['an event of the future', message({ type: 'channel_sings' }), []],
    ['a message without a time', message({ ts: 'x/../y' }), []],
    ['something else', { type: 'app_rate_limited' }, []],
  ])('about %s names its documents', async (_, body, changed) => {
    expect(await send(body)).toEqual({ changed })
  })

  test('of the verification is answered with its challenge', async () => {
    expect(await send({ type: 'url_verification', challenge: 'prove it' })).toEqual({
      changed: [],
      response: { status: 200, body: 'prove it' },
    })
  })

  test.each([
    ['another secret', { secret: 'guessed' }],
    ['no signature', { signature: '' }],
    ['an old time', { age: 301 }],
    ['a time ahead', { age: -301 }],
    ['a time that is none', { time: 'now' }],
  ])('with %s is refused', async (_, options) => {
    await expect(send({ type: 'url_verification', challenge: 'x' }, options)).rejects.toMatchObject({
      code: 'webhook_refused',
    })
  })

  test('without a secret in the credentials is refused', async () => {
    const time = String(Math.floor(server.clock / 1_000))
    const signed = createHmac('sha256', '').update(`v0:${time}:{}`).digest('hex')
    const headers = new Headers({ 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${signed}` })
    const event = { headers, body: Buffer.from('{}'), query: new URLSearchParams() }
    const source = sourceOf({}, { credentials: { token: 'good' } })
    await expect(slack.webhook!(source, event)).rejects.toMatchObject({ code: 'webhook_refused' })
  })

  test('that arrives twice stores its document once', async () => {
    fill(general, 2)
    await sync(slack, sourceOf(), shelf)
    const said = server.say(general, 'By event')
    for (let i = 0; i < 2; i++) {
      const { changed } = await send(message({ ts: said }))
      await refetch(slack, sourceOf(), shelf, changed as string[])
    }
    await sync(slack, sourceOf(), shelf)
    expect(shelf.texts()).toEqual(expected())
    expect(shelf.documents).toBe(Object.keys(expected()).length)
  })
})

test.each([
  ['*bold* and ~struck~ and _italic_', '**bold** and ~~struck~~ and _italic_'],
  ['2*3*4 and a ~ b', '2*3*4 and a ~ b'],
  [
    '<https://a.example/x|a & b> &amp; <https://a.example>',
    '[a & b](https://a.example/x) & https://a.example',
  ],
  ['<@U1> in <#C1|general>, <!here>', '@Ada in #general, @here'],
  ['<!subteam^S1|@potters> <!date^1^{date}|then>', '@potters then'],
  ['<mailto:a@b.example|a@b.example>', 'a@b.example'],
  ['`*no* &lt;b&gt;` *yes*', '`*no* <b>` **yes**'],
  ['see ```a\n*b*``` end', 'see \n```\na\n*b*\n```\n end'],
  ['<javascript:alert(1)|x> <>', 'x <>'],
])('the text %j of Slack is %j in Markdown', (text, markdown) => {
  expect(toMarkdown(text, id => (id === 'U1' ? 'Ada' : id))).toBe(markdown)
})
