import { countItems } from '../../features/connections/item-store.ts'
import type { SyncStep } from './sync-app.ts'

/** How many documents a connection may still add. */
export class DocumentRoom {
  #left: number

  private constructor(left: number) {
    this.#left = left
  }

  static async of({ connection, read }: Pick<SyncStep, 'connection' | 'read'>): Promise<DocumentRoom> {
    const { documentLimit } = connection
    if (documentLimit === null) return new DocumentRoom(Number.POSITIVE_INFINITY)
    return new DocumentRoom(documentLimit - (await read(db => countItems(db, connection))))
  }

  /** Takes a place for an item. One that has a document already needs none. */
  take(hasDocument: boolean): boolean {
    if (hasDocument) return true
    if (this.#left <= 0) return false
    this.#left--
    return true
  }
}
