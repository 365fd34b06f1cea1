import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { imap } from '../../src/platform/connectors/imap.ts'
import { ImapServer } from './imap-server.ts'
import { PulledItems, pullIntoMap, pullWithKills, seededRandom } from './pull-into-map.ts'
import { testSource } from './test-source.ts'

let server: ImapServer
beforeEach(async () => {
  server = await ImapServer.start()
  server.folder('INBOX')
})
afterEach(() => server.close())

const source = (options: { settings?: object; chosen?: string[]; maxFileBytes?: number } = {}) =>
  testSource(imap, {
    ...options,
    settings: { host: '127.0.0.1', port: server.port, security: 'none', ...options.settings } as never,
    credentials: { username: 'ada', password: 'secret' },
  })

type Mail = {
  id: string
  subject: string
  text?: string
  references?: string[]
  inReplyTo?: string
  from?: string
  file?: string
}
const mail = ({
  id,
  subject,
  text = `Text of ${id}`,
  references,
  inReplyTo,
  from = 'bob@example.com',
  file,
}: Mail) =>
  [
    `From: ${from}`,
    'To: ada@example.com',
    `Subject: ${subject}`,
    'Date: Tue, 17 Nov 2026 09:00:00 +0000',
    ...(id ? [`Message-ID: <${id}@x>`] : []),
    ...(references ? [`References: ${references.map(one => `<${one}@x>`).join('\n ')}`] : []),
    ...(inReplyTo ? [`In-Reply-To: <${inReplyTo}@x>`] : []),
    ...(file ? [`X-File: filename="${file}"`] : []),
    '',
    text,
    '',
  ].join('\n')

const pull = async (into: PulledItems, from = source()) => {
  await pullIntoMap(imap, from, into)
  return into
}
/** The texts of each thread, in order: `hello / answer`. */
const threads = (pulled: PulledItems) =>
  [...pulled.items.values()]
    .map(({ text }) => [...text.matchAll(/^Text of (.*?)\r?$/gm)].map(([, id]) => id).join(' '))
    .sort()

describe('a mailbox', () => {
  test('brings one document for each thread, by references, replies and, without them, subjects', async () => {
    server.deliver('INBOX', mail({ id: 'a', subject: 'Plan' }))
    server.deliver('INBOX', mail({ id: 'b', subject: 'Lunch' }))
    server.deliver('INBOX', mail({ id: 'c', subject: 'Re: Plan', references: ['a'] }))
    server.deliver('INBOX', mail({ id: 'd', subject: 'Something else', inReplyTo: 'c' }))
    server.deliver('INBOX', mail({ id: 'e', subject: 'AW: lunch' }))
    server.deliver('INBOX', mail({ id: 'f', subject: 'Lunch' }))
    const pulled = await pull(new PulledItems())
    expect(threads(pulled)).toEqual(['a c d', 'b e', 'f'])
    const plan = [...pulled.items.values()].find(({ title }) => title === 'Plan')!
    expect(plan).toMatchObject({
      createdAt: new Date('2026-11-17T09:00:00Z'),
      metadata: {
        type: 'mail_thread',
        subject: 'Plan',
        folders: ['INBOX'],
        from: ['bob@example.com'],
        messageCount: 3,
      },
    })
    expect(plan.text).toMatch(/^From MAILER-DAEMON/)
  })

  test('joins two threads when a message names both, and answers that came before their question', async () => {
    server.deliver('INBOX', mail({ id: 'answer', subject: 'Re: Q', references: ['question'] }))
    server.deliver('INBOX', mail({ id: 'one', subject: 'One' }))
    server.deliver('INBOX', mail({ id: 'two', subject: 'Two' }))
    const pulled = await pull(new PulledItems())
    expect(threads(pulled)).toEqual(['answer', 'one', 'two'])
    server.deliver('INBOX', mail({ id: 'question', subject: 'Q' }))
    server.deliver('INBOX', mail({ id: 'both', subject: 'Re: One', references: ['one', 'two'] }))
    await pull(pulled)
    expect(threads(pulled)).toEqual(['answer question', 'one two both'])
  })

  test('of several folders has a message once, and a thread across them', async () => {
    server.deliver('INBOX', mail({ id: 'a', subject: 'Plan' }))
    server.deliver('Sent', mail({ id: 'b', subject: 'Re: Plan', references: ['a'], from: 'ada@example.com' }))
    server.deliver('Archive', mail({ id: 'a', subject: 'Plan' }))
    server.deliver('Junk', mail({ id: 's', subject: 'Win' }))
    server.folder('Junk').specialUse = 'Junk'
    const pulled = await pull(new PulledItems())
    expect(threads(pulled)).toEqual(['a b'])
    expect(pulled.reads).toBe(1)
    expect([...pulled.items.values()][0]!.metadata.folders).toEqual(['Archive', 'INBOX', 'Sent'])
    const chosen = await pull(new PulledItems(), source({ chosen: ['Junk', 'Sent'] }))
    expect(threads(chosen)).toEqual(['b', 's'])
    // A folder that is no longer chosen takes its threads with it.
    await pull(chosen, source({ chosen: ['Sent'] }))
    expect(threads(chosen)).toEqual(['b'])
  })

  test('that has not changed costs a few commands, whatever flags have changed', async () => {
    for (let n = 0; n < 30; n++) server.deliver('INBOX', mail({ id: `m${n}`, subject: `S${n}` }))
    const pulled = await pull(new PulledItems())
    server.commands.length = 0
    await pull(pulled)
    expect(server.commands.filter(command => /FETCH|SEARCH/.test(command))).toEqual([])
    expect(pulled.reads).toBe(30)
  })

  test('follows deletions: of a message, of the last message of a thread, of a folder', async () => {
    const a = server.deliver('INBOX', mail({ id: 'a', subject: 'Plan' }))
    server.deliver('INBOX', mail({ id: 'b', subject: 'Re: Plan', references: ['a'] }))
    const c = server.deliver('INBOX', mail({ id: 'c', subject: 'Lunch' }))
    server.deliver('Old', mail({ id: 'o', subject: 'Old' }))
    const pulled = await pull(new PulledItems())
    expect(threads(pulled)).toEqual(['a b', 'c', 'o'])
    server.folder('INBOX').messages.delete(a)
    server.folder('INBOX').messages.delete(c)
    server.folders.delete('Old')
    await pull(pulled)
    expect(threads(pulled)).toEqual(['b'])
    // One message less and one more: the number of messages is the same.
    server.folder('INBOX').messages.clear()
    server.deliver('INBOX', mail({ id: 'd', subject: 'New' }))
    await pull(pulled)
    expect(threads(pulled)).toEqual(['d'])
  })

  test('with another UIDVALIDITY is looked through again, and no thread is read again', async () => {
    for (let n = 0; n < 10; n++) server.deliver('INBOX', mail({ id: `m${n}`, subject: `S${n}` }))
    const pulled = await pull(new PulledItems())
    const inbox = server.folder('INBOX')
    const messages = [...inbox.messages.values()].slice(1)
    inbox.uidValidity = 2
    inbox.uidNext = 1
    inbox.messages.clear()
    for (const message of messages) server.deliver('INBOX', message)
    await pull(pulled)
    expect(pulled.items.size).toBe(9)
    expect(pulled.reads).toBe(10)
  })

  test('without ids of messages, and with dates of a wrong clock', async () => {
    server.deliver('INBOX', mail({ id: '', subject: 'No id', text: 'Text of nobody' }))
    server.deliver('INBOX', mail({ id: 'x', subject: 'Future' }).replace('17 Nov 2026', '17 Nov 2099'))
    const pulled = await pull(new PulledItems())
    expect(threads(pulled)).toEqual(['nobody', 'x'])
    const future = [...pulled.items.values()].find(({ title }) => title === 'Future')!
    expect(future.createdAt).toEqual(new Date('2026-11-17T10:00:00Z'))
  })
})

describe('attachments', () => {
  test('are part of the thread, unless it would be too large or the setting says otherwise', async () => {
    const large = `Text of large\n${'x'.repeat(200_000)}`
    server.deliver('INBOX', mail({ id: 'a', subject: 'Paper', text: 'Text of a', file: 'paper.pdf' }))
    server.deliver('INBOX', mail({ id: 'large', subject: 'Re: Paper', references: ['a'], text: large }))
    const pulled = await pull(new PulledItems(), source({ maxFileBytes: 100_000 }))
    const [thread] = [...pulled.items.values()]
    expect(thread!.metadata).toMatchObject({
      attachmentCount: 1,
      attachmentNames: ['paper.pdf'],
      messageCount: 2,
    })
    expect(thread!.text.length).toBeLessThan(100_000)
    expect(thread!.text).toContain('Text of a')
    const without = await pull(new PulledItems(), source({ settings: { attachments: false } }))
    expect(server.commands.at(-2)).toMatch(/HEADER\] BODY\.PEEK\[1\]/)
    expect([...without.items.values()][0]!.text).toContain('Text of a')
  })

  test('and lines that begin with From cannot pretend to be another message', async () => {
    server.deliver('INBOX', mail({ id: 'a', subject: 'S', text: 'Hello\n\nFrom evil@x Thu Jan 1\n\nBye' }))
    const pulled = await pull(new PulledItems())
    expect([...pulled.items.values()][0]!.text).toContain('\n>From evil@x')
  })
})

describe('a server that fails', () => {
  const fill = (count: number) => {
    for (let n = 0; n < count; n++)
      server.deliver(
        'INBOX',
        mail({ id: `m${n}`, subject: `S${n >> 1}`, ...(n % 2 === 1 && { references: [`m${n - 1}`] }) }),
      )
  }

  test('loses nothing and doubles nothing when the run is killed at ten moments', async () => {
    fill(600)
    const pulled = new PulledItems()
    await pullWithKills(imap, () => source(), pulled, seededRandom(5))
    expect(pulled.items.size).toBe(300)
    expect(new Set(threads(pulled)).size).toBe(300)
    expect(threads(pulled)).toContain('m598 m599')
    // Threads of a batch that was stored are not read again.
    expect(pulled.reads).toBeLessThan(300 + 10 * 50)
  })

  test('by cutting the connection ends the run, which goes on later', async () => {
    fill(200)
    let fetches = 0
    server.fault = command => (/^UID FETCH/.test(command) && ++fetches === 40 ? 'drop' : undefined)
    const pulled = new PulledItems()
    await expect(pull(pulled)).rejects.toMatchObject({ code: 'provider_unavailable' })
    await pull(pulled)
    expect(pulled.items.size).toBe(100)
  })

  test('says why: password, throttling, unknown host', async () => {
    server.password = 'changed'
    await expect(imap.check(source())).rejects.toMatchObject({ code: 'auth_expired' })
    server.password = 'secret'
    server.fault = command => (command.startsWith('LIST') ? 'NO [LIMIT] too many commands' : undefined)
    await expect(pull(new PulledItems())).rejects.toMatchObject({
      code: expect.stringMatching(/rate_limited|source_gone/),
    })
    server.fault = undefined
    expect(await imap.check(source())).toEqual({ account: 'ada at 127.0.0.1' })
    await expect(imap.check(source({ settings: { port: 1 } }))).rejects.toMatchObject({
      code: 'provider_unavailable',
    })
    await expect(imap.check(source({ settings: { security: 'tls' } }))).rejects.toMatchObject({
      code: expect.stringMatching(/settings_invalid|provider_unavailable/),
    })
  })

  test('refuses the password in the middle of a run: what is stored stays', async () => {
    fill(100)
    const pulled = await pull(new PulledItems())
    server.password = 'changed'
    server.deliver('INBOX', mail({ id: 'new', subject: 'New' }))
    await expect(pull(pulled)).rejects.toMatchObject({ code: 'auth_expired' })
    expect(pulled.items.size).toBe(50)
  })
})

test('folders can be chosen from a list', async () => {
  server.folder('Archive')
  server.folder('Trash').specialUse = 'Trash'
  const { resources, total } = await imap.resources!(source(), { page: 1, perPage: 2 })
  expect(total).toBe(3)
  expect(resources).toHaveLength(2)
  expect(resources.every(({ details }) => typeof details!.isDefault === 'boolean')).toBe(true)
})
