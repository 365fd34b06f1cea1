import { parseArgs } from 'node:util'
import { ImapFlow } from 'imapflow'
import { imap } from '../../src/platform/connectors/imap.ts'
import { PulledItems, pullIntoMap, pullWithKills, seededRandom } from '../../test/connectors/pull-into-map.ts'
import { testSource } from '../../test/connectors/test-source.ts'
import { nobody, startRealServer } from './real-server.ts'

/** Reads a mailbox of Dovecot with kills, changes it in every way, and compares thread by thread with the server. */
const { values } = parseArgs({ options: { messages: { type: 'string', default: '1000' } } })
const count = Number(values.messages)

const server = await startRealServer(
  'dovecot',
  file => ['dovecot', '-F', '-c', file],
  (folder, port) => `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
first_valid_uid = 500
mail_location = maildir:${folder}/data/%u
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${nobody} gid=${nobody} home=${folder}/data/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service stats {
  unix_listener stats-reader {
    mode = 0666
  }
  unix_listener stats-writer {
    mode = 0666
  }
}
`,
)

const client = new ImapFlow({
  ...{
    host: '127.0.0.1',
    port: server.port,
    secure: false,
    doSTARTTLS: false,
    logger: false,
    disableAutoIdle: true,
  },
  auth: { user: 'ada', pass: 'secret' },
})
await client.connect()
/** Message ids of each thread, as they should be stored. */
const expected = new Map<string, Set<string>>()
let delivered = 0

/** Messages of a thread have one number of conversation in their ids. */
async function deliver(folder: string, conversation: number, position: number): Promise<void> {
  const id = (n: number) => `<c${conversation}.${n}@example.com>`
  const references = Array.from({ length: position }, (_, n) => id(n))
  const lines = [
    'From: Bob <bob@example.com>',
    'To: ada@example.com',
    `Subject: ${position > 0 ? 'Re: ' : ''}Conversation ${conversation}`,
    'Date: Tue, 17 Nov 2026 09:00:00 +0000',
    `Message-ID: ${id(position)}`,
    ...(position > 0 ? [`In-Reply-To: ${references.at(-1)}`, `References: ${references.join('\r\n ')}`] : []),
    '',
    `Text ${conversation}.${position}`,
  ]
  await client.append(folder, lines.join('\r\n'))
  const key = String(conversation)
  expected.set(key, (expected.get(key) ?? new Set()).add(id(position)))
  delivered++
}

function differences(pulled: PulledItems): string[] {
  const stored = new Map<string, Set<string>>()
  for (const { text } of pulled.items.values()) {
    const ids = [...text.matchAll(/^Message-ID: (<c(\d+)\.\d+@example\.com>)/gim)]
    const key = ids[0]?.[2] ?? '?'
    if (stored.has(key)) return [`${key} is stored twice`]
    stored.set(key, new Set(ids.map(([, id]) => id!)))
  }
  const keys = new Set([...stored.keys(), ...expected.keys()])
  const show = (ids: Set<string> | undefined) => [...(ids ?? [])].sort().join(' ')
  return [...keys].filter(key => show(stored.get(key)) !== show(expected.get(key)))
}

const source = () =>
  testSource(imap, {
    settings: { host: '127.0.0.1', port: server.port, security: 'none' } as never,
    credentials: { username: 'ada', password: 'secret' },
  })
async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return Math.round(performance.now() - started)
}

const faults: Record<string, string[]> = {}
const times: Record<string, number> = {}
try {
  for (const folder of ['Sent', 'Archive']) await client.mailboxCreate(folder)
  for (let n = 0; delivered < count; n++)
    for (let position = 0; position <= n % 4; position++)
      await deliver(position % 2 ? 'Sent' : 'INBOX', n, position)
  const pulled = new PulledItems()
  const random = seededRandom(17)
  times.first = await timed(() => pullWithKills(imap, source, pulled, random))
  faults.first = differences(pulled)
  const reads = pulled.reads
  times.unchanged = await timed(() => pullIntoMap(imap, source(), pulled))

  await client.mailboxOpen('INBOX')
  await client.messageFlagsAdd('1:50', ['\\Seen', '\\Flagged'])
  times.flags = await timed(() => pullIntoMap(imap, source(), pulled))
  faults.flags = pulled.reads === reads ? [] : ['flags were read as changes']

  // Deletes some messages, moves others, adds new ones.
  for await (const { envelope, uid } of client.fetch('1:40', { envelope: true, uid: true })) {
    const [, conversation] = /c(\d+)\./.exec(envelope!.messageId!)!
    expected.get(conversation!)!.delete(envelope!.messageId!)
    if (expected.get(conversation!)!.size === 0) expected.delete(conversation!)
    faults.deleted = [...(faults.deleted ?? []), String(uid)]
  }
  await client.messageDelete(faults.deleted!.join(','), { uid: true })
  await client.messageMove('1:20', 'Archive')
  for (let n = 0; n < 10; n++) await deliver('INBOX', 1_000_000 + n, 0)
  times.changed = await timed(() => pullIntoMap(imap, source(), pulled))
  faults.deleted = differences(pulled)

  // Another UIDVALIDITY.
  const before = pulled.reads
  await client.mailboxClose()
  await client.mailboxRename('Archive', 'Archive2')
  await client.mailboxCreate('Archive')
  await client.mailboxOpen('Archive2')
  await client.messageMove('1:*', 'Archive')
  await client.mailboxClose()
  await client.mailboxDelete('Archive2')
  await pullIntoMap(imap, source(), pulled)
  faults.renumbered = differences(pulled)
  faults.renumberedReads = pulled.reads === before ? [] : [`${pulled.reads - before} threads were read again`]
  const ok = Object.values(faults).every(list => list.length === 0)
  console.log(
    JSON.stringify({
      ok,
      messages: delivered,
      threads: pulled.items.size,
      ms: times,
      capabilities: [...client.capabilities.keys()].filter(name => /CONDSTORE|QRESYNC|ESEARCH/.test(name)),
      checkpointBytes: pulled.largestCheckpoint,
      faults: ok ? undefined : faults,
    }),
  )
} finally {
  await client.logout().catch(() => client.close())
  await server.stop()
}
