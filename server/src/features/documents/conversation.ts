import { z } from 'zod'
import { nameHint, namePattern } from '../../platform/lib/name-pattern.ts'
import { storableText } from '../../platform/lib/storable-text.ts'
import { readRenderedTurns, type Turn, turnRoles } from '../../platform/lib/turn.ts'
import { idJson } from '../../platform/lib/wire-scalars.ts'
import { containerTagSchema } from '../containers/schema.ts'
import { metadataSchema } from '../containers/wire-shapes.ts'
import { documentDateSchema } from './schema.ts'

/** Conversations: their request schema, as the contract fixes it, and their rendering as text. */

const part = z.union([
  z.object({
    type: z.literal('text').describe('A part with text.'),
    text: z.string().describe('The text.'),
  }),
  z.object({ type: z.literal('image_url').describe('An image; stored as `[image]`.') }).loose(),
])

const toolCall = z
  .object({
    function: z
      .object({
        name: z.string().describe('Name of the tool.'),
        arguments: z.string().describe('Arguments as JSON text; not stored.'),
      })
      .loose()
      .describe('The function that was called.'),
  })
  .loose()

/** Unknown fields are allowed: messages of each provider have their own. */
const message = z.looseObject({
  role: z
    .enum(turnRoles)
    .describe(
      'Role of the speaker. It becomes the `origin` of memories. Role labels inside `content` have no effect.',
    ),
  content: z
    .union([z.string(), z.array(part).max(1000)])
    .nullish()
    .describe('The message: text, or a list of parts.'),
  name: storableText.max(255).nullish().describe('Name of the speaker, stored with the role.'),
  tool_calls: z
    .array(toolCall)
    .max(1000)
    .nullish()
    .describe('Tools the assistant called; their names are stored.'),
  tool_call_id: z.string().nullish().describe('Call that a `tool` message answers; not stored.'),
})
export type Message = z.output<typeof message>

export const addConversationBody = z.object({
  conversationId: z.string().min(1).max(255).regex(namePattern, nameHint).meta({
    description: 'Your own id of the conversation, up to 255 letters, digits and `_ : - .`.',
    example: 'chat-2026-05-14-ada',
  }),
  messages: z.array(message).min(1).max(10_000).describe('1 to 10,000 messages, oldest first.'),
  containerTag: containerTagSchema
    .optional()
    .describe('Container of the conversation, for example one per end user. Default: `sm_project_default`.'),
  containerTags: z
    .array(containerTagSchema)
    .min(1)
    .max(100)
    .optional()
    .meta({ deprecated: true, description: 'Use `containerTag`. The first tag is the container.' }),
  metadata: metadataSchema.optional(),
  entityContext: storableText
    .max(1500)
    .optional()
    .describe('Who or what the container is about, up to 1,500 characters. Guides memory extraction.'),
  documentDate: documentDateSchema
    .optional()
    .describe(
      'Date of the conversation, `YYYY-MM-DD` or ISO 8601: "yesterday" is the day before it. Default: now.',
    ),
})
export type AddConversationBody = z.output<typeof addConversationBody>

export const addConversationResponse = z.object({
  id: idJson.describe('Id of the document that holds the conversation.'),
  conversationId: z.string().describe('Id of the conversation, as it was sent.'),
  status: z.string().describe('Processing status, `queued` for new messages.'),
})

/**
 * A message as it is stored: `role: text` or `role (name): text`. `said` is the offset of the message after its label.
 */
export type MessageBlock = Pick<Turn, 'role' | 'name'> & { text: string; said: number }

/** Renders one block per message, like a transcript. Messages without text have no block. */
export function renderMessages(messages: readonly Message[]): MessageBlock[] {
  return messages.flatMap(({ role, name, content, tool_calls: calls }) => {
    const said = [textOf(content), ...(calls ?? []).map(call => `[${oneLine(call.function.name)}]`)].filter(
      text => text !== '',
    )
    if (said.length === 0) return []
    const speaker = oneLine(name ?? '')
    const label = `${speaker ? `${role} (${speaker})` : role}: `
    const text = (label + asOneTurn(said.join('\n'))).replaceAll('\0', '\ufffd')
    return [{ role, ...(speaker && { name: speaker }), text, said: label.length }]
  })
}

/** Removes line breaks: with one, a name could end its own label and fake another. */
const oneLine = (name: string): string => name.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const looksLikeTurn = /\n(?=(?:user|assistant|system|tool|human|ai)(?: \([^()\n]{1,60}\))?:)/gi

/**
 * Indents lines of a message that look like turns, for people who read the text. Memories do not depend on it, because
 * the turns are stored separately.
 */
const asOneTurn = (text: string): string => text.replaceAll(looksLikeTurn, '\n  ')

function textOf(content: Message['content']): string {
  if (typeof content === 'string') return content.trim()
  return (content ?? [])
    .map(each => ('text' in each && typeof each.text === 'string' ? each.text : '[image]'))
    .join('\n')
    .trim()
}

const separator = '\n'

export const joinBlocks = (blocks: readonly Pick<MessageBlock, 'text'>[]): string =>
  blocks.map(({ text }) => text).join(separator)

/** A conversation as text, and its turns. */
export type Conversation = { content: string; turns: Turn[] }

export const toConversation = (blocks: readonly MessageBlock[]): Conversation => ({
  content: joinBlocks(blocks),
  turns: turnsOf(blocks, 0),
})

function turnsOf(blocks: readonly MessageBlock[], from: number): Turn[] {
  let at = from
  return blocks.map(({ text, said, role, name }) => {
    const turn = { role, ...(name !== undefined && { name }), start: at + said, end: at + text.length }
    at += text.length + separator.length
    return turn
  })
}

/** `turns` is null if the conversation was stored as plain text, or by a version without turns. */
export type StoredConversation = { content: string; turns: Turn[] | null }

/**
 * Appends new blocks to a stored conversation. Clients send the whole conversation each time, its last messages, or only
 * the new ones, and retry when they are not sure. So blocks that the stored text already ends with are not appended
 * again. As a consequence, a message that repeats the very last one counts as a retry.
 */
export function continueConversation(
  { content: stored, turns }: StoredConversation,
  blocks: readonly MessageBlock[],
): Conversation {
  const all = joinBlocks(blocks)
  if (all.startsWith(stored)) return toConversation(blocks)
  const before = turns ?? readRenderedTurns(stored)
  const append = (fresh: readonly MessageBlock[]): Conversation => ({
    content: joinBlocks([{ text: stored }, ...fresh]),
    turns: [...before, ...turnsOf(fresh, stored.length + separator.length)],
  })
  let end = all.length
  for (let known = blocks.length; known > 0; known--) {
    if (endsWithBlocks(stored, all.slice(0, end))) return append(blocks.slice(known))
    end -= blocks[known - 1]!.text.length + separator.length
  }
  if (stored.startsWith(all + separator) || stored.includes(separator + all + separator)) return append([])
  return append(blocks)
}

function endsWithBlocks(stored: string, blocks: string): boolean {
  const before = stored.length - blocks.length
  return stored.endsWith(blocks) && (before === 0 || stored[before - 1] === separator)
}
