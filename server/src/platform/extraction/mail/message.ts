import { ExtractError, type Extraction, type Workbench } from '../extraction.ts'
import { writeHtml } from '../html/write-html.ts'
import { toIsoDate } from '../iso-date.ts'
import { TextBuilder } from '../text-builder.ts'
import { type Attachment, type ReadAttachment, readAttachments } from './attachments.ts'
import { writePlain } from './write-plain.ts'

/** A message, independent of its file format. */
export type MailMessage = {
  subject: string
  from: string
  to: string[]
  cc: string[]
  /** The date as its sender wrote it. */
  date: string
  /** Text and HTML have the same content; either may be missing. */
  text: string
  html: string
  attachments: Attachment[]
  /** Attached messages. */
  messages: MailMessage[]
}

const sealedTypes = /^application\/(?:pgp-encrypted|(?:x-)?pkcs7-mime)/i

/** A message that is a file of its own. */
export async function extractMessage(message: MailMessage, bench: Workbench): Promise<Extraction> {
  refuseSealed(message)
  const builder = new TextBuilder()
  await writeMessage(builder, message, bench)
  const date = toIsoDate(message.date)
  return {
    ...builder.finish(),
    type: 'text',
    ...(message.subject && { title: message.subject }),
    ...(message.from && { author: message.from }),
    ...(date && { date }),
  }
}

/** Writes a message below its subject: sender, recipients, date, body, attachments. */
export async function writeMessage(
  builder: TextBuilder,
  message: MailMessage,
  bench: Workbench,
  level = 2,
): Promise<void> {
  builder.heading(level, message.subject)
  builder.paragraph(
    [
      line('From', message.from),
      line('To', message.to.join(', ')),
      line('Cc', message.cc.join(', ')),
      line('Date', message.date),
    ].join('\n'),
  )
  if (isHtmlFuller(message)) writeHtml(builder, message.html)
  else writePlain(builder, message.text)
  const attachments = await readAttachments(message.attachments, bench)
  builder.paragraph(line('Attachments', attachments.map(named).filter(Boolean).join(', ')))
  for (const { name, extraction } of attachments)
    if (extraction) {
      builder.heading(level + 1, name || 'Attachment')
      builder.append(extraction, level + 1)
    }
  for (const inner of message.messages) await writeMessage(builder, inner, bench, level + 1)
}

function named({ name, fault }: ReadAttachment): string {
  return fault === undefined ? name : `${name || 'One'} (not read: ${fault})`
}

/** Throws for a message that only its recipients can decrypt. */
function refuseSealed(message: MailMessage): void {
  const hasBody = message.text.trim() !== '' || message.html.trim() !== ''
  if (!hasBody && message.attachments.some(one => sealedTypes.test(one.contentType)))
    throw new ExtractError('extract.encrypted', 'The message is encrypted')
}

/** Many plain texts only say that the message is HTML. */
function isHtmlFuller({ text, html }: MailMessage): boolean {
  if (html.trim() === '') return false
  if (text.trim() === '') return true
  const shown = new TextBuilder()
  writeHtml(shown, html)
  return shown.finish().text.length > 3 * text.length + 200
}

function line(name: string, value: string): string {
  return value.trim() === '' ? '' : `${name}: ${value.trim()}`
}
