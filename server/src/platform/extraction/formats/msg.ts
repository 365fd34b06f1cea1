import { createRequire } from 'node:module'
import type { FieldsData } from '@kenjiuno/msgreader'
import iconv from 'iconv-lite'
import { decodeText } from '../decode-text.ts'
import { ExtractError, type Extraction, type SourceFile, type Workbench } from '../extraction.ts'
import type { Attachment } from '../mail/attachments.ts'
import { extractMessage, type MailMessage } from '../mail/message.ts'

const maxDepth = 8

/** Outlook writes the first day of its clock for "no time". */
const noDate = /1601/

/** A message, note, task, contact or appointment of Outlook, with the text of its attachments. */
export async function extractMsg(file: SourceFile, bench: Workbench): Promise<Extraction> {
  const { fields, reader } = open(file.bytes)
  return extractMessage(toMessage(fields, reader, 0), bench)
}

type MsgReader = InstanceType<ReturnType<typeof loadReader>>

type ParsedMessage = { fields: FieldsData; reader: MsgReader }

/** Old files keep text in the author's code page, which only the file itself names. */
function open(bytes: Uint8Array): ParsedMessage {
  const opened = parse(bytes, undefined)
  const page = opened.fields.messageCodepage ?? opened.fields.internetCodepage
  const encoding = `cp${page}`
  return page && page !== 1252 && iconv.encodingExists(encoding) ? parse(bytes, encoding) : opened
}

function parse(bytes: Uint8Array, ansiEncoding: string | undefined): ParsedMessage {
  try {
    const reader = new (loadReader())(new Uint8Array(bytes).buffer)
    if (ansiEncoding) reader.parserConfig = { ansiEncoding }
    const fields = reader.getFileData()
    if (fields.error) throw new Error(fields.error)
    return { fields, reader }
  } catch (error) {
    throw new ExtractError('extract.malformed', 'The message is damaged', { cause: error })
  }
}

/** Loaded by `require`: Node and bundlers disagree about the default export of such a package. */
function loadReader() {
  const reader: typeof import('@kenjiuno/msgreader') = createRequire(import.meta.url)('@kenjiuno/msgreader')
  return reader.default
}

function toMessage(fields: FieldsData, reader: MsgReader, depth: number): MailMessage {
  const people = (type: string) =>
    (fields.recipients ?? [])
      .filter(one => (one.recipType ?? 'to') === type)
      .map(one => person(one.name, one.smtpAddress ?? one.email))
      .filter(Boolean)
  const attachments = fields.attachments ?? []
  return {
    subject: fields.subject ?? '',
    from: person(fields.senderName, senderOf(fields)),
    to: people('to'),
    cc: people('cc'),
    date:
      [fields.messageDeliveryTime, fields.clientSubmitTime].find(date => date && !noDate.test(date)) ?? '',
    text: withDetails(fields),
    html: fields.bodyHtml ?? (fields.html ? decodeText(fields.html) : ''),
    attachments: attachments.filter(one => !one.innerMsgContentFields).map(one => toAttachment(one, reader)),
    messages:
      depth < maxDepth
        ? attachments.flatMap(one =>
            one.innerMsgContentFields ? [toMessage(one.innerMsgContentFields, reader, depth + 1)] : [],
          )
        : [],
  }
}

/** Attachments that are only linked, or drawn by another program, have no bytes. */
function toAttachment(fields: FieldsData, reader: MsgReader): Attachment {
  return {
    name: fields.fileName ?? fields.name ?? '',
    contentType: fields.attachMimeTag ?? '',
    bytes: fields.dataId === undefined ? new Uint8Array() : reader.getAttachment(fields).content,
  }
}

/** If the sender is a directory path, the mail headers may contain an address. */
function senderOf({ senderSmtpAddress, senderEmail, headers = '' }: FieldsData): string | undefined {
  const named = senderSmtpAddress ?? senderEmail
  if (named?.includes('@')) return named
  const [line = ''] = /^from:.*(?:\r?\n[ \t].*)*/im.exec(headers) ?? []
  return /[^\s<>"':,;]+@[^\s<>"',;]+/.exec(line)?.[0] ?? named
}

/** Inside a company, addresses are directory paths, which tell a reader nothing. */
function person(name = '', address = ''): string {
  const isAddress = address.includes('@')
  if (!isAddress || name === address) return name || (isAddress ? address : '')
  return name === '' ? address : `${name} <${address}>`
}

/** Details of appointments and contacts that are not in their text. */
function withDetails(fields: FieldsData): string {
  const details = [
    ['Location', fields.apptLocation],
    ['Start', fields.apptStartWhole],
    ['End', fields.apptEndWhole],
    ['Name', fields.messageClass === 'IPM.Contact' ? fields.name : undefined],
    ['Company', fields.companyName],
    ['Position', fields.messageClass === 'IPM.Contact' ? fields.title : undefined],
    ['Email', fields.email1EmailAddress],
    ['Business phone', fields.businessTelephoneNumber],
    ['Home phone', fields.homeTelephoneNumber],
    ['Mobile phone', fields.mobileTelephoneNumber],
    ['Address', fields.postalAddress],
    ['Web page', fields.businessHomePage],
  ].flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
  return [details.join('\n'), fields.body ?? ''].filter(Boolean).join('\n\n')
}
