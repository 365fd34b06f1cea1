import { AsyncLocalStorage } from 'node:async_hooks'
import type { Cells } from '../../platform/db/cells.ts'
import { isUnreachable } from '../../platform/db/pool.ts'
import { sendInScope } from '../../platform/db/tx.ts'
import { UncertainCommit } from '../../platform/db/uncertain-commit.ts'
import { AppError } from '../../platform/errors.ts'
import { LimitEach } from '../../platform/lib/limit-each.ts'
import { outsidePlace } from '../../platform/lib/places.ts'
import { type ContainerKey, goneContainer } from '../containers/store.ts'
import type { PlacedDocument } from './insert-store.ts'
import { addStatements, scopeOf } from './new-documents.ts'

/** Transactions of one organization at a time, each with a connection of the pool. */
const maxWriting = 2

/** Transactions of one container at a time that write a single document: with a customId, or to be answered once. */
const maxSingle = 3

/** Limits of one transaction: with more, those who wait for it wait longer than they gain. */
const maxDocuments = 100
const maxChars = 1_000_000

type WaitingAdd = PlacedDocument & PromiseWithResolvers<void>

/** The adds of one organization in one cell, or of one container. */
type Group = { waiting: WaitingAdd[]; writing: Set<string>; transactions: number; isDue: boolean }

/**
 * Stores new documents. Those that arrive while others of their organization are being written are written together, in
 * one transaction, when a turn is free. A document alone is written at once. A container is in one transaction at a time,
 * so a busy or locked container holds one connection, and delays no other container (docs/decisions/0046).
 */
export class AddCollector {
  readonly #cells: Cells
  readonly #groups = new Map<string, Group>()
  readonly #singles = new LimitEach(maxSingle)
  /** A transaction of many requests runs in the context of none: neither the bound of its key nor its place apply. */
  readonly #outsideRequests = AsyncLocalStorage.snapshot()

  constructor(cells: Cells) {
    this.#cells = cells
  }

  /**
   * Returns when the document is committed. With `isApart`, only documents of its container are written with it: a scoped
   * key may see no other.
   */
  add(placed: PlacedDocument, { isApart }: { isApart: boolean }): Promise<void> {
    const { shard, org, container } = placed.key
    const cell = this.#cells.of(shard)
    const name = `${cell.name} ${cell.moveCheck?.move ?? ''} ${isApart ? container : org}`
    const group = this.#groups.get(name) ?? { waiting: [], writing: new Set(), transactions: 0, isDue: false }
    this.#groups.set(name, group)
    const add = { ...placed, ...Promise.withResolvers<void>() }
    group.waiting.push(add)
    this.#writeSoon(name, group)
    // Documents that wait for a transaction hold no connection, so their requests need no place: otherwise, those of one
    // locked container would take all places of the organization. Scoped keys keep theirs, because each of their
    // containers may use a connection.
    return isApart ? add.promise : outsidePlace(() => add.promise)
  }

  /** Runs a transaction that writes one document of a container by itself. */
  async alone<T>({ container }: ContainerKey, write: () => Promise<T>): Promise<T> {
    const turn = this.#singles.take(container)
    if (turn) await outsidePlace(() => turn)
    try {
      return await write()
    } finally {
      this.#singles.release(container)
    }
  }

  /** After the requests that have arrived already were read. */
  #writeSoon(name: string, group: Group): void {
    if (group.isDue) return
    group.isDue = true
    setImmediate(() => {
      group.isDue = false
      this.#outsideRequests(() => this.#writeNext(name, group))
    })
  }

  #writeNext(name: string, group: Group): void {
    while (group.transactions < maxWriting) {
      const adds = takeAdds(group)
      if (adds.length === 0) break
      void this.#write(adds).then(() => {
        group.transactions--
        for (const { key } of adds) group.writing.delete(key.container)
        this.#writeSoon(name, group)
      })
    }
    if (group.transactions === 0 && group.waiting.length === 0) this.#groups.delete(name)
  }

  /** Settles every add, each with its own result. */
  async #write(adds: readonly WaitingAdd[]): Promise<void> {
    const byCell = Map.groupBy(adds, ({ key }) => this.#cells.of(key.shard))
    if (byCell.size > 1) {
      // A shard is being moved since these adds were put together.
      for (const part of byCell.values()) await this.#write(part)
      return
    }
    const [cell] = byCell.keys()
    try {
      await sendInScope(cell!, scopeOf(adds), addStatements(adds))
      for (const { resolve } of adds) resolve()
    } catch (error) {
      const parts = splitAfter(error, adds)
      if (parts.length < 2) for (const { reject } of adds) reject(error)
      else for (const part of parts) await this.#write(part)
    }
  }
}

/** Takes the adds for the next transaction: the oldest first, without containers that are being written. */
function takeAdds(group: Group): WaitingAdd[] {
  const taken: WaitingAdd[] = []
  const left: WaitingAdd[] = []
  let chars = 0
  for (const add of group.waiting) {
    const { length } = add.document.content
    const isFull = taken.length > 0 && (taken.length === maxDocuments || chars + length > maxChars)
    if (isFull || group.writing.has(add.key.container)) left.push(add)
    else {
      taken.push(add)
      chars += length
    }
  }
  group.waiting = left
  if (taken.length > 0) group.transactions++
  for (const { key } of taken) group.writing.add(key.container)
  return taken
}

/**
 * Parts to write one by one after a failure, so that it fails only the documents that it concerns: first the containers
 * apart, then the documents. An outage concerns all of them, a closed or locked container all of its documents, and what
 * may have been committed is not written again.
 */
function splitAfter(error: unknown, adds: readonly WaitingAdd[]): WaitingAdd[][] {
  if (error instanceof UncertainCommit || isUnreachable(error)) return []
  const containers = Map.groupBy(adds, ({ key }) => key.container)
  if (containers.size > 1) return [...containers.values()]
  const isOfContainer = goneContainer(error) !== undefined || error instanceof AppError
  return isOfContainer ? [] : adds.map(add => [add])
}
