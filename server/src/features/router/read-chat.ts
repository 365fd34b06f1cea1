import { findExcess, type JsonBounds } from '../../platform/lib/json-bounds.ts'
import { type ByteRange, beginningOf, itemRanges, memberRanges } from '../../platform/lib/json-ranges.ts'
import { readJson } from '../../platform/lib/read-json.ts'
import { tokensOfLength } from '../../platform/lib/tokens.ts'

/** A message of a chat, in the words that the OpenAI and the Anthropic interface share. */
export type ChatMessage = {
  role: string
  /** The text that the speaker wrote, without images, tool calls and results of tools. */
  text: string
  tokens: number
  /** The user speaks, rather than a tool in the user's place. */
  isUser: boolean
  range: ByteRange
}

export type Chat = {
  /** The body as it arrived. */
  bytes: Buffer
  messages: ChatMessage[]
  /** Index of the last message of the user. Memory is recalled for it and added to it. */
  asked: number
  /** Tokens outside of the messages: system prompt and tools. */
  otherTokens: number
}

/** Bodies up to this size are parsed in one go, in about a millisecond. */
const largeBytes = 128 * 1024
const bounds: JsonBounds = { levels: 64, keys: 1_000, values: 200_000 }

/** Reads the body of a chat request. Undefined if it is anything else: the provider then says what is wrong with it. */
export async function readChat(bytes: Buffer): Promise<Chat | undefined> {
  const body = await parse(bytes)
  if (!isObject(body) || !Array.isArray(body.messages) || !body.messages.every(isMessage)) return undefined
  const list = memberRanges(bytes, beginningOf(bytes)).get('messages')!
  const ranges = itemRanges(bytes, list.start)
  const messages = body.messages.map((message, i) => toMessage(message, ranges[i]!))
  const asked = body.messages.findLastIndex((message, i) => messages[i]!.isUser && hasContent(message))
  if (asked < 0) return undefined
  return { bytes, messages, asked, otherTokens: tokensIn([body.system, body.tools]) }
}

async function parse(bytes: Buffer): Promise<unknown> {
  try {
    if (bytes.length > largeBytes) return await readJson(bytes, bounds)
    const body: unknown = JSON.parse(bytes.toString())
    return findExcess(body, bounds) === undefined ? body : undefined
  } catch {
    return undefined
  }
}

type RawMessage = { role: string; content?: unknown }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isMessage = (value: unknown): value is RawMessage => isObject(value) && typeof value.role === 'string'

const hasContent = ({ content }: RawMessage) =>
  (typeof content === 'string' || Array.isArray(content)) && content.length > 0

function toMessage(message: RawMessage, range: ByteRange): ChatMessage {
  const { role, content } = message
  return {
    role,
    text: textOf(content),
    tokens: tokensIn(message),
    isUser: role === 'user' && !hasToolResult(content),
    range,
  }
}

/** Anthropic sends results of tools as messages of the user. */
const hasToolResult = (content: unknown) =>
  Array.isArray(content) && content.some(part => isObject(part) && part.type === 'tool_result')

/** The text of a message: a string, or the parts of type `text`. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content.trim()
  if (!Array.isArray(content)) return ''
  return content
    .flatMap(part =>
      isObject(part) && part.type === 'text' && typeof part.text === 'string' ? part.text : [],
    )
    .join('\n')
    .trim()
}

/** Fields whose text costs no tokens by its length: names, ids, and images in base64. */
const weightless = new Set([
  ...['role', 'type', 'id', 'tool_call_id', 'tool_use_id', 'media_type', 'signature', 'detail'],
  ...['url', 'data', 'file_data', 'file_id', 'format'],
])

/** Estimates the tokens of a part of the body by the length of its texts. */
export function tokensIn(value: unknown): number {
  return tokensOfLength(lengthOf(value))
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return value.reduce((sum: number, part) => sum + lengthOf(part), 0)
  if (!isObject(value)) return 0
  return Object.entries(value).reduce(
    (sum, [name, part]) => sum + (weightless.has(name) ? 0 : lengthOf(part)),
    0,
  )
}
