import { type Api, answerOf, type CallOptions } from './call.ts'
import { type JobWait, untilJobEnds } from './jobs.ts'
import { nameOf, toBlob, toForm, type Uploadable } from './to-form.ts'
import type * as Types from './types.ts'

/** Pieces of an upload: small enough that a retry costs little. */
const pieceBytes = 8 * 1024 * 1024

/** Imports of Reverie's own archives and of exports of other programs. The same import twice changes nothing. */
export class Imports {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /** Creates an import that waits for its upload. `importFile` does all of it. */
  async create(what: Types.NewImport = {}, options: CallOptions = {}): Promise<Types.ArchiveJob> {
    return answerOf(await this.#api.POST('/v3/imports', { body: what, ...options }))
  }

  /** Uploads a piece. A piece that is sent again replaces the former. */
  async uploadPart(
    id: string,
    part: number,
    piece: Blob,
    options: CallOptions = {},
  ): Promise<Types.ImportParts> {
    const form = toForm(piece, 'piece', { part: String(part) })
    const path = { params: { path: { id } } }
    return answerOf(
      await this.#api.POST('/v3/imports/{id}/parts', {
        ...path,
        body: form as unknown as object,
        ...options,
      }),
    )
  }

  /** Starts an import whose pieces are all uploaded. */
  async start(id: string, options: CallOptions = {}): Promise<Types.ArchiveJob> {
    return answerOf(await this.#api.POST('/v3/imports/{id}/start', { params: { path: { id } }, ...options }))
  }

  async get(id: string, options: CallOptions = {}): Promise<Types.ArchiveJob> {
    return answerOf(await this.#api.GET('/v3/imports/{id}', { params: { path: { id } }, ...options }))
  }

  /** Lists the newest imports. */
  async list(options: CallOptions = {}): Promise<Types.ArchiveJob[]> {
    return answerOf(await this.#api.GET('/v3/imports', options)).imports
  }

  /** Waits until the import has ended. Throws if it has failed. */
  waitUntilDone(id: string, options: JobWait = {}): Promise<Types.ArchiveJob> {
    return untilJobEnds(`Import ${id}`, () => this.get(id), options)
  }

  /** Uploads a file, or the pieces of a stream as they come, and starts the import. Returns before it has ended. */
  async importFile(
    file: Uploadable,
    what: Types.NewImport = {},
    { onUpload, ...options }: CallOptions & { onUpload?: (bytes: number) => void } = {},
  ): Promise<Types.ArchiveJob> {
    const { id } = await this.create({ fileName: nameOf(file), ...what }, options)
    let part = 0
    let bytes = 0
    for await (const piece of piecesOf(file)) {
      await this.uploadPart(id, part++, piece, options)
      bytes += piece.size
      onUpload?.(bytes)
    }
    return this.start(id, options)
  }
}

/** Pieces of a file stay on disk until they are sent; a stream is never in memory as a whole. */
async function* piecesOf(file: Uploadable): AsyncGenerator<Blob> {
  if (isIterable(file)) return yield* gather(file)
  const blob = await toBlob(file)
  for (let at = 0; at === 0 || at < blob.size; at += pieceBytes) yield blob.slice(at, at + pieceBytes)
}

const isIterable = (file: Uploadable): file is AsyncIterable<Uint8Array> =>
  !(file instanceof Blob) && Symbol.asyncIterator in file

async function* gather(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Blob> {
  let held: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of stream) {
    held.push(Uint8Array.from(chunk))
    bytes += chunk.length
    if (bytes < pieceBytes) continue
    yield new Blob(held)
    held = []
    bytes = 0
  }
  yield new Blob(held)
}
