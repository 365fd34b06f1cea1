import { type AddOptions, type Api, answerOf, type CallOptions, once } from './call.ts'
import { everyPage } from './every-page.ts'
import type * as Types from './types.ts'

/** Memories: facts about the person or thing of a container tag, each with versions and sources. */
export class Memories {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /** Writes up to 100 memories, all or none. */
  async add(memories: Types.NewMemories, options: AddOptions = {}): Promise<Types.WrittenMemories> {
    return answerOf(await this.#api.POST('/v4/memories', { body: memories, ...once(options) }))
  }

  /** Gets a memory with its versions, the passages it cites, and the reasons for its changes. */
  async get(id: string, options: CallOptions = {}): Promise<Types.Memory> {
    return answerOf(await this.#api.GET('/v4/memories/{id}', { params: { path: { id } }, ...options }))
  }

  /** Replaces a memory, named by `id` or exact `content`, with a new version. The old one stays in its history. */
  async update(changes: Types.MemoryChanges, options: CallOptions = {}): Promise<Types.MemoryVersion> {
    return answerOf(await this.#api.PATCH('/v4/memories', { body: changes, ...options }))
  }

  /** Iterates over the latest version of each memory, oldest first by default. Fetches pages as needed. */
  list(query: Types.MemoryQuery, options: CallOptions = {}): AsyncGenerator<Types.MemoryListItem, void> {
    return everyPage(async page => {
      const body = { limit: 100, order: 'asc' as const, ...query, page }
      const { memoryEntries, pagination } = answerOf(
        await this.#api.POST('/v4/memories/list', { body, ...options }),
      )
      return { items: memoryEntries, totalPages: pagination.totalPages }
    })
  }

  /** Forgets a memory, named by `id` or exact `content`: search and profile no longer show it. */
  async forget(target: Types.MemoryTarget, options: CallOptions = {}): Promise<Types.ForgottenMemory> {
    return answerOf(await this.#api.DELETE('/v4/memories', { body: target, ...options }))
  }

  /** Forgets the memories that match a query; with `dryRun` only lists them. */
  async forgetMatching(
    query: Types.ForgetQuery,
    options: CallOptions = {},
  ): Promise<Types.ForgottenMemories> {
    return answerOf(await this.#api.POST('/v4/memories/forget-matching', { body: query, ...options }))
  }

  /** Undoes the last change of a memory: it superseded another, a caller changed it, or it was forgotten. */
  async undo(id: string, options: CallOptions = {}): Promise<Types.UndoneDecision> {
    return answerOf(await this.#api.POST('/v4/memories/{id}/undo', { params: { path: { id } }, ...options }))
  }
}
