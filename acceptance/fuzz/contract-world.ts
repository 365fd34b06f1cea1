import type { Random } from './random.ts'

/** The name of the key that a request uses. Output shows this name and never the value of the key. */
export type KeyName = 'main' | 'other' | 'scoped' | 'disabled' | 'none' | 'garbage'

/** Sends one JSON request and returns the body of the response. Throws unless the request succeeds. */
// biome-ignore lint/suspicious/noExplicitAny: a black box may answer anything
export type Send = (key: KeyName, method: string, path: string, body?: unknown) => Promise<any>

const count = 30
const tags = Array.from({ length: 6 }, (_, n) => `fuzz_tag_${n}`)
/** Most requests that delete or merge use these tags, so that the other tags keep their documents. */
const spareTags = Array.from({ length: 4 }, (_, n) => `fuzz_spare_${n}`)

/** Memories are selected by tag and id together. With few tags, a random pair often exists. */
const memoryTags = tags.slice(0, 2)

/**
 * The documents, memories, keys and so on that requests refer to. Requests delete them, so they are added again
 * regularly.
 */
export class World {
  scopedKey = ''
  readonly #ids: Record<string, string[]> = {}
  readonly #foreign: Record<string, string[]> = {}
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  async begin(): Promise<void> {
    const scoped = await this.#send('main', 'POST', '/v3/auth/scoped-key', {
      containerTag: tags[0],
      rateLimitMax: 10_000,
      rateLimitTimeWindow: 1_000,
    })
    this.scopedKey = scoped.key
    this.#foreign.documents = await this.#addDocuments('other')
    this.#foreign.memories = await this.#addMemories('other')
    await this.refill()
  }

  async refill(): Promise<void> {
    const key = await this.#send('main', 'POST', '/v3/auth/scoped-key', { containerTag: spareTags[0] })
    const project = await this.#send('main', 'POST', '/v3/projects', { name: 'Fuzz' })
    this.#ids.keys = [key.id]
    this.#ids.projects = [project.id, project.containerTag].filter(Boolean)
    this.#ids.documents = await this.#addDocuments('main')
    this.#ids.memories = await this.#addMemories('main')
    const golden = { question: 'Who keeps kilns?', expected: ['fuzz-1'] }
    this.#ids.questions = [(await this.#send('main', 'POST', '/v3/golden-questions', golden)).id]
    this.#ids.files ??= await this.#addFile()
    this.#ids.tokens ??= await this.#makeToken(this.#ids.files[0]!)
    this.#ids.merges ??= await this.#startMerge()
    this.#ids.erasures ??= await this.#eraseOne()
  }

  /** Returns an existing value for a field name of an operation, or undefined if there is none. */
  known(random: Random, path: string, method: string, name: string): string | undefined {
    const lists = random.chance(0.04) ? this.#foreign : this.#ids
    const pickFrom = (list: string) => random.pick(lists[list] ?? this.#ids[list] ?? [''])
    if (/^(containerTags?|tag|targetContainerTag)$/.test(name)) return pickTag(random, path, method)
    if (name === 'customId') return `fuzz-${random.int(0, count - 1)}`
    if (name === 'token') return pickFrom('tokens')
    if (!/^(id|ids|docId|memoryId)$/.test(name)) return undefined
    if (path.includes('file-url')) return pickFrom('files')
    if (path.includes('scoped-key')) return pickFrom('keys')
    if (path.includes('golden-questions')) return pickFrom('questions')
    if (path.includes('merge')) return pickFrom('merges')
    if (path.includes('erasures')) return pickFrom('erasures')
    if (path.includes('projects')) return pickFrom('projects')
    if (path.startsWith('/v4/memories') || name === 'memoryId') return pickFrom('memories')
    return random.chance(0.2) ? `fuzz-${random.int(0, count - 1)}` : pickFrom('documents')
  }

  /** Deletes a document and returns the ids of its receipts. */
  async #eraseOne(): Promise<string[]> {
    const content = 'To be deleted.'
    const { id } = await this.#send('main', 'POST', '/v3/documents', { content, containerTag: spareTags[1] })
    const { erasureIds } = await this.#send('main', 'DELETE', '/v3/documents/bulk', { ids: [id] })
    return erasureIds
  }

  async #addDocuments(key: KeyName): Promise<string[]> {
    const documents = Array.from({ length: count }, (_, n) => ({
      content: `Note ${n}: Ada keeps ${n} kilns by the river.`,
      customId: `fuzz-${n}`,
      containerTag: n % 5 === 4 ? spareTags[n % spareTags.length] : tags[n % tags.length],
      metadata: { topic: 'kilns', rank: n, flag: n % 2 === 0, tags: ['a', 'b'] },
    }))
    const { results } = await this.#send(key, 'POST', '/v3/documents/batch', { documents })
    return results.map((result: { id: string }) => result.id)
  }

  async #addMemories(key: KeyName): Promise<string[]> {
    const lists = await Promise.all(
      memoryTags.map(containerTag =>
        this.#send(key, 'POST', '/v4/memories', {
          containerTag,
          memories: [{ content: `Ada likes ${containerTag}` }, { content: 'Ada has a cat', isStatic: true }],
        }),
      ),
    )
    return lists.flatMap(({ memories }) => memories.map((memory: { id: string }) => memory.id))
  }

  async #addFile(): Promise<string[]> {
    const form = new FormData()
    form.set('file', new File(['Kilns are hot.'], 'kilns.txt', { type: 'text/plain' }))
    form.set('containerTag', 'fuzz_files')
    const { id } = await this.#send('main', 'POST', '/v3/documents/file', form)
    return [id]
  }

  async #makeToken(id: string): Promise<string[]> {
    const { url } = await this.#send('main', 'GET', `/v3/documents/${id}/file-url`)
    return [url.split('/').at(-1)]
  }

  async #startMerge(): Promise<string[]> {
    await this.#send('main', 'PATCH', '/v3/container-tags/fuzz_merged', { name: 'To be merged' })
    const { mergeId } = await this.#send('main', 'POST', '/v3/container-tags/merge', {
      containerTags: ['fuzz_merged'],
      targetContainerTag: 'fuzz_merge_target',
    })
    return [mergeId]
  }
}

function pickTag(random: Random, path: string, method: string): string {
  if (path.startsWith('/v4/memories')) return random.pick(memoryTags)
  const isDeadly = method === 'delete' || path.includes('merge')
  return random.pick(isDeadly && random.chance(0.9) ? spareTags : tags)
}
