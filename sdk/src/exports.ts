import { type Api, answerOf, type CallOptions } from './call.ts'
import { type JobWait, untilJobEnds } from './jobs.ts'
import type * as Types from './types.ts'

/** Exports of a container or the whole organization, written in the background. */
export class Exports {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /** Starts an export. Without a `containerTag`, it covers the whole organization. */
  async start(what: Types.NewExport = {}, options: CallOptions = {}): Promise<Types.ArchiveJob> {
    return answerOf(await this.#api.POST('/v3/exports', { body: what, ...options }))
  }

  async get(id: string, options: CallOptions = {}): Promise<Types.ArchiveJob> {
    return answerOf(await this.#api.GET('/v3/exports/{id}', { params: { path: { id } }, ...options }))
  }

  /** Lists the newest exports. */
  async list(options: CallOptions = {}): Promise<Types.ArchiveJob[]> {
    return answerOf(await this.#api.GET('/v3/exports', options)).exports
  }

  /** Waits until the export has ended. Throws if it has failed. */
  waitUntilDone(id: string, options: JobWait = {}): Promise<Types.ArchiveJob> {
    return untilJobEnds(`Export ${id}`, () => this.get(id), options)
  }

  /** The file of a finished export, as a stream. */
  async download(id: string, options: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    const path = { params: { path: { id } }, parseAs: 'stream' as const }
    const answer = await this.#api.GET('/v3/exports/{id}/file', { ...path, ...options })
    return answerOf(answer) as unknown as ReadableStream<Uint8Array>
  }

  /** Deletes an export and its file. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    answerOf(await this.#api.DELETE('/v3/exports/{id}', { params: { path: { id } }, ...options }))
  }
}
