import { ExtractError, type Extraction } from '../extraction.ts'
import { writeHtml } from '../html/to-blocks.ts'
import { toIsoDate } from '../iso-date.ts'
import { TextBuilder } from '../text-builder.ts'
import { writePlain } from './write-plain.ts'

/** A message, whatever it was kept in. */
export type Message = {
  subject: string
  from: string
  to: string[]
  cc: string[]
  /** As its sender wrote it. */
  date: string
  /** Its text and its HTML say the same; either may be missing. */
  text: string
  html: string
  attachments: { name: string; contentType: string }[]
  /** Messages that hang on it. */
  messages: Message[]
}

const sealedTypes = /^application\/(?:pgp-encrypted|(?:x-)?pkcs7-mime)/i

/** A message that is a file of its own. */
export function extractMessage(message: Message): Extraction {
  refuseSealed(message)
  const builder = new TextBuilder()
  writeMessage(builder, message)
  const date = toIsoDate(message.date)
  return {
    ...builder.finish(),
    type: 'text',
    ...(message.subject && { title: message.subject }),
    ...(message.from && { author: message.from }),
    ...(date && { date }),
  }
}

/** Writes a message under its subject: who wrote to whom and when, what, what hung on it. */
export function writeMessage(builder: TextBuilder, message: Message, level = 2): void {
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
  builder.paragraph(line('Attachments', message.attachments.map(one => one.name).join(', ')))
  for (const inner of message.messages) writeMessage(builder, inner, level + 1)
}

/** A message that only its recipients can read says so. */
function refuseSealed(message: Message): void {
  const hasBody = message.text.trim() !== '' || message.html.trim() !== ''
  if (!hasBody && message.attachments.some(one => sealedTypes.test(one.contentType)))
    throw new ExtractError('extract.encrypted', 'The message is encrypted')
}

/** Many a text only says that there is HTML. */
function isHtmlFuller({ text, html }: Message): boolean {
  if (html.trim() === '') return false
  if (text.trim() === '') return true
  const shown = new TextBuilder()
  writeHtml(shown, html)
  return shown.finish().text.length > 3 * text.length + 200
}

function line(name: string, value: string): string {
  return value.trim() === '' ? '' : `${name}: ${value.trim()}`
}
