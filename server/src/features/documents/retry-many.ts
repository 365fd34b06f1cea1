import type { Principal } from '../../platform/access/principal.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import { decodeId, encodeId } from '../../platform/lib/ids.ts'
import { tagsOf } from '../containers/schema.ts'
import type { ContainerKey } from '../containers/store.ts'
import type { DocumentsApp } from './add-document.ts'
import type { RetryManyBody } from './collection-schema.ts'
import { listIds, type Selection } from './list-store.ts'
import { lockFailed, requeueFailed, requeueForDreaming } from './retry-store.ts'
import { inEachCell } from './select-documents.ts'
import { wakeLane } from './wake-lane.ts'

type App = Pick<DocumentsApp, 'cells' | 'wakes'>

export type RetryManyResult = { count: number; after: string | null }

/** The most documents per call and per transaction, so that neither blocks others for long. */
const perCall = 10_000
const perStep = 500

/**
 * Retries the failed documents of an organization or of containers, by their code and the time of their failure. If there
 * are more, `after` names the last one of this call.
 */
export async function retryMany(
  app: App,
  principal: Principal,
  body: RetryManyBody,
): Promise<RetryManyResult> {
  const first = body.after === undefined ? undefined : decodeId(body.after)
  if (body.after !== undefined && !first)
    throw new AppError('request.invalid', {
      message: 'after: must be the value of `after` in an earlier response',
    })
  const request = { tags: tagsOf(body), failed: { codes: body.codes, since: body.since } }
  const list = (db: Db, selection: Selection) => listIds(db, selection, { after: first, take: perCall + 1 })
  const found = (await inEachCell(app.cells, principal, request, list)).flat()
  const all = found.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const keys = all.slice(0, perCall)
  let count = 0
  for (const documents of Map.groupBy(keys, ({ container }) => container).values())
    for (let at = 0; at < documents.length; at += perStep)
      count += await retrySome(app, documents[0]!, documents.slice(at, at + perStep))
  return { count, after: all.length > perCall ? encodeId(keys.at(-1)!.id) : null }
}

function retrySome(
  { cells, wakes }: App,
  { shard, org, container }: ContainerKey,
  documents: readonly { id: string }[],
): Promise<number> {
  const key = { shard, org, container }
  return inScope(cells.of(shard), key, async db => {
    const failed = await lockFailed(
      db,
      key,
      documents.map(({ id }) => id),
    )
    const toDream = failed.filter(({ isIndexed }) => isIndexed).map(({ id }) => id)
    const toProcess = failed.filter(({ isIndexed }) => !isIndexed)
    if (toDream.length > 0) {
      await requeueForDreaming(db, key, toDream)
      await wakeDreams(db, wakes.of(shard), key, 0)
    }
    if (toProcess.length > 0)
      await requeueFailed(
        db,
        key,
        toProcess.map(({ id }) => id),
      )
    for (const kind of new Set(toProcess.map(({ lane }) => lane))) await wakeLane(db, wakes, { ...key, kind })
    return failed.length
  })
}
