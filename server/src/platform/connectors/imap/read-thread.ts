import type { FetchMessageObject, FetchQueryObject, MessageStructureObject } from 'imapflow'
import { type Content, ItemError, SourceError } from '../connector.ts'
import { toMbox, toMboxEntry } from '../mbox.ts'
import type { MessageLocation } from './mail-state.ts'
import type { Mailbox } from './mailbox.ts'
import type { ImapSource } from './settings.ts'

/** Messages of one thread that are read, the newest ones. */
export const maxMessages = 500
/** Of a message whose attachments are not read: more text than anyone writes. */
const maxBodyBytes = 1_000_000
const maxHeaderBytes = 100_000

export type ThreadMessage = MessageLocation & { size: number; structure: MessageStructureObject | undefined }

/**
 * A thread as a file in mbox format, with its attachments. The extractor reads it in the sandbox, where attachments have their
 * limits: of size, number and what they unpack to. The thread as a whole stays below the limit for files: when the next
 * message would exceed it, of that message and the following only the text is taken.
 */
export async function readThread(
  source: ImapSource,
  mailbox: Mailbox,
  messages: readonly ThreadMessage[],
  subject: string,
): Promise<Content> {
  const parts: Buffer[] = []
  // Escaping `From ` adds a byte to some lines.
  let left = source.limits.maxFileBytes * 0.95
  for (const message of messages) {
    const bytes = await readMessage(source, mailbox, message, left)
    if (bytes === undefined || bytes.length > left) continue
    const entry = toMboxEntry(bytes)
    parts.push(entry)
    left -= entry.length
  }
  return toMbox(parts, subject)
}

async function readMessage(
  { settings, signal }: ImapSource,
  mailbox: Mailbox,
  message: ThreadMessage,
  left: number,
): Promise<Buffer | undefined> {
  signal.throwIfAborted()
  if (!settings.attachments || message.size + 1_000 > left) return readText(mailbox, message)
  const found = await fetchOne(mailbox, message, { source: { maxLength: Math.floor(left) } })
  return found?.source
}

/** The header and the text of a message, as a message without attachments. */
async function readText(mailbox: Mailbox, message: ThreadMessage): Promise<Buffer | undefined> {
  const part = message.structure && findText(message.structure)
  const key = part?.part ?? '1'
  const found = await fetchOne(mailbox, message, {
    headers: true,
    bodyParts: [{ key, maxLength: maxBodyBytes }],
  })
  if (!found?.headers) return undefined
  const type = part?.type ?? 'text/plain'
  const charset = /^[\w.:-]{1,40}$/.exec(String(part?.parameters?.charset ?? ''))?.[0]
  // A server with BINARY has decoded the part already.
  const encoding = found.binaryParts?.has(key) ? '8bit' : (part?.encoding ?? '7bit')
  const header = [
    withoutContent(found.headers),
    `Content-Type: ${type}${charset ? `; charset=${charset}` : ''}`,
    `Content-Transfer-Encoding: ${encoding}`,
  ].join('\r\n')
  return Buffer.concat([
    Buffer.from(`${header}\r\n\r\n`, 'latin1'),
    found.bodyParts?.get(key) ?? Buffer.alloc(0),
  ])
}

async function fetchOne(
  mailbox: Mailbox,
  { path, uid }: ThreadMessage,
  query: FetchQueryObject,
): Promise<FetchMessageObject | undefined> {
  try {
    return await mailbox.inFolder(path, async client => {
      const found = await client.fetchOne(String(uid), query, { uid: true })
      return found || undefined
    })
  } catch (error) {
    throw isOfMessage(error)
      ? new ItemError('item_unreadable', `${(error as Error).message} (message ${uid} of ${path})`, {
          cause: error,
        })
      : error
  }
}

/** A server that refuses one message, such as a damaged one, goes on with others. Without this it would end every run. */
function isOfMessage(error: unknown): boolean {
  if (!(error instanceof SourceError) || error.code !== 'provider_unavailable') return false
  const { responseStatus, serverResponseCode = '' } = (error.cause ?? {}) as {
    responseStatus?: string
    serverResponseCode?: string
  }
  return /^(?:NO|BAD)$/.test(responseStatus ?? '') && !/^(?:UNAVAILABLE|INUSE)$/i.test(serverResponseCode)
}

/** The part with the text: plain if there is one, else HTML. */
function findText(structure: MessageStructureObject): MessageStructureObject | undefined {
  const parts = flatten(structure).filter(({ disposition }) => disposition !== 'attachment')
  return parts.find(({ type }) => type === 'text/plain') ?? parts.find(({ type }) => type === 'text/html')
}

/** Names of attached files. */
export function attachmentNames(structure: MessageStructureObject | undefined): string[] {
  if (!structure) return []
  return flatten(structure)
    .map(({ dispositionParameters, parameters }) => dispositionParameters?.filename ?? parameters?.name)
    .filter(name => name !== undefined && name !== '')
    .map(name => String(name).slice(0, 200))
}

function flatten(structure: MessageStructureObject, depth = 0): MessageStructureObject[] {
  if (depth > 20) return []
  return [structure, ...(structure.childNodes ?? []).flatMap(child => flatten(child, depth + 1))]
}

function withoutContent(headers: Buffer): string {
  return headers
    .subarray(0, maxHeaderBytes)
    .toString('latin1')
    .replace(/\r?\n(?=[ \t])/g, ' ')
    .split(/\r?\n/)
    .filter(line => line.trim() !== '' && !/^content-|^mime-version:/i.test(line))
    .concat('MIME-Version: 1.0')
    .join('\r\n')
}
