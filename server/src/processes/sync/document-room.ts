import { countItems } from '../../features/connections/item-store.ts'
import type { SyncStep } from './sync-app.ts'

/** How many documents a connection may still add. */
export class DocumentRoom {
  #left: number

  private constructor(left: number) {
    this.#left = left
  }

  /** `freed` documents are deleted with the same batch: a renamed item needs no further place. */
  static async of(
    { connection, read }: Pick<SyncStep, 'connection' | 'read'>,
    freed: number,
  ): Promise<DocumentRoom> {
    const { documentLimit } = connection
    if (documentLimit === null) return new DocumentRoom(Number.POSITIVE_INFINITY)
    return new DocumentRoom(documentLimit + freed - (await read(db => countItems(db, connection))))
  }

  /** Takes a place for an item. One that has a document already needs none. */
  take(hasDocument: boolean): boolean {
    if (hasDocument) return true
    if (this.#left <= 0) return false
    this.#left--
    return true
  }
}
