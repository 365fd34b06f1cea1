import type { Attachment, Message } from './messages.ts'
import { mentionsIn, type NameOf, plainSigns, toMarkdown } from './mrkdwn.ts'

const maxAttachments = 20
const leftOut = '*Further messages are left out.*'

/** The people that a text of these messages names. */
export const peopleIn = (messages: readonly Message[]): string[] =>
  messages.flatMap(message => [
    ...(message.user ? [message.user] : []),
    ...mentionsIn(message.text ?? ''),
    ...(message.attachments ?? []).flatMap(({ text }) => mentionsIn(text ?? '')),
  ])

export const authorOf = ({ user, username, bot_profile }: Message, nameOf: NameOf): string =>
  user ? nameOf(user) : (username ?? bot_profile?.name ?? 'An app').slice(0, 200)

/** Messages as Markdown, as many as fit. `isWithDay`: they may be of several days. */
export function writeMessages(
  title: string,
  messages: readonly Message[],
  { nameOf, isWithDay, maxBytes }: { nameOf: NameOf; isWithDay: boolean; maxBytes: number },
): string {
  const parts = [`# ${title}`]
  let bytes = Buffer.byteLength(parts[0]!) + Buffer.byteLength(leftOut) + 4
  for (const message of messages) {
    const text = bodyOf(message, nameOf)
    if (text === '') continue
    const part = `**${authorOf(message, nameOf)}** (${timeOf(message.ts, isWithDay)}): ${text}`
    bytes += Buffer.byteLength(part) + 2
    if (bytes > maxBytes) return [...parts, leftOut].join('\n\n')
    parts.push(part)
  }
  return parts.join('\n\n')
}

function timeOf(ts: string, isWithDay: boolean): string {
  const time = new Date(Number(ts.slice(0, 10)) * 1_000).toISOString()
  return isWithDay ? time.slice(0, 16).replace('T', ' ') : time.slice(11, 16)
}

function bodyOf(message: Message, nameOf: NameOf): string {
  const { text, blocks, attachments, files } = message
  const said = text?.trim() ? text : (blocks ?? []).flatMap(({ text: own }) => own?.text ?? []).join('\n')
  return [
    toMarkdown(said, nameOf).trim(),
    ...(attachments ?? []).slice(0, maxAttachments).map(each => writeAttachment(each, nameOf)),
    ...(files ?? []).map(({ name, title }) => (name || title ? `*File: ${name || title}*` : '')),
  ]
    .filter(part => part !== '')
    .join('\n')
}

function writeAttachment({ title, title_link, text, fallback }: Attachment, nameOf: NameOf): string {
  const head = title ? (title_link ? `<${title_link}|${title}>` : title) : ''
  const whole = [head, text ?? ''].filter(part => part !== '').join('\n') || (fallback ?? '')
  return toMarkdown(whole, nameOf)
    .trim()
    .split('\n')
    .map(line => `> ${line}`.trimEnd())
    .join('\n')
    .replace(/^>$/, '')
}

/** The first words of a message, for a title. */
export function firstWords(message: Message, nameOf: NameOf): string {
  const line = plainSigns(toMarkdown((message.text ?? '').slice(0, 1_000), nameOf))
    .replaceAll(/[*`~>#]/g, '')
    .replaceAll(/\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > 80 ? `${line.slice(0, 79).trimEnd()}…` : line
}
