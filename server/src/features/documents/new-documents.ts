import type { Scope } from '../../platform/db/scope.ts'
import type { Statement } from '../../platform/db/statement.ts'
import type { Lane } from '../../platform/lanes/lane.ts'
import { wakeStatement } from '../../platform/lanes/wake-store.ts'
import { insertStatement, type PlacedDocument } from './insert-store.ts'

/**
 * Statements that store new documents of one organization and cell, and wake their lanes, in one transaction. None
 * depends on the answer to another. The wakes come last: another transaction that queues the same wake waits for this
 * one.
 */
export function addStatements(added: readonly PlacedDocument[]): Statement[] {
  return [insertStatement(added), wakeStatement(lanesOf(added))]
}

/** One lane of each kind in each container. */
function lanesOf(added: readonly PlacedDocument[]): Lane[] {
  const lanes = new Map(
    added.map(({ key, document: { lane } }): [string, Lane] => [
      `${key.container} ${lane}`,
      { ...key, kind: lane },
    ]),
  )
  return [...lanes.values()]
}

/** Limited to the container, if there is only one. */
export function scopeOf(given: readonly PlacedDocument[]): Scope {
  const { org, container } = given[0]!.key
  return given.every(({ key }) => key.container === container) ? { org, container } : { org }
}
