import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export type MailFolder = {
  uidValidity: number
  uidNext: number
  messages: Map<number, string>
  specialUse?: string
}

/** A mail server on the loopback: what this connector uses of IMAP4rev1 (RFC 3501), without extensions. */
export class ImapServer {
  readonly folders = new Map<string, MailFolder>()
  password = 'secret'
  /** Commands of all sessions. */
  readonly commands: string[] = []
  /** Called with each command; returns an answer of its own, such as `NO [LIMIT] …`, or `drop` to cut the connection. */
  fault: ((command: string) => string | undefined) | undefined
  port = 0
  readonly #server = createServer(socket => this.#serve(socket))
  readonly #sockets = new Set<Socket>()

  static async start(): Promise<ImapServer> {
    const server = new ImapServer()
    server.#server.listen(0, '127.0.0.1')
    await once(server.#server, 'listening')
    server.port = (server.#server.address() as AddressInfo).port
    return server
  }

  folder(name: string): MailFolder {
    const known = this.folders.get(name)
    if (known) return known
    const folder: MailFolder = { uidValidity: 1, uidNext: 1, messages: new Map() }
    this.folders.set(name, folder)
    return folder
  }

  deliver(folder: string, message: string): number {
    const to = this.folder(folder)
    const uid = to.uidNext++
    to.messages.set(uid, message.replace(/\r?\n/g, '\r\n'))
    return uid
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    // An answer is several writes, which would wait for each other.
    socket.setNoDelay(true)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    const session = new ImapSession(this, text => socket.write(text, 'latin1'))
    let pending = ''
    socket.on('data', data => {
      pending += data.toString('latin1')
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end)
        pending = pending.slice(end + 2)
        if (session.run(line) === 'end') return socket.end()
      }
    })
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
  }
}

class ImapSession {
  readonly #server: ImapServer
  readonly #write: (text: string) => void
  #selected: MailFolder | undefined

  constructor(server: ImapServer, write: (text: string) => void) {
    this.#server = server
    this.#write = write
  }

  run(line: string): 'end' | undefined {
    const [, tag = '*', name = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line) ?? []
    const command = `${name.toUpperCase()} ${rest}`.trim()
    this.#server.commands.push(command)
    const fault = this.#server.fault?.(command)
    if (fault === 'drop') return 'end'
    const answer = fault ?? this.#answer(name.toUpperCase(), rest)
    if (answer !== undefined) this.#write(`${tag} ${answer}\r\n`)
    return name.toUpperCase() === 'LOGOUT' ? 'end' : undefined
  }

  #answer(name: string, rest: string): string {
    const handlers: Record<string, (rest: string) => string | undefined> = {
      CAPABILITY: () => this.#untagged('CAPABILITY IMAP4rev1'),
      LOGIN: args =>
        args.includes(this.#server.password) ? undefined : 'NO [AUTHENTICATIONFAILED] wrong password',
      LIST: args => (args.endsWith(' ""') ? this.#untagged('LIST (\\Noselect) "/" ""') : this.#list()),
      LSUB: () => undefined,
      NOOP: () => undefined,
      STATUS: args => this.#status(args),
      EXAMINE: args => this.#select(args),
      SELECT: args => this.#select(args),
      'UID SEARCH': args => this.#search(args),
      'UID FETCH': args => this.#fetch(args),
      LOGOUT: () => this.#untagged('BYE'),
    }
    const handler = handlers[name]
    return handler ? (handler(rest) ?? 'OK done') : 'BAD unknown command'
  }

  #untagged(text: string): undefined {
    this.#write(`* ${text}\r\n`)
  }

  #list(): undefined {
    for (const [name, { specialUse }] of this.#server.folders)
      this.#untagged(`LIST (\\HasNoChildren${specialUse ? ` \\${specialUse}` : ''}) "/" "${name}"`)
  }

  #find(args: string): MailFolder | undefined {
    const name = /^(?:"([^"]*)"|(\S+))/.exec(args)
    return this.#server.folders.get(name?.[1] ?? name?.[2] ?? '')
  }

  #status(args: string): string | undefined {
    const folder = this.#find(args)
    if (!folder) return 'NO there is no such folder'
    const { messages, uidNext, uidValidity } = folder
    const name = /^(?:"[^"]*"|\S+)/.exec(args)![0]
    return this.#untagged(
      `STATUS ${name} (MESSAGES ${messages.size} UIDNEXT ${uidNext} UIDVALIDITY ${uidValidity})`,
    )
  }

  #select(args: string): string | undefined {
    this.#selected = this.#find(args)
    if (!this.#selected) return 'NO there is no such folder'
    const { messages, uidNext, uidValidity } = this.#selected
    this.#untagged(`${messages.size} EXISTS`)
    this.#untagged('FLAGS ()')
    this.#untagged(`OK [UIDVALIDITY ${uidValidity}] x`)
    this.#untagged(`OK [UIDNEXT ${uidNext}] x`)
    return 'OK [READ-ONLY] done'
  }

  #search(args: string): undefined {
    const set = /UID (\S+)/.exec(args)?.[1] ?? '1:*'
    this.#untagged(`SEARCH ${this.#uids(set).join(' ')}`.trim())
  }

  /** `1:5,9:*`, where `*` is the last message even if the set begins behind it. */
  #uids(set: string): number[] {
    const all = [...this.#selected!.messages.keys()].sort((one, other) => one - other)
    const last = all.at(-1) ?? 0
    return all.filter(uid =>
      set.split(',').some(range => {
        const [from, to] = range.split(':').map(part => (part === '*' ? last : Number(part)))
        return uid >= Math.min(from!, to ?? from!) && uid <= Math.max(from!, to ?? from!)
      }),
    )
  }

  #fetch(args: string): undefined {
    const [, set = '', query = ''] = /^(\S+) (.*)$/.exec(args) ?? []
    const all = [...this.#selected!.messages.keys()].sort((one, other) => one - other)
    for (const uid of this.#uids(set)) {
      const raw = this.#selected!.messages.get(uid)!
      this.#untagged(`${all.indexOf(uid) + 1} FETCH (${[`UID ${uid}`, ...fetchItems(raw, query)].join(' ')})`)
    }
  }
}

function fetchItems(raw: string, query: string): string[] {
  const [head = ''] = raw.split('\r\n\r\n')
  const body = raw.slice(head.length + 4)
  const items: string[] = []
  if (/ENVELOPE/.test(query)) items.push(`ENVELOPE ${envelopeOf(raw)}`)
  if (/RFC822\.SIZE/.test(query)) items.push(`RFC822.SIZE ${raw.length}`)
  if (/INTERNALDATE/.test(query)) items.push('INTERNALDATE "17-Nov-2026 10:00:00 +0000"')
  if (/BODYSTRUCTURE/.test(query)) items.push(`BODYSTRUCTURE ${structureOf(raw, body)}`)
  const partial = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/.exec(query)
  if (/BODY\.PEEK\[\]/.test(query)) {
    const text = partial ? raw.slice(Number(partial[1]), Number(partial[1]) + Number(partial[2])) : raw
    items.push(`BODY[]${partial ? `<${partial[1]}>` : ''} ${literal(text)}`)
  }
  if (/HEADER\.FIELDS/.test(query)) {
    const references = headerOf(raw, 'References')
    items.push(
      `BODY[HEADER.FIELDS (REFERENCES)] ${literal(references ? `References: ${references}\r\n\r\n` : '\r\n')}`,
    )
  } else if (/\[HEADER\]/.test(query)) items.push(`BODY[HEADER] ${literal(`${head}\r\n\r\n`)}`)
  if (/\[1\]/.test(query)) items.push(`BODY[1]<0> ${literal(body)}`)
  return items
}

const literal = (text: string) => `{${text.length}}\r\n${text}`
const quoted = (text: string | undefined) => (text === undefined ? 'NIL' : literal(text))

export function headerOf(raw: string, name: string): string | undefined {
  const [head = ''] = raw.split('\r\n\r\n')
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ')
  return new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1]?.trim()
}

function envelopeOf(raw: string): string {
  const header = (name: string) => headerOf(raw, name)
  const person = (name: string) => {
    const [, user, host] = /([^<\s@]+)@([^>\s]+)/.exec(header(name) ?? '') ?? []
    return user ? `((NIL NIL "${user}" "${host}"))` : 'NIL'
  }
  const from = person('From')
  const parts = [
    quoted(header('Date')),
    quoted(header('Subject')),
    from,
    from,
    from,
    person('To'),
    'NIL',
    'NIL',
  ]
  return `(${[...parts, quoted(header('In-Reply-To')), quoted(header('Message-ID'))].join(' ')})`
}

function structureOf(raw: string, body: string): string {
  const text = `("TEXT" "PLAIN" ("CHARSET" "UTF-8") NIL NIL "7BIT" ${body.length} 1)`
  const attached = /filename="([^"]+)"/.exec(raw)?.[1]
  if (!attached) return text
  return `(${text}("APPLICATION" "PDF" ("NAME" "${attached}") NIL NIL "BASE64" 100 NIL ("ATTACHMENT" ("FILENAME" "${attached}"))) "MIXED")`
}
