import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { decodeText, findEncoding } from '../decode-text.ts'
import type { MailMessage } from './message.ts'

/** Messages may be attached to messages; more than this is a loop of forwards. */
const maxDepth = 8
const maxMessages = 200

/** A message in MIME format. */
export async function readMime(bytes: Uint8Array): Promise<MailMessage> {
  return readNested(withoutMark(bytes), 0, { left: maxMessages })
}

/**
 * Some programs save messages as UTF-16 text, or with a byte order mark, as mail never is: the first header would be
 * unknown, and a mailbox would lose its first message.
 */
export function withoutMark(bytes: Uint8Array): Uint8Array {
  if (/^utf-(?:16|32)/.test(findEncoding(bytes.subarray(0, 1000)))) return Buffer.from(decodeText(bytes))
  return Buffer.from(bytes.subarray(0, 3)).equals(byteOrderMark) ? bytes.subarray(3) : bytes
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

async function readNested(bytes: Uint8Array, depth: number, budget: { left: number }): Promise<MailMessage> {
  const email = await PostalMime.parse(bytes, { forceRfc822Attachments: true })
  const messages: MailMessage[] = []
  for (const attachment of email.attachments)
    if (isMessage(attachment) && depth < maxDepth && budget.left-- > 0)
      messages.push(await readNested(toBytes(attachment.content), depth + 1, budget))
  return {
    subject: email.subject ?? '',
    from: email.from ? format(email.from) : '',
    to: (email.to ?? []).map(format),
    cc: (email.cc ?? []).map(format),
    date: headerOf(email, 'date'),
    text: email.text ?? '',
    html: email.html ?? '',
    attachments: email.attachments
      .filter(attachment => !isMessage(attachment))
      .map(({ filename, mimeType, content }) => ({
        name: filename ?? '',
        contentType: mimeType,
        bytes: toBytes(content),
      })),
    messages,
  }
}

function isMessage(attachment: Attachment): boolean {
  return attachment.mimeType === 'message/rfc822'
}

function toBytes(content: Attachment['content']): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
}

function headerOf(email: Email, key: string): string {
  return email.headers.find(header => header.key === key)?.value ?? ''
}

/** A person by name and address, a group by its members. */
function format(address: Address): string {
  if (address.group) return `${address.name}: ${address.group.map(format).join(', ')}`
  if (!address.address) return address.name
  return address.name && address.name !== address.address
    ? `${address.name} <${address.address}>`
    : address.address
}
