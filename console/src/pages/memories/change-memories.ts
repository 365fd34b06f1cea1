import { answerOf } from '@reverie/sdk'
import { reverie } from '../../data/client.ts'
import { counted } from '../../parts/numbers.ts'
import { say, sayError } from '../../parts/toasts.tsx'
import { changeRows, type MemoryRow, refreshMemories } from './use-memories.ts'

type Target = Pick<MemoryRow, 'id' | 'memory' | 'tag'>

const shortOf = (memory: string) => (memory.length > 60 ? `${memory.slice(0, 57)}…` : memory)

/** Runs a change, says a refusal, and reads everything again that it touched. */
async function doing(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    sayError(error)
    return false
  } finally {
    void refreshMemories()
  }
}

/** Forgets one memory at once. The undo restores it. */
export async function forget({ id, memory, tag }: Target): Promise<void> {
  changeRows(rows => rows.filter(row => row.id !== id))
  const isDone = await doing(() =>
    reverie.memories.forget({ id, containerTag: tag!, reason: 'Forgotten in the console' }),
  )
  if (isDone) say(`Forgot “${shortOf(memory)}”`, { undo: () => void undo([id]) })
}

/** Forgets exactly these memories, one batch for each container. */
export async function forgetAll(
  memories: readonly Target[],
  reason = 'Forgotten in the console',
): Promise<void> {
  const ids = new Set(memories.map(({ id }) => id))
  changeRows(rows => rows.filter(row => !ids.has(row.id)))
  const byTag = Map.groupBy(memories, ({ tag }) => tag!)
  const isDone = await doing(async () => {
    for (const [containerTag, some] of byTag)
      await reverie.memories.forgetMatching({ containerTag, ids: some.map(({ id }) => id), reason })
  })
  if (isDone) say(`Forgot ${counted(ids.size, 'memory', 'memories')}.`, { undo: () => void undo([...ids]) })
}

/** Undoes the last change of each memory. */
export async function undo(ids: readonly string[]): Promise<void> {
  const isDone = await doing(async () => {
    for (const id of ids) await reverie.memories.undo(id)
  })
  if (isDone) say(ids.length === 1 ? 'Undone.' : `${ids.length} changes undone.`)
}

/** Writes a new version. Answers its id, because the old one becomes history. */
export async function correct(
  { id, memory, tag }: Target,
  change: { newContent?: string; forgetAfter?: string | null },
): Promise<string | undefined> {
  const newContent = change.newContent ?? memory
  changeRows(rows => rows.map(row => (row.id === id ? { ...row, memory: newContent } : row)))
  let next: string | undefined
  const isDone = await doing(async () => {
    next = (await reverie.memories.update({ id, containerTag: tag!, ...change, newContent })).id
  })
  if (isDone && next) {
    const changed = next
    say('Corrected. The old words stay in its history.', { undo: () => void undo([changed]) })
  }
  return next
}

/** Approves or declines an inferred memory. */
export async function review({ id, memory, tag }: Target, action: 'approve' | 'decline'): Promise<void> {
  changeRows(rows => rows.filter(row => row.id !== id))
  const send = async (next: 'approve' | 'decline' | 'undo') =>
    answerOf(
      await reverie.api.POST('/v3/container-tags/{tag}/inferred/{memoryId}/review', {
        params: { path: { tag: tag!, memoryId: id } },
        body: { action: next },
      }),
    )
  if (await doing(() => send(action)))
    say(`${action === 'approve' ? 'Approved' : 'Declined'} “${shortOf(memory)}”`, {
      undo: () => void doing(() => send('undo')),
    })
}
