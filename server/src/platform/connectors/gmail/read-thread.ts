import { isUtf8 } from 'node:buffer'
import { type Content, ItemError } from '../connector.ts'
import { toMbox, toMboxEntry } from '../mbox.ts'
import { shortHash } from '../short-hash.ts'
import { type GmailApi, type GmailMessage, type MailHeader, partJson } from './gmail-api.ts'
import type { GmailRun } from './mail-filter.ts'

/** Messages of one thread that are read, the newest ones. */
const mostMessages = 500
/** A thread that is larger is read message by message. */
const maxThreadBytes = 8_000_000
const maxMessageBytes = 16_000_000
/** More text than anyone writes. */
const maxBodyBytes = 1_000_000
const maxHeaderChars = 5_000
const maxDepth = 30
const mostNames = 50

/** The thread as a file in mbox format: each message with its text, and the attachments by name only. */
export async function readThread(run: GmailRun, id: string, subject: string): Promise<Content> {
  const entries: Buffer[] = []
  const attachments: string[] = []
  // Escaping `From ` adds a byte to some lines.
  let left = run.source.limits.maxFileBytes * 0.95
  for await (const message of loadMessages(run, id)) {
    run.source.signal.throwIfAborted()
    const parts = partsOf(message.payload)
    attachments.push(...parts.flatMap(({ filename }) => (filename === '' ? [] : [filename.slice(0, 200)])))
    const entry = toMboxEntry(await toEml(run.api, message, parts))
    if (entry.length > left) continue
    entries.push(entry)
    left -= entry.length
  }
  const metadata =
    attachments.length > 0
      ? { attachmentCount: attachments.length, attachmentNames: attachments.slice(0, mostNames) }
      : { attachmentCount: 0 }
  return { ...toMbox(entries, subject), metadata }
}

/** The messages in their order, all at once where they are short. */
async function* loadMessages({ api, filter }: GmailRun, id: string): AsyncGenerator<GmailMessage> {
  const whole = await ifFits(() => api.wholeThread(id, maxThreadBytes))
  if (whole) yield* filter.select(whole.messages).slice(-mostMessages)
  else
    for (const message of filter.select((await api.thread(id)).messages).slice(-mostMessages)) {
      const loaded = await ifFits(() => api.message(message.id, maxMessageBytes))
      // Of a message that is too large, the header says at least that it was sent.
      yield loaded ?? message
    }
}

async function ifFits<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ItemError && error.code === 'item_too_large') return undefined
    throw error
  }
}

type Part = {
  mimeType: string
  filename: string
  headers: MailHeader[]
  body: { data?: string | undefined; attachmentId?: string | undefined }
}

/** All parts of a message, in their order. */
function partsOf(payload: unknown, depth = 0): Part[] {
  const read = partJson.safeParse(payload)
  if (!read.success || depth > maxDepth) return []
  const { parts, ...part } = read.data
  return [part, ...parts.slice(0, 1_000).flatMap(child => partsOf(child, depth + 1))]
}

export function headerOf({ payload }: Pick<GmailMessage, 'payload'>, name: string): string {
  const read = partJson.safeParse(payload)
  const headers = read.success ? read.data.headers : []
  return findHeader(headers, name)
}

const findHeader = (headers: readonly MailHeader[], name: string): string =>
  headers.find(header => header.name.toLowerCase() === name.toLowerCase())?.value ?? ''

/** A message with its text and without its attachments. Gmail has decoded the headers already. */
async function toEml(api: GmailApi, message: GmailMessage, parts: readonly Part[]): Promise<Buffer> {
  const head = ['From', 'To', 'Cc', 'Subject'].flatMap(name => {
    const value = headerOf(message, name)
      .replace(/[\r\n\0]+/g, ' ')
      .slice(0, maxHeaderChars)
    return value.trim() === '' ? [] : [`${name}: ${value}`]
  })
  // When Gmail received it: the clocks of senders may be wrong.
  head.push(`Date: ${new Date(message.internalDate).toUTCString()}`, 'MIME-Version: 1.0')
  const boundary = `part-${shortHash(message.id)}`
  const bodies = [
    await toBody(api, message, parts, 'text/plain'),
    await toBody(api, message, parts, 'text/html'),
  ]
  return Buffer.concat([
    Buffer.from(
      `${head.join('\r\n')}\r\nContent-Type: multipart/alternative; boundary="${boundary}"\r\n\r\n`,
    ),
    ...bodies.flatMap(body => (body ? [Buffer.from(`--${boundary}\r\n`), body, Buffer.from('\r\n')] : [])),
    Buffer.from(`--${boundary}--\r\n`),
  ])
}

async function toBody(
  api: GmailApi,
  { id }: GmailMessage,
  parts: readonly Part[],
  type: string,
): Promise<Buffer | undefined> {
  const part = parts.find(({ mimeType, filename }) => mimeType.toLowerCase() === type && filename === '')
  if (!part) return undefined
  const bytes = (await loadBody(api, id, part)).subarray(0, maxBodyBytes)
  const head = `Content-Type: ${type}; charset=${charsetOf(part, bytes)}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes])
}

async function loadBody(api: GmailApi, message: string, { body }: Part): Promise<Buffer> {
  if (body.data !== undefined) return Buffer.from(body.data, 'base64url')
  if (body.attachmentId === undefined) return Buffer.alloc(0)
  const loaded = await ifFits(() => api.attachment(message, body.attachmentId!, maxMessageBytes))
  return loaded ?? Buffer.alloc(0)
}

/** Gmail turns most texts into UTF-8 and leaves the header as it was. ISO-2022-JP, which has escapes, is valid UTF-8 too. */
function charsetOf({ headers }: Part, bytes: Buffer): string {
  const named = /charset="?([\w.:-]{1,40})/i.exec(findHeader(headers, 'Content-Type'))?.[1]
  // A text that was cut may end within a character.
  const isPlainUtf8 = isUtf8(withoutCut(bytes)) && !bytes.includes(0x1b)
  return isPlainUtf8 || named === undefined ? 'utf-8' : named
}

function withoutCut(bytes: Buffer): Buffer {
  let end = bytes.length
  if (end < maxBodyBytes) return bytes
  while (end > 0 && (bytes[end - 1]! & 0xc0) === 0x80) end--
  return bytes.subarray(0, Math.max(0, end - 1))
}
