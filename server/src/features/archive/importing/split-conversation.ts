import type { ImportedMessage } from '../importers/importer.ts'

/** A message that comes later than this begins another sitting. */
const gapMs = 6 * 3_600_000

/** The limit of messages in a conversation, and room for the labels of speakers in its text. */
const mostMessages = 2_000

/**
 * Cuts a conversation where it paused for hours, because "yesterday" in a sitting means the day before that sitting, and where it
 * would be too long for a document. The first sittings stay the same when a later export has more messages.
 */
export function splitConversation(
  messages: readonly ImportedMessage[],
  mostBytes: number,
): ImportedMessage[][] {
  const sittings: ImportedMessage[][] = []
  let bytes = 0
  let last: Date | undefined
  for (const message of messages.flatMap(each => cutLong(each, mostBytes / 2))) {
    const size = Buffer.byteLength(message.text) + 100
    const current = sittings.at(-1)
    const isLater = last && message.date && message.date.getTime() - last.getTime() > gapMs
    if (!current || isLater || bytes + size > mostBytes || current.length >= mostMessages) {
      sittings.push([message])
      bytes = size
    } else {
      current.push(message)
      bytes += size
    }
    last = message.date ?? last
  }
  return sittings
}

/** A message that is longer than a document becomes several of the same speaker. */
function cutLong(message: ImportedMessage, mostBytes: number): ImportedMessage[] {
  if (Buffer.byteLength(message.text) <= mostBytes) return [message]
  const chars = Math.max(1, Math.floor(mostBytes / 4))
  const pieces: ImportedMessage[] = []
  for (let at = 0; at < message.text.length; at += chars)
    pieces.push({ ...message, text: message.text.slice(at, at + chars) })
  return pieces
}
