import type { Cells } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { type AnySealedValue, reseal, UnsealError } from '../../platform/lib/seal.ts'
import { type ConnectionRow, listConnections, replaceSealed } from './connection-store.ts'
import { sealedFor } from './credentials.ts'

type Report = { secrets: number; resealed: number; unreadable: string[] }

/** Seals the secrets of an organization's connections with the first of the keys, and adds to the report. */
export async function resealConnections(
  cells: Cells,
  { id: org, homeShard: shard }: { id: string; homeShard: number },
  keys: readonly [Buffer, ...Buffer[]],
  sofar: Report,
): Promise<void> {
  await inScope(cells.of(shard), { org }, async db => {
    for (const row of await listConnections(db, { shard, org }))
      for (const column of ['credentials', 'subscription'] as const) {
        const from = row[column]
        const to = from && resealed(keys, row, column, from, sofar)
        if (to && (await replaceSealed(db, row, column, { from, to }))) sofar.resealed++
      }
  })
}

function resealed(
  keys: readonly [Buffer, ...Buffer[]],
  row: ConnectionRow,
  column: 'credentials' | 'subscription',
  value: AnySealedValue,
  sofar: Report,
) {
  sofar.secrets++
  try {
    return reseal(keys, sealedFor(row, column), value)
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error
    sofar.unreadable.push(`${row.org} connection ${row.id} ${column}: ${error.message}`)
    return undefined
  }
}
