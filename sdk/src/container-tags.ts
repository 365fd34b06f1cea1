import { type Api, answerOf, type CallOptions } from './call.ts'
import { everyPage } from './every-page.ts'
import type * as Types from './types.ts'

const pageSize = 100

/** Container tags group documents and memories, for example one tag per end user or project. */
export class ContainerTags {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /** Iterates over the container tags, latest activity first. */
  list(options: CallOptions = {}): AsyncGenerator<Types.ContainerTag, void> {
    return everyPage(async page => {
      const params = { query: { page, limit: pageSize } }
      const items = answerOf(await this.#api.GET('/v3/container-tags/list', { params, ...options }))
      return { items, totalPages: items.length < pageSize ? page : page + 1 }
    })
  }

  /** Gets a container tag with its counts and its settings. */
  async get(tag: string, options: CallOptions = {}): Promise<Types.ContainerTag> {
    return answerOf(
      await this.#api.GET('/v3/container-tags/{tag}', { params: { path: { tag } }, ...options }),
    )
  }

  /** Changes a container tag, or creates it. `null` clears a field. */
  async update(
    tag: string,
    changes: Types.ContainerTagChanges,
    options: CallOptions = {},
  ): Promise<Types.ContainerTag> {
    const params = { path: { tag } }
    return answerOf(await this.#api.PATCH('/v3/container-tags/{tag}', { params, body: changes, ...options }))
  }

  /** Deletes a container tag with all its documents and memories. */
  async delete(tag: string, options: CallOptions = {}): Promise<Types.DeletedContainerTag> {
    return answerOf(
      await this.#api.DELETE('/v3/container-tags/{tag}', { params: { path: { tag } }, ...options }),
    )
  }

  /** Starts to move all documents and memories of some container tags to another one. `getMerge` returns the progress. */
  async merge(merge: Types.NewMerge, options: CallOptions = {}): Promise<Types.MergeReceipt> {
    return answerOf(await this.#api.POST('/v3/container-tags/merge', { body: merge, ...options }))
  }

  /** Gets the progress of a merge. */
  async getMerge(mergeId: string, options: CallOptions = {}): Promise<Types.Merge> {
    const params = { path: { id: mergeId } }
    return answerOf(await this.#api.GET('/v3/container-tags/merge/{id}', { params, ...options }))
  }
}
