import { ImapFlow, type ListResponse, type MailboxObject } from 'imapflow'
import { SourceError } from '../connector.ts'
import type { ImapSource } from './settings.ts'

const connectTimeoutMs = 20_000
const socketTimeoutMs = 120_000
/** A server that sends more in one answer is broken. A message is read in parts of this size at most. */
const maxLiteralBytes = 100_000_000

export type OpenOptions = { uidValidity?: bigint; changedSince?: bigint }

/**
 * One connection to a mail server. Commands need their folder to be open, so they run one after another, each with its folder.
 * A connection that was lost is opened again for the next one.
 */
export class Mailbox {
  readonly #source: ImapSource
  #client: ImapFlow | undefined
  #open: string | undefined
  #queue: Promise<unknown> = Promise.resolve()

  constructor(source: ImapSource) {
    this.#source = source
  }

  /** Runs a command without a folder. */
  run<T>(command: (client: ImapFlow) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => command(await this.#connect()))
  }

  /** Opens a folder to read from, and runs a command in it. */
  inFolder<T>(path: string, command: (client: ImapFlow, folder: MailboxObject) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const client = await this.#connect()
      if (this.#open !== path) await this.#select(client, path)
      return command(client, client.mailbox as MailboxObject)
    })
  }

  /** Opens a folder anew. Returns the UIDs that the server says are gone since the last time (QRESYNC). */
  reopen(
    path: string,
    options: OpenOptions,
  ): Promise<{ folder: MailboxObject; vanished: number[] | undefined }> {
    return this.#inTurn(async () => {
      const client = await this.#connect()
      const vanished: number[] = []
      const note = ({ uid }: { uid?: number | undefined }) => {
        if (uid !== undefined) vanished.push(uid)
      }
      client.on('expunge', note)
      const folder = await this.#select(client, path, options).finally(() => client.off('expunge', note))
      const isKnown = client.enabled.has('QRESYNC') && options.changedSince !== undefined
      return { folder, vanished: isKnown ? vanished : undefined }
    })
  }

  list(): Promise<ListResponse[]> {
    return this.run(client => client.list())
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    if (!client?.usable) return client?.close()
    await client.logout().catch(() => client.close())
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const run = async () => {
      try {
        return await task()
      } catch (error) {
        this.#source.signal.throwIfAborted()
        throw toSourceError(error)
      }
    }
    const result = this.#queue.then(run, run)
    this.#queue = result.catch(() => undefined)
    return result
  }

  async #select(client: ImapFlow, path: string, options: OpenOptions = {}): Promise<MailboxObject> {
    this.#open = undefined
    const folder = await client.mailboxOpen(path, { readOnly: true, ...options } as never)
    this.#open = path
    return folder
  }

  async #connect(): Promise<ImapFlow> {
    if (this.#client?.usable) return this.#client
    this.#client?.close()
    this.#open = undefined
    const { settings, credentials, signal, http } = this.#source
    const { host, port, security } = settings
    const client = new ImapFlow({
      // Connects to the address that was checked, and checks the certificate for the name.
      host: await http.resolve(host),
      port,
      secure: security === 'tls',
      ...(/^[\d.:]+$/.test(host) ? {} : { servername: host }),
      ...(security === 'starttls' && { doSTARTTLS: true }),
      ...(security === 'none' && { doSTARTTLS: false }),
      auth: { user: credentials.username, pass: credentials.password },
      logger: false,
      qresync: true,
      disableAutoIdle: true,
      maxLiteralSize: maxLiteralBytes,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      socketTimeout: socketTimeoutMs,
    })
    // Errors between commands show in the next command.
    client.on('error', () => undefined)
    const stop = () => client.close()
    signal.addEventListener('abort', stop, { once: true })
    client.once('close', () => signal.removeEventListener('abort', stop))
    this.#client = client
    await client.connect()
    return client
  }
}

type ImapFault = {
  authenticationFailed?: boolean
  serverResponseCode?: string
  code?: string
  throttleReset?: number
  responseText?: string
  mailboxMissing?: boolean
}

/** Everything that goes wrong with a mail server concerns the whole source. */
export function toSourceError(error: unknown): unknown {
  if (error instanceof SourceError) return error
  const {
    authenticationFailed,
    serverResponseCode = '',
    code,
    throttleReset,
    responseText,
  } = error as ImapFault
  const said = responseText ?? (error as Error).message
  const isBusy = /^(?:UNAVAILABLE|LIMIT|INUSE|SERVERBUG|THROTTLED)$/i.test(serverResponseCode)
  if (code === 'ETHROTTLE' || /^(?:LIMIT|THROTTLED|OVERQUOTA)$/i.test(serverResponseCode))
    return new SourceError('rate_limited', `The mail server wants a pause: ${said}`, {
      cause: error,
      ...(throttleReset !== undefined && { retryAfterMs: throttleReset }),
    })
  if (authenticationFailed && !isBusy)
    return new SourceError('auth_expired', 'The mail server does not accept the user name and password', {
      cause: error,
    })
  if (/CERT|SELF_SIGNED|ALTNAME|SSL|TLS/.test(code ?? ''))
    return new SourceError('settings_invalid', `The connection to the mail server is not secure: ${said}`, {
      cause: error,
    })
  return new SourceError('provider_unavailable', `The mail server failed: ${said}`, { cause: error })
}
