import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'
import { newId } from '../../platform/lib/ids.ts'
import { tagOf } from '../containers/wire-shapes.ts'
import { openErasure } from '../erasures/store.ts'
import { findTagged } from './find-container.ts'
import { lockNamed } from './name-memory.ts'
import type { ForgetMemoryBody } from './schema.ts'
import { forgetMemories, type MemoryRow } from './store.ts'

/** From now on neither search nor profile knows the memory; it is kept, marked, for whoever asks for what was forgotten. */
export async function forgetMemory(
  app: { cells: Cells; wakes: Wakes },
  principal: Principal,
  body: ForgetMemoryBody,
): Promise<{ memory: MemoryRow; erasure: string }> {
  const key = await findTagged(app.cells, principal, tagOf(body))
  if (!key) throw new AppError('memory.not_found')
  return inScope(app.cells.of(key.shard), key, async db => {
    const memory = await lockNamed(db, key, body)
    await forgetMemories(db, key, [memory.id], { reason: body.reason ?? null, batch: null })
    await wakeDreams(db, app.wakes.of(key.shard), key, 0)
    const erasure = newId(key.shard)
    const asked = { kind: 'memory', target: memory.id, askedBy: principal.key.id, requested: 1 } as const
    await openErasure(db, key, { ...asked, id: erasure, forgotten: 1, isFinished: true })
    return { memory, erasure }
  })
}
