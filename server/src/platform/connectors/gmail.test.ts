import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refetch, run, Shelf, sourceFor, sync } from '../../../test/connectors/drive-connector.ts'
import type { MailMessageDouble } from '../../../test/connectors/gmail-double.ts'
import { GoogleServer } from '../../../test/connectors/google-server.ts'
import { seededRandom } from '../../../test/connectors/pull-into-map.ts'
import { readThreads, textsOf } from '../../../test/connectors/read-threads.ts'
import { extractMbox } from '../extraction/formats/mbox.ts'
import { gmail } from './gmail.ts'

let server: GoogleServer
let shelf: Shelf
beforeEach(async () => {
  server = await new GoogleServer().start()
  shelf = new Shelf()
})
afterEach(() => server.close())

const source = (options: object = {}, settings: object = {}) =>
  sourceFor(gmail, { settings, ...server.sourceParts(), ...options })

/** Every third thread has two messages. Returns the ids of the first messages, which are those of the threads. */
function fill(count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const id = server.mail.deliver({ subject: `Subject ${n}` })
    if (n % 3 === 0)
      server.mail.deliver({ subject: `Re: Subject ${n}`, text: `Answer ${n}\n\n> Text of`, threadId: id })
    return id
  })
}

const expectInStep = (isWanted?: (messages: MailMessageDouble[]) => boolean) =>
  expect(readThreads(shelf)).toEqual(server.mail.expected(isWanted))

describe('threads', () => {
  test('are one document each, with people, dates of arrival, labels and names of attachments', async () => {
    const { mail } = server
    mail.label('Label_1', 'Kiln')
    const id = mail.deliver({ subject: 'Grüße – 日本', labelIds: ['INBOX', 'Label_1'], files: ['plan.pdf'] })
    mail.deliver({
      ...{ subject: 'Re: Grüße', threadId: id, labelIds: ['SENT'], text: 'Yes\n\n> Text of Grüße' },
      ...{ from: '"Ada, L." <Ada@example.org>', to: 'bob@example.org, "C" <c@example.org>' },
    })
    fill(5)
    await sync(gmail, source(), shelf)
    expectInStep()
    expect(shelf.items.get(id)).toMatchObject({
      title: 'Grüße – 日本',
      url: `https://mail.google.com/mail/?authuser=ada%40example.org#all/${id}`,
      metadata: {
        ...{ type: 'gmail_thread', subject: 'Grüße – 日本', threadId: id, labels: ['Kiln'] },
        from: ['bob@example.org', 'ada@example.org'],
        to: ['ada@example.org', 'bob@example.org', 'c@example.org'],
        date: '2031-01-01T00:02:00.000Z',
        ...{ messageCount: 2, attachmentCount: 1, attachmentNames: ['plan.pdf'] },
      },
    })
    const bench = { progress: () => undefined } as unknown as Parameters<typeof extractMbox>[1]
    const bytes = Buffer.from(shelf.items.get(id)!.text)
    const file = { bytes, kind: 'mbox' as const, name: 'thread.mbox', contentType: 'application/mbox' }
    const { text } = await extractMbox(file, bench)
    expect(text).toContain('From: Bob <bob@example.org>')
    expect(text).toContain('Text of Grüße – 日本')
    expect(text).toMatch(/Date: Wed, 01 Jan 2031 00:02:00 GMT[\s\S]*Yes[\s\S]*Text of Grüße/)
  })

  test('cost a few requests when nothing has changed, whatever was read or starred', async () => {
    const [first] = fill(10)
    await sync(gmail, source(), shelf)
    const { reads } = shelf
    server.mail.addLabel(first!, 'UNREAD')
    server.mail.removeLabel(first!, 'INBOX')
    server.requests.length = 0
    await run(gmail, source(), shelf)
    expect(server.requests).toHaveLength(3)
    expect(shelf.reads).toBe(reads)
  })

  test('follow new messages, deleted messages, spam and trash, and come back from there', async () => {
    const ids = fill(12)
    await sync(gmail, source(), shelf)
    const { reads } = shelf
    const { mail } = server
    mail.deliver({ subject: 'New' })
    mail.deliver({ subject: 'Re', text: 'Late answer', threadId: ids[1]! })
    mail.remove(ids[0]!)
    mail.remove(ids[2]!)
    mail.addLabel(ids[4]!, 'TRASH')
    mail.addLabel(ids[5]!, 'SPAM')
    await run(gmail, source(), shelf)
    expectInStep()
    expect(shelf.reads - reads).toBe(3)
    mail.removeLabel(ids[4]!, 'TRASH')
    mail.removeLabel(ids[5]!, 'SPAM')
    await run(gmail, source(), shelf)
    expectInStep()
  })

  test('leave out drafts and chats, until a draft is sent', async () => {
    const draft = server.mail.deliver({ subject: 'Draft', labelIds: ['DRAFT'] })
    server.mail.deliver({ subject: 'Chat', labelIds: ['CHAT'] })
    await sync(gmail, source(), shelf)
    expect(shelf.items.size).toBe(0)
    server.mail.addLabel(draft, 'SENT')
    server.mail.removeLabel(draft, 'DRAFT')
    await run(gmail, source(), shelf)
    expectInStep()
    expect(shelf.items.size).toBe(1)
  })

  test('that change while they are listed are not lost', async () => {
    server.mail.maxPerPage = 4
    const ids = fill(30)
    let lists = 0
    server.onRequest = ({ path }) => {
      if (!path.endsWith('/threads')) return
      if (++lists === 3) server.mail.remove(ids[29]!)
      if (lists === 4) server.mail.deliver({ subject: 'Late' })
      if (lists === 5) server.mail.deliver({ subject: 'Re', text: 'Late too', threadId: ids[20]! })
    }
    await sync(gmail, source(), shelf)
    server.onRequest = undefined
    await sync(gmail, source(), shelf)
    expectInStep()
  })

  test('survive ten kills at random batches, with mail in between: nothing is lost, nothing has two documents', async () => {
    server.mail.maxPerPage = 7
    const ids = fill(60)
    const random = seededRandom(3)
    for (let kills = 0; kills < 10; kills++) {
      await run(gmail, source(), shelf, { killAt: Math.floor(random() * 4) })
      server.mail.deliver({ subject: 'Re', text: `After kill ${kills}`, threadId: ids[kills * 5]! })
      if (kills % 3 === 0) server.mail.addLabel(ids[50 + kills]!, 'TRASH')
    }
    await sync(gmail, source(), shelf)
    expectInStep()
    expect(new Set([...shelf.items.values()].map(({ document }) => document)).size).toBe(shelf.items.size)
  })

  test('that appear many times in the history are asked for once', async () => {
    const [first] = fill(3)
    await sync(gmail, source(), shelf)
    server.mail.repeats = 5
    for (let n = 0; n < 5; n++) server.mail.deliver({ subject: 'Re', text: `Answer ${n}`, threadId: first! })
    server.requests.length = 0
    await run(gmail, source(), shelf)
    expectInStep()
    expect(server.count(`/gmail/v1/users/me/threads/${first}`)).toBe(2)
  })

  test('are read one by one for a retry, and those that are gone leave', async () => {
    const ids = fill(3)
    await sync(gmail, source(), shelf)
    server.mail.deliver({ subject: 'Re', text: 'More', threadId: ids[1]! })
    server.mail.remove(ids[2]!)
    await refetch(gmail, source(), shelf, [ids[1]!, ids[2]!, 'no/id'])
    expectInStep()
  })
})

describe('a choice', () => {
  test('of labels brings their threads, and follows labels that are added and removed', async () => {
    const { mail } = server
    mail.label('Label_1', 'Kiln')
    mail.label('Label_2', 'Clay')
    const ids = fill(12)
    for (const id of ids.slice(0, 4)) mail.addLabel(id, 'Label_1')
    mail.addLabel(ids[3]!, 'Label_2')
    const chosen = ['Label_1', 'Label_2', 'Label_gone']
    const isChosen = (messages: MailMessageDouble[]) =>
      messages.some(({ labelIds }) => labelIds.some(label => chosen.includes(label)))
    await sync(gmail, source({ chosen }), shelf)
    expectInStep(isChosen)
    expect(shelf.items.get(ids[3]!)?.metadata.labels).toEqual(['Clay', 'Kiln'])
    mail.addLabel(ids[7]!, 'Label_2')
    mail.removeLabel(ids[0]!, 'Label_1')
    await run(gmail, source({ chosen }), shelf)
    expectInStep(isChosen)
    await sync(gmail, source(), shelf)
    expectInStep()
    await expect(sync(gmail, source({ chosen: ['Label_gone'] }), shelf)).rejects.toMatchObject({
      code: 'source_gone',
    })
  })

  test('of a day and of categories leaves older and other threads out', async () => {
    const { mail } = server
    const ids = fill(6)
    for (const id of ids.slice(0, 3)) mail.addLabel(id, 'CATEGORY_PROMOTIONS')
    const settings = { skip: ['promotions'], since: '2031-01-02' }
    mail.now = Date.UTC(2031, 0, 2)
    mail.deliver({ subject: 'Re', text: 'Answer', threadId: ids[5]! })
    mail.deliver({ subject: 'Buy', labelIds: ['CATEGORY_PROMOTIONS'] })
    mail.deliver({ subject: 'Recent' })
    await sync(gmail, source({}, settings), shelf)
    const isWanted = (messages: MailMessageDouble[]) =>
      messages.at(-1)!.at >= Date.UTC(2031, 0, 2) &&
      !messages.every(({ labelIds }) => labelIds.includes('CATEGORY_PROMOTIONS'))
    expectInStep(isWanted)
    expect(shelf.items.size).toBe(2)
    mail.deliver({ subject: 'Buy more', labelIds: ['CATEGORY_PROMOTIONS'] })
    await run(gmail, source({}, settings), shelf)
    expectInStep(isWanted)
  })

  test('can be made in a list of labels', async () => {
    server.mail.label('Label_1', 'Kiln')
    const { resources, total } = await gmail.resources!(source(), { page: 1, perPage: 2 })
    expect([resources.map(({ id }) => id), total]).toEqual([['CATEGORY_PROMOTIONS', 'INBOX'], 4])
  })
})

describe('a message', () => {
  const textOf = async (given: Partial<MailMessageDouble>) => {
    const id = server.mail.deliver({ subject: 'S', ...given })
    await sync(gmail, source(), shelf)
    return shelf.items.get(id)!.text
  }

  test('has its plain text and its HTML, from which the extractor chooses', async () => {
    const text = await textOf({ text: 'Plain', html: '<p>Rich</p>' })
    expect(text).toMatch(
      /text\/plain; charset=utf-8[\s\S]*Plain[\s\S]*text\/html; charset=utf-8[\s\S]*<p>Rich<\/p>/,
    )
    expect(await textOf({ text: undefined, html: '<p>Only</p>' })).not.toContain('text/plain')
  })

  test.each([
    ['UTF-8, whatever its header says', Buffer.from('Grüße'), 'text/plain; charset=iso-8859-1', 'utf-8'],
    [
      'the charset of its header',
      Buffer.from('Grüße', 'latin1'),
      'text/plain; charset="ISO-8859-1"',
      'ISO-8859-1',
    ],
    ['ISO-2022-JP', Buffer.from('\u001b$B$3\u001b(B'), 'text/plain; charset=ISO-2022-JP', 'ISO-2022-JP'],
  ])('is read as %s', async (_, bytes, contentType, charset) => {
    expect(await textOf({ bytes, contentType })).toContain(`text/plain; charset=${charset}\r\n`)
  })

  test('with a long text, which Gmail keeps apart, has all of it', async () => {
    expect(textsOf(await textOf({ text: 'Long text', isApart: true }))).toEqual(['Long text'])
  })

  test('cannot pretend to be another message or another header', async () => {
    const text = await textOf({
      text: 'Hello\n\nFrom evil@x Thu Jan 1\n\nBye',
      from: 'Eve <eve@example.org>\r\nSubject: Forged',
    })
    expect(text).toContain('\n>From evil@x')
    expect(text).not.toMatch(/^Subject: Forged/m)
  })

  test('of a very long thread is read by itself, and one that does not fit is left out', async () => {
    const id = server.mail.deliver({ subject: 'Long', text: 'First' })
    for (let n = 0; n < 7; n++)
      server.mail.deliver({ subject: 'Re', text: `${n} ${'x'.repeat(1_000_000)}`, threadId: id })
    server.mail.deliver({ subject: 'Re', text: 'Last', threadId: id })
    await sync(gmail, source(), shelf)
    const texts = textsOf(shelf.items.get(id)!.text)
    expect([texts[0], texts.at(-1)]).toEqual(['First', 'Last'])
    expect(texts.length).toBe(6)
    expect(shelf.items.get(id)!.metadata.messageCount).toBe(9)
  })
})
