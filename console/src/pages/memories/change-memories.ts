import { answerOf } from '@reverie/sdk'
import { queries, reverie } from '../../data/client.ts'
import { containersQuery } from '../../data/containers.ts'
import { memoryQuery } from '../../data/document.ts'
import { counted } from '../../parts/numbers.ts'
import { say, sayError } from '../../parts/toasts.tsx'
import { changeRows, type MemoryRow, refreshMemories } from './use-memories.ts'

type Target = Pick<MemoryRow, 'id' | 'memory' | 'tag'>

const shortOf = (memory: string) => (memory.length > 60 ? `${memory.slice(0, 57)}…` : memory)

/** The container of a memory. Results of a search do not tell it, so the memory is read. */
async function tagFor({ id, tag }: Target): Promise<string> {
  if (tag !== undefined) return tag
  const [{ spaceId }, containers] = await Promise.all([
    queries.fetchQuery(memoryQuery(id)),
    queries.ensureQueryData(containersQuery),
  ])
  const found = containers.find(container => container.id === spaceId)
  if (!found) throw new Error('The container of this memory is not among the 1,000 used last')
  return found.containerTag
}

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
export async function forget(target: Target): Promise<void> {
  const { id, memory } = target
  changeRows(rows => rows.filter(row => row.id !== id))
  const isDone = await doing(async () =>
    reverie.memories.forget({ id, containerTag: await tagFor(target), reason: byHand }),
  )
  if (isDone) say(`Forgot “${shortOf(memory)}”`, { undo: () => void undo([id]) })
}

const byHand = 'Forgotten in the console'

/** Forgets exactly these memories, one batch for each container. */
export async function forgetAll(memories: readonly Target[], reason = byHand): Promise<void> {
  const ids = new Set(memories.map(({ id }) => id))
  changeRows(rows => rows.filter(row => !ids.has(row.id)))
  const isDone = await doing(async () => {
    const tagged = await Promise.all(memories.map(async each => ({ id: each.id, tag: await tagFor(each) })))
    for (const [containerTag, some] of Map.groupBy(tagged, ({ tag }) => tag))
      await reverie.memories.forgetMatching({ containerTag, ids: some.map(({ id }) => id), reason })
  })
  if (isDone) say(`Forgot ${counted(ids.size, 'memory', 'memories')}.`, { undo: () => void undo([...ids]) })
}

/** Undoes the last change of each memory. Answers the id that is current instead of the last one. */
export async function undo(ids: readonly string[]): Promise<string | undefined> {
  let current: string | undefined
  const isDone = await doing(async () => {
    for (const id of ids) current = (await reverie.memories.undo(id)).current[0]?.id
  })
  if (isDone) say(ids.length === 1 ? 'Undone.' : `${ids.length} changes undone.`)
  return current
}

/** Writes a new version and shows it, because the old one becomes history. */
export async function correct(
  target: Target,
  change: { newContent?: string; forgetAfter?: string | null },
  onShow: (id: string) => void,
): Promise<void> {
  const { id, memory } = target
  const newContent = change.newContent ?? memory
  changeRows(rows => rows.map(row => (row.id === id ? { ...row, memory: newContent } : row)))
  let next: string | undefined
  const isDone = await doing(async () => {
    const containerTag = await tagFor(target)
    next = (await reverie.memories.update({ id, containerTag, ...change, newContent })).id
  })
  if (!isDone || next === undefined) return
  const changed = next
  onShow(changed)
  const back = async () => {
    const current = await undo([changed])
    if (current) onShow(current)
  }
  say('Corrected. The old words stay in its history.', { undo: () => void back() })
}

/** Approves or declines an inferred memory. */
export async function review(target: Target, action: 'approve' | 'decline'): Promise<void> {
  const { id, memory } = target
  changeRows(rows => rows.filter(row => row.id !== id))
  const send = async (next: 'approve' | 'decline' | 'undo') =>
    answerOf(
      await reverie.api.POST('/v3/container-tags/{tag}/inferred/{memoryId}/review', {
        params: { path: { tag: await tagFor(target), memoryId: id } },
        body: { action: next },
      }),
    )
  if (await doing(() => send(action)))
    say(`${action === 'approve' ? 'Approved' : 'Declined'} “${shortOf(memory)}”`, {
      undo: () => void doing(() => send('undo')),
    })
}
