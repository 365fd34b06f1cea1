import type { Cell } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { type AnySealedValue, reseal, UnsealError } from '../../platform/lib/seal.ts'
import { listEndpoints, replaceSecret } from './endpoint-store.ts'
import { sealedFor } from './secret.ts'

type Report = { secrets: number; resealed: number; unreadable: string[] }

/** Seals the secrets of an organization's endpoints in one cell with the first of the keys, and adds to the report. */
export async function resealEndpoints(
  cell: Cell,
  org: string,
  keys: readonly [Buffer, ...Buffer[]],
  sofar: Report,
): Promise<void> {
  await inScope(cell, { org }, async db => {
    for (const { endpoint, secret, previousSecret } of await listEndpoints(db, org))
      for (const [column, sealed] of [
        ['secret', secret],
        ['previous_secret', previousSecret],
      ] as const) {
        const to = sealed && resealed(keys, { org, endpoint, sealed }, sofar)
        if (to && (await replaceSecret(db, { org, endpoint }, column, { from: sealed, to }))) sofar.resealed++
      }
  })
}

function resealed(
  keys: readonly [Buffer, ...Buffer[]],
  { org, endpoint, sealed }: { org: string; endpoint: string; sealed: AnySealedValue },
  sofar: Report,
) {
  sofar.secrets++
  try {
    return reseal(keys, sealedFor(org, endpoint), sealed)
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error
    sofar.unreadable.push(`${org} webhook ${endpoint}: ${error.message}`)
    return undefined
  }
}
