import { z } from 'zod'
import { ItemError } from '../connector.ts'
import { checkForm } from '../read-answer.ts'
import { type NotionApi, NotionRefusal } from './api.ts'
import { type Block, blockJson, hasOwnChildren, isListItem, writeBlock, writeTable } from './block-text.ts'

/** Deeper nesting than people write, and more than any page that could be read in a minute or two. */
const maxDepth = 12
const maxBlocks = 20_000
const maxRequests = 400

const leftOut = '*Further content is left out.*'
const notOffered = '*Content that the API of Notion does not offer.*'

/** Reads the content of a page, block by block with their children, as Markdown. */
export class BlockReader {
  readonly #api: NotionApi
  readonly #maxBytes: number
  #blocks = 0
  #requests = 0
  #bytes = 0

  constructor(api: NotionApi, maxBytes: number) {
    this.#api = api
    this.#maxBytes = maxBytes
  }

  async read(pageId: string): Promise<string> {
    const text = await this.#readChildren(pageId, 0)
    return this.#isFull ? `${text}\n\n${leftOut}` : text
  }

  get #isFull(): boolean {
    return this.#blocks >= maxBlocks || this.#requests >= maxRequests || this.#bytes >= this.#maxBytes
  }

  async #readChildren(id: string, depth: number): Promise<string> {
    const written: { block: Block; text: string }[] = []
    let position = 0
    for await (const block of this.#children(id)) {
      position = block.type === 'numbered_list_item' ? position + 1 : 0
      const text = await this.#write(block, depth, position)
      if (text.trim() !== '') written.push({ block, text })
    }
    return written.map(({ block, text }, i) => gap(written[i - 1]?.block, block) + text).join('')
  }

  async #write(block: Block, depth: number, position: number): Promise<string> {
    if (block.type === 'table') return this.#writeTable(block)
    const isRead = hasOwnChildren(block) && depth < maxDepth
    const children = isRead ? await this.#readNested(sourceOf(block), depth + 1) : ''
    const text = writeBlock(block, children, position)
    this.#bytes += Buffer.byteLength(text) - Buffer.byteLength(children)
    return text
  }

  async #writeTable(block: Block): Promise<string> {
    const rows = await Array.fromAsync(this.#children(block.id))
    const text = writeTable(block, rows)
    this.#bytes += Buffer.byteLength(text)
    return text
  }

  /** A part that is not shared, or that the API refuses, does not hide the rest of the page. */
  async #readNested(id: string, depth: number): Promise<string> {
    try {
      return await this.#readChildren(id, depth)
    } catch (error) {
      if (error instanceof NotionRefusal) return notOffered
      if (error instanceof ItemError && error.code === 'item_gone') return ''
      throw error
    }
  }

  async *#children(id: string): AsyncGenerator<Block> {
    let cursor: string | undefined
    do {
      if (this.#isFull) return
      this.#requests++
      const { results, next } = await this.#api.list(`/blocks/${id}/children`, cursor)
      for (const result of results) {
        if (this.#isFull) return
        this.#blocks++
        yield checkForm('Notion', result, blockJson)
      }
      cursor = next
    } while (cursor !== undefined)
  }
}

/** A copy of a synced block shows the children of its original. */
function sourceOf({ id, synced_block }: Block): string {
  const copy = z
    .object({ synced_from: z.object({ block_id: z.string().regex(/^[\w-]{1,100}$/) }) })
    .safeParse(synced_block)
  return copy.success ? copy.data.synced_from.block_id : id
}

function gap(before: Block | undefined, block: Block): string {
  if (!before) return ''
  return isListItem(before) && before.type === block.type ? '\n' : '\n\n'
}
