import { memberRanges } from '../../platform/lib/json-ranges.ts'
import type { Chat } from './read-chat.ts'

type Edit = { start: number; end: number; text: string }

/**
 * The body without the removed messages, and with the notes in front of the question. Every other byte stays as the client
 * sent it: numbers, unknown fields and the order of fields survive.
 */
export function composeBody(chat: Chat, removed: ReadonlySet<number>, notes: string): Buffer {
  const { bytes, messages } = chat
  const edits: Edit[] = [...removed]
    .sort((a, b) => a - b)
    // The last message is never removed, so the next one has a beginning.
    .map(i => ({ start: messages[i]!.range.start, end: messages[i + 1]!.range.start, text: '' }))
  if (notes !== '') edits.push(insertNotes(chat, notes))
  const parts: Buffer[] = []
  let at = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(bytes.subarray(at, start), Buffer.from(text))
    at = end
  }
  return edits.length === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(at)])
}

/** Into a string, after its opening quote; into a list of parts, as its first part. */
function insertNotes({ bytes, messages, asked }: Chat, notes: string): Edit {
  const content = memberRanges(bytes, messages[asked]!.range.start).get('content')!
  const start = content.start + 1
  const isText = bytes[content.start] === 0x22
  const text = isText
    ? JSON.stringify(notes).slice(1, -1)
    : `${JSON.stringify({ type: 'text', text: notes })},`
  return { start, end: start, text }
}
