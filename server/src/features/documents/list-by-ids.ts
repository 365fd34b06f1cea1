import type { z } from 'zod'
import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { decodeId } from '../../platform/lib/ids.ts'
import { ListReply } from '../../platform/routing/replies.ts'
import { tagsOf } from '../containers/schema.ts'
import { findKeys, type NamedKey } from './by-ids-store.ts'
import type { byIdsBody } from './collection-schema.ts'
import { presented, readWithMemories } from './list-with-memories.ts'
import { readInParts } from './read-in-parts.ts'
import { inEachCell } from './select-documents.ts'

/** Whole documents with their memories by their ids, in the order of the request. It is read while it is sent. */
export async function listByIds(cells: Cells, principal: Principal, body: z.output<typeof byIdsBody>) {
  const named = [...new Set(body.ids)]
  const uuids = named.flatMap(id => decodeId(id) ?? [])
  const by = body.by === 'customId' ? { customIds: named } : { ids: uuids }
  const answers = await inEachCell(cells, principal, { tags: tagsOf(body) }, (db, selection) =>
    findKeys(db, selection, by),
  )
  const found = Map.groupBy(answers.flat(), key => (body.by === 'customId' ? key.customId! : key.id))
  const keysOf = (id: string): NamedKey[] =>
    found.get(body.by === 'customId' ? id : (decodeId(id) ?? '')) ?? []
  const documents = readInParts(cells, named.flatMap(keysOf), readWithMemories)
  return new ListReply({
    documents: presented(documents),
    notFound: named.filter(id => keysOf(id).length === 0),
  })
}
