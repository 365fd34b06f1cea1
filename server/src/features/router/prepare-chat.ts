import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { AppError } from '../../platform/errors.ts'
import { orAbort } from '../../platform/lib/or-abort.ts'
import { renderMessages } from '../documents/conversation.ts'
import { getDocument } from '../documents/get-document.ts'
import type { SearchApp } from '../search/search-chunks.ts'
import { chooseNotes } from './choose-notes.ts'
import { composeBody } from './compose-body.ts'
import { type ChatTokens, estimateChat } from './count-tokens.ts'
import { frameNotes } from './frame-notes.ts'
import type { Chat, ChatMessage } from './read-chat.ts'
import { recallNotes } from './recall-notes.ts'
import type { RouterSettings } from './settings.ts'
import { excessTokens, turnsToRemove } from './trim-turns.ts'

/** A chat as it goes to the provider. */
export type PreparedChat = {
  body: Buffer
  tokens: ChatTokens
  /** Notes that were added. */
  notes: number
  /** Why memory had no part in it, for the client. */
  error: string | undefined
}

export type ChatQuestion = {
  principal: Principal
  containerTag: string
  conversationId: string
  /** A key that may not write leaves nothing behind, so no turn may be removed. */
  isRemembered: boolean
  signal: AbortSignal
  /** Told of a failure of memory, which the client sees only in a header. */
  report(error: unknown): void
  /** Runs work within the limits of the server. */
  inPlace<T>(work: () => Promise<T>): Promise<T>
}

const nothingRemoved: ReadonlySet<number> = new Set()

/**
 * Recalls notes, removes old turns and composes the body, within the time that memory has. When memory fails or is slow, the
 * chat stays as the client sent it.
 */
export async function prepareChat(
  app: SearchApp,
  settings: RouterSettings,
  chat: Chat,
  question: ChatQuestion,
): Promise<PreparedChat> {
  const deadline = AbortSignal.timeout(settings.memoryTimeoutMs)
  const signal = AbortSignal.any([deadline, question.signal])
  try {
    const work = question.inPlace(() => addMemory(app, settings, chat, { ...question, signal }))
    return await orAbort(work, signal)
  } catch (error) {
    question.signal.throwIfAborted()
    question.report(error)
    const reason = deadline.aborted
      ? `memory did not respond within ${settings.memoryTimeoutMs} ms`
      : `memory failed (${error instanceof AppError ? error.code : 'internal'})`
    return unchanged(chat, reason)
  }
}

function unchanged(chat: Chat, error: string): PreparedChat {
  return { body: chat.bytes, tokens: estimateChat(chat, nothingRemoved, ''), notes: 0, error }
}

async function addMemory(
  app: SearchApp,
  settings: RouterSettings,
  chat: Chat,
  question: ChatQuestion,
): Promise<PreparedChat> {
  const { principal, containerTag, signal } = question
  const { memoryTokens: maxTokens } = settings
  const asked = chat.messages[chat.asked]!.text
  const [recalled, removed] = await Promise.all([
    recallNotes(app, { principal, containerTag, question: asked, maxTokens, signal }),
    chooseRemoved(app.cells, settings, chat, question),
  ])
  const said = chat.messages.flatMap(({ text }, i) => (removed.has(i) ? [] : text)).join('\n')
  const notes = chooseNotes(recalled, { said, maxTokens })
  const framed = frameNotes(notes)
  return {
    body: composeBody(chat, removed, framed),
    tokens: estimateChat(chat, removed, framed),
    notes: notes.length,
    error: undefined,
  }
}

/** Only a history that is too long is compared with the stored conversation. */
async function chooseRemoved(
  cells: Cells,
  { historyTokens }: RouterSettings,
  chat: Chat,
  { principal, containerTag, conversationId, isRemembered }: ChatQuestion,
): Promise<ReadonlySet<number>> {
  if (!isRemembered || excessTokens(chat, historyTokens) <= 0) return nothingRemoved
  const stored = await readStored(cells, principal, { containerTag, id: conversationId })
  return turnsToRemove(chat, historyTokens, message => holds(stored, message))
}

async function readStored(
  cells: Cells,
  principal: Principal,
  name: { containerTag: string; id: string },
): Promise<string> {
  try {
    return (await getDocument(cells, principal, name)).content ?? ''
  } catch (error) {
    if (error instanceof AppError && error.code === 'document.not_found') return ''
    throw error
  }
}

/** Whether the conversation has the message as a block of its own. */
function holds(stored: string, { role, text }: ChatMessage): boolean {
  const [block] = renderMessages([{ role: role === 'user' ? 'user' : 'assistant', content: text }])
  return block === undefined || `\n${stored}\n`.includes(`\n${block.text}\n`)
}
