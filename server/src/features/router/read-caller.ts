import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { allowedTags, type Principal } from '../../platform/access/principal.ts'
import { AppError } from '../../platform/errors.ts'
import { nameHint, namePattern } from '../../platform/lib/name-pattern.ts'
import type { Chat } from './read-chat.ts'

/** Whose memory a request uses: the container is the same that the API knows under the id of the user. */
export type Caller = { containerTag: string; conversationId: string | undefined }

const longestUserId = 100
const longestConversationId = 255

/** The user comes from a header, from `?userId=`, or from a key that is limited to one container. */
export function readCaller(
  principal: Principal,
  headers: IncomingHttpHeaders,
  userIdInAddress: string | undefined,
): Caller {
  const userId = nameIn(headers, 'x-sm-user-id', longestUserId) ?? checkedUserId(userIdInAddress)
  const [containerTag] = allowedTags(principal, userId === undefined ? [] : [userId])
  if (containerTag === undefined)
    throw new AppError('request.invalid', {
      message: 'x-sm-user-id: is required. Send the id of the user whose memory the request uses',
    })
  return { containerTag, conversationId: nameIn(headers, 'x-sm-conversation-id', longestConversationId) }
}

/**
 * The id of a conversation whose client names none: the same for every request that begins with the same words of the user.
 * Clients send the whole history each time, so its beginning stays. Two conversations that begin alike share a document.
 */
export function conversationIdOf({ containerTag, conversationId }: Caller, chat: Chat | undefined): string {
  if (conversationId !== undefined) return conversationId
  const first = chat?.messages.find(({ isUser, text }) => isUser && text !== '')?.text ?? ''
  return `chat-${hash('sha256', `${containerTag}\n${first}`, 'hex').slice(0, 32)}`
}

const checkedUserId = (value: string | undefined) =>
  value === undefined ? undefined : checkedName('userId', value, longestUserId)

function nameIn(headers: IncomingHttpHeaders, name: string, longest: number): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? checkedName(name, value.trim(), longest) : undefined
}

function checkedName(name: string, value: string, longest: number): string {
  if (value !== '' && value.length <= longest && namePattern.test(value)) return value
  throw new AppError('request.invalid', { message: `${name}: ${nameHint}, and at most ${longest} of them` })
}
