import type { AgentInputItem, Session } from '@openai/agents-core'
import { type ConversationMessage, type Reverie, ReverieError } from '@reverie/sdk'

export type ReverieSessionOptions = {
  reverie: Reverie
  /** Whose session it is, for example one tag per end user. Memories of the session go there. */
  containerTag: string
  /** Your id of the session: up to 100 letters, digits and `_ : - .`. */
  sessionId: string
  /** Extract memories from the messages of the session. Default: true. */
  remember?: boolean
}

/**
 * A session of the OpenAI Agents SDK that is kept in Reverie. Its items are one document, one line of JSON each, so a
 * session continues on another machine exactly as it was. What the user says also becomes memories, which later
 * sessions read with `recall`. One process at a time may write to a session.
 */
export class ReverieSession implements Session {
  readonly #reverie: Reverie
  readonly #containerTag: string
  readonly #sessionId: string
  readonly #remember: boolean

  constructor({ reverie, containerTag, sessionId, remember = true }: ReverieSessionOptions) {
    this.#reverie = reverie
    this.#containerTag = containerTag
    this.#sessionId = sessionId
    this.#remember = remember
  }

  async getSessionId(): Promise<string> {
    return this.#sessionId
  }

  async getItems(limit?: number): Promise<AgentInputItem[]> {
    const items = (await this.#lines()).map(line => JSON.parse(line) as AgentInputItem)
    return limit === undefined ? items : items.slice(Math.max(0, items.length - limit))
  }

  async addItems(items: AgentInputItem[]): Promise<void> {
    if (items.length === 0) return
    await this.#write([...(await this.#lines()), ...items.map(item => JSON.stringify(item))])
    const messages = items.flatMap(toMessage)
    if (!this.#remember || messages.length === 0) return
    const [conversationId, containerTag] = [this.#sessionId, this.#containerTag]
    await this.#reverie.conversations.add({ conversationId, containerTag, messages })
  }

  async popItem(): Promise<AgentInputItem | undefined> {
    const lines = await this.#lines()
    const last = lines.pop()
    if (last === undefined) return undefined
    await (lines.length > 0 ? this.#write(lines) : this.#delete())
    return JSON.parse(last) as AgentInputItem
  }

  /** Removes the items. Memories stay, because other sessions use them. */
  async clearSession(): Promise<void> {
    await this.#delete()
  }

  /** What is known about the user and fits the question, for the instructions of an agent. Empty if nothing is. */
  async recall(question?: string): Promise<string> {
    const { profile, searchResults } = await this.#reverie.profile({
      containerTag: this.#containerTag,
      ...(question && { q: question }),
    })
    const found = searchResults?.results.map(hit => ('memory' in hit ? hit.memory : '')) ?? []
    const facts = new Set([...profile.static, ...profile.dynamic, ...found].filter(Boolean))
    return [...facts].map(fact => `- ${fact}`).join('\n')
  }

  async #lines(): Promise<string[]> {
    const document = await absentAsUndefined(this.#reverie.documents.get(this.#sessionId, this.#items))
    return document?.content?.split('\n') ?? []
  }

  /** Items are in a container of their own: a search of the user's container does not find JSON. */
  get #items(): { containerTag: string } {
    return { containerTag: `${this.#containerTag}.items` }
  }

  async #write(lines: string[]): Promise<void> {
    const content = lines.join('\n')
    await this.#reverie.add({ ...this.#items, customId: this.#sessionId, content, taskType: 'rag' })
  }

  async #delete(): Promise<void> {
    await absentAsUndefined(this.#reverie.documents.delete(this.#sessionId, this.#items))
  }
}

/** Tool calls, reasoning and other items are kept, but form no memories. */
function toMessage(item: AgentInputItem): ConversationMessage[] {
  if (!('role' in item) || (item.role !== 'user' && item.role !== 'assistant')) return []
  const { content } = item
  const text = typeof content === 'string' ? content : content.map(partText).join('\n').trim()
  return text === '' ? [] : [{ role: item.role, content: text }]
}

const partText = (part: object): string => ('text' in part && typeof part.text === 'string' ? part.text : '')

async function absentAsUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ReverieError && error.status === 404) return undefined
    throw error
  }
}
