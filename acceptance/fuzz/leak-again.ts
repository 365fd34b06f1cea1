import { aDocument } from './leak-documents.ts'
import { type Make, tagFor } from './leak-operation.ts'

/** Operations that process documents again. */

/** Retry is mostly refused with 409, because few documents failed. Other callers get 404. */
export const retry: Make = (world, who, draw) => {
  const found = aDocument(world, who, draw)
  if (!found) return undefined
  const isSure = found.target !== undefined
  const path = `/v3/documents/${found.name}/retry${found.query}`
  return {
    method: 'POST',
    path,
    good: isSure ? [202, 409] : [202, 404, 409],
    ...(isSure && { target: found.target }),
    ...(found.tags && { tags: found.tags }),
  }
}

/** Reprocesses documents by id, which reports ids of others as errors, or all documents of a container. */
export const reprocess: Make = (world, who, draw) => {
  const thing = world.model.pick(draw.a, 'document')
  const tag = tagFor(world, who, draw)
  const byId = draw.b % 2 === 0 && thing
  return {
    method: 'POST',
    path: '/v3/documents/reprocess',
    body: { ...(byId ? { ids: [thing.id] } : { containerTags: [tag] }), from: 'extracting' },
    ...(!byId && { tags: [tag] }),
    good: [202],
  }
}
