import type { Principal } from '../../platform/access/principal.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'
import { newId } from '../../platform/lib/ids.ts'
import { tagOf } from '../containers/wire-shapes.ts'
import { type JournalApp, journalErasures } from '../erasures/journal-erasures.ts'
import { openErasure } from '../erasures/store.ts'
import { findContainerByTag } from './find-container-by-tag.ts'
import { lockNamedMemory } from './lock-named-memory.ts'
import type { ForgetMemoryBody } from './schema.ts'
import { forgetMemories, type MemoryRow } from './store.ts'

/** Marks a memory as forgotten. It leaves search and profile, and is returned only to requests for forgotten memories. */
export async function forgetMemory(
  app: JournalApp & { wakes: Wakes },
  principal: Principal,
  body: ForgetMemoryBody,
): Promise<{ memory: MemoryRow; erasure: string }> {
  const key = await findContainerByTag(app.cells, principal, tagOf(body))
  if (!key) throw new AppError('memory.not_found')
  const forgotten = await inScope(app.cells.of(key.shard), key, async db => {
    const memory = await lockNamedMemory(db, key, body)
    await forgetMemories(db, key, [memory.id], { reason: body.reason ?? null, batch: null })
    await wakeDreams(db, app.wakes.of(key.shard), key, 0)
    const erasure = newId(key.shard)
    const receipt = { kind: 'memory', target: memory.id, askedBy: principal.key.id, requested: 1 } as const
    await openErasure(db, key, { ...receipt, id: erasure, forgotten: 1, isFinished: true })
    return { memory, erasure }
  })
  await journalErasures(app, principal.organization.id, [forgotten.erasure])
  return forgotten
}
