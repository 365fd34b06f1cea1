import { checkTags, type Principal } from '../../platform/access/principal.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'
import { newId } from '../../platform/lib/ids.ts'
import type { ContainerResolver } from '../containers/resolve-container.ts'
import { tagOf } from '../containers/wire-shapes.ts'
import { answerOnce, withBoundKey } from '../idempotency/answer-once.ts'
import type { IdempotentRequest } from '../idempotency/store.ts'
import type { RecallApp } from '../recall/search-request.ts'
import { embedForSets } from './embed-for-sets.ts'
import type { AddMemoriesBody } from './schema.ts'
import type { MemoryRow } from './store.ts'
import { type MemoryDraft, writeMemories } from './write-memories.ts'

export type MemoriesApp = RecallApp & { containers: ContainerResolver; wakes: Wakes }

export type AddedMemory = Omit<MemoryDraft, 'vector' | 'further'> & Pick<MemoryRow, 'learnedAt'>

/** The answer stored under an Idempotency-Key. It leaves out the texts of the memories, which a repeated request contains. */
type StoredAnswer = { ids: string[]; learnedAt: string }

/**
 * Writes the caller's memories verbatim, all or none of them. Dreaming then relates them to the other memories of the
 * container.
 */
export async function addMemories(
  app: MemoriesApp,
  principal: Principal,
  body: AddMemoriesBody,
  { signal, idempotent }: { signal: AbortSignal; idempotent: IdempotentRequest | undefined },
): Promise<AddedMemory[]> {
  const tag = tagOf(body)
  checkTags(principal, [tag])
  const texts = body.memories.map(({ content }) => content)
  return app.containers.retryIfClosed(async () => {
    const key = await app.containers.resolve(principal.organization, tag)
    const { model, vectors } = await embedForSets(app, key, texts, signal)
    const drafts = body.memories.map(memory => toDraft(key.shard, memory))
    const write = async (db: Db): Promise<StoredAnswer> => {
      const embedded = drafts.map((draft, i) => ({ ...draft, ...vectors[i]! }))
      const rows = await writeMemories(db, key, model, embedded)
      await wakeDreams(db, app.wakes.of(key.shard), key, 0)
      return { ids: rows.map(({ id }) => id), learnedAt: rows[0]!.learnedAt.toISOString() }
    }
    const { ids, learnedAt } = await withBoundKey(app.cells, idempotent, key.shard, () =>
      inScope(app.cells.of(key.shard), key, db => answerOnce(db, idempotent, key.shard, () => write(db))),
    )
    return drafts.map((draft, i) => ({ ...draft, id: ids[i]!, learnedAt: new Date(learnedAt) }))
  })
}

function toDraft(shard: number, memory: AddMemoriesBody['memories'][number]): Omit<MemoryDraft, 'vector'> {
  const id = newId(shard)
  const documentDate = memory.temporalContext?.documentDate ?? null
  const eventDates = memory.temporalContext?.eventDate ?? []
  return {
    id,
    text: memory.content,
    isStatic: memory.isStatic,
    isInference: false,
    version: 1,
    parent: null,
    root: id,
    metadata: memory.metadata ?? null,
    forgetAfter: memory.forgetAfter ?? null,
    forgetReason: memory.forgetReason ?? null,
    documentDate,
    eventDates,
    trueFrom: eventDates[0] ?? documentDate,
    origin: 'api',
    sourceCount: 1,
  }
}
