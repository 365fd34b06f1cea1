import { type Canary, forever, mayReach, type Principal, type Thing } from './leak-model.ts'
import {
  at,
  type Draw,
  type Make,
  plant,
  question,
  receive,
  tagFor,
  tell,
  type World,
} from './leak-operation.ts'

/** Operations on documents. */

export function added(
  world: World,
  who: Principal,
  id: string,
  tag: string,
  canaries: Canary[],
  { customId, isFile = false }: { customId?: string | undefined; isFile?: boolean } = {},
) {
  const known = world.model.things.find(thing => thing.id === id)
  if (known) {
    known.canaries.push(...canaries)
    known.version++
    return
  }
  world.model.things.push({
    kind: 'document',
    id,
    org: who.org,
    tag,
    ...(customId !== undefined && { customId }),
    isFile,
    canaries,
    isGone: false,
    version: 0,
    isUnsure: world.spare.includes(tag),
  })
}

export const add: Make = (world, who, draw) => {
  const tag = tagFor(world, who, draw)
  const further =
    who.tag === undefined && draw.c % 9 === 1 ? [at(world.tags, draw.c)].filter(t => t !== tag) : []
  const canary = plant(world, who.org, tag, further)
  // No customId for a document with additional tags, because a second add keeps the tags of the first.
  // Containers share the customIds: a customId must not lead from one container into another.
  const customId = draw.c % 4 === 0 && further.length === 0 ? `custom-${draw.c % 40}` : undefined
  return {
    method: 'POST',
    path: draw.a % 7 === 0 ? '/v3/memories' : '/v3/documents',
    body: {
      content: tell(canary, draw.b),
      containerTags: [tag, ...further],
      metadata: { secret: canary.word, topic: `topic_${draw.b % 5}` },
      taskType: 'rag',
      ...(customId && { customId }),
    },
    tags: [tag, ...further],
    good: [200],
    onGood: body => added(world, who, body.id, tag, [canary], { customId }),
  }
}

export const addBatch: Make = (world, who, draw) => {
  const tag = tagFor(world, who, draw)
  const canaries = Array.from({ length: 1 + (draw.c % 5) }, () => plant(world, who.org, tag))
  return {
    method: 'POST',
    path: '/v3/documents/batch',
    body: {
      containerTag: tag,
      taskType: 'rag',
      documents: canaries.map((canary, i) => ({
        content: tell(canary, i),
        metadata: { secret: canary.word },
      })),
    },
    // An item that the caller may not add fails without the others.
    good: [200],
    onGood(body) {
      body.results.forEach((result: { id: string; status: string }, i: number) => {
        if (result.status !== 'error') added(world, who, result.id, tag, [canaries[i]!])
      })
    },
  }
}

export const upload: Make = (world, who, draw) => {
  const tag = tagFor(world, who, draw)
  const canary = plant(world, who.org, tag)
  const form = new FormData()
  form.set('file', new Blob([tell(canary, draw.b)], { type: 'text/plain' }), `${canary.word}.txt`)
  form.set('containerTag', tag)
  form.set('taskType', 'rag')
  form.set('metadata', JSON.stringify({ secret: canary.word }))
  return {
    method: 'POST',
    path: '/v3/documents/file',
    body: form,
    tags: [tag],
    good: [200],
    onGood: body => added(world, who, body.id, tag, [canary], { isFile: true }),
  }
}

export type NamedDocument = { thing: Thing; name: string; query: string; tags?: string[]; target?: Thing }

/**
 * Picks any document, by id or by customId, with or without its tag. The response to a customId is checked only if it can
 * mean one document: an existing one in the caller's container or under the tag sent. That one must be found, even if
 * other containers use the same customId.
 */
export function aDocument(world: World, who: Principal, { a, b }: Draw): NamedDocument | undefined {
  const thing = world.model.pick(a, 'document')
  if (!thing) return undefined
  if (thing.customId === undefined || a % 3 > 0) return { thing, name: thing.id, query: '', target: thing }
  const isTagged = b % 2 === 0
  const isOne = mayReach(who, thing) && (isTagged || who.tag !== undefined)
  return {
    thing,
    name: thing.customId,
    query: isTagged ? `?containerTag=${thing.tag}` : '',
    ...(isTagged && { tags: [thing.tag] }),
    ...(isOne && { target: thing }),
  }
}

export const read =
  (suffix: string, good = [200]): Make =>
  (world, who, draw) => {
    const found = aDocument(world, who, draw)
    if (!found) return undefined
    const { name, query, tags, target } = found
    const path = `/v3/${suffix === '' && draw.b % 5 === 0 ? 'memories' : 'documents'}/${name}${suffix}${query}`
    return {
      method: 'GET',
      path,
      good: target ? good : [200, 404, 409],
      ...(target && { target }),
      ...(tags && { tags, isWithin: true }),
    }
  }

const aFile = ({ model }: World, { a }: Draw): Thing | undefined => {
  const files = model.things.filter(({ isFile }) => isFile).slice(-50)
  return files[a % Math.max(1, files.length)]
}

export const linkFile: Make = (world, _who, draw) => {
  const thing = aFile(world, draw)
  if (!thing) return undefined
  return {
    method: 'GET',
    path: `/v3/documents/${thing.id}/file-url`,
    target: thing,
    // A document whose content was replaced by text no longer has a file.
    good: [200, 404],
    onGood: body => void world.links.push({ thing, path: new URL(body.url).pathname }),
  }
}

/** Downloads a file by its signed URL. Every third time one letter is changed, which makes the URL invalid. */
export const openLink: Make = (world, _who, draw) => {
  const link = world.links.slice(-50)[draw.a % Math.max(1, Math.min(50, world.links.length))]
  if (!link) return undefined
  const { thing, path } = link
  const at = path.length - 1 - (draw.c % 60)
  const altered = `${path.slice(0, at)}${path[at] === 'A' ? 'B' : 'A'}${path.slice(at + 1)}`
  const isAltered = draw.b % 3 === 0
  return {
    method: 'GET',
    path: isAltered ? altered : path,
    linkOf: thing,
    good: isAltered || thing.isGone ? [404] : [200, 404],
  }
}

export const update: Make = (world, who, draw) => {
  const found = aDocument(world, who, draw)
  if (!found?.target) return undefined
  const { thing, name, query, tags } = found
  if (thing.isMoving) return undefined
  const canary = plant(world, thing.org, thing.tag, thing.canaries[0]?.further)
  const content = draw.b % 2 === 0 ? { content: tell(canary, draw.c) } : {}
  // Noted before the response arrives, because another reader may see the new text first.
  if (mayReach(who, thing)) thing.canaries.push(canary)
  return {
    method: 'PATCH',
    path: `/v3/documents/${name}${query}`,
    body: { metadata: { secret: canary.word, changed: draw.c }, ...content },
    target: thing,
    ...(tags && { tags }),
    good: [200],
  }
}

/**
 * Moves a document. Documents that are already moving or have a customId are skipped: where their words end up would
 * be unknown.
 */
export const move: Make = (world, who, draw) => {
  const thing = world.model.pick(draw.a, 'document')
  if (!thing || thing.isUnsure || thing.isMoving || thing.customId !== undefined) return undefined
  const tag = at(world.tags, draw.b)
  if (mayReach(who, thing)) {
    // Noted before the response arrives: others may see the document there as soon as it has moved.
    for (const { places } of thing.canaries) places.push({ tag, until: forever })
    thing.version++
    thing.isMoving = true
  }
  const from = thing.tag
  return {
    method: 'PATCH',
    path: `/v3/documents/${thing.id}`,
    body: { containerTag: tag },
    tags: [tag],
    target: thing,
    changes: [thing],
    good: [200, 409],
    onGood(_body, answeredAt, status) {
      if (status === 200 && tag !== from) world.model.move(thing, tag, answeredAt)
    },
    onEnd() {
      thing.isMoving = false
    },
  }
}

export const remove: Make = (world, who, draw) => {
  const found = aDocument(world, who, draw)
  if (!found?.target) return undefined
  return {
    method: 'DELETE',
    path: `/v3/documents/${found.name}${found.query}`,
    ...(found.tags && { tags: found.tags }),
    target: found.thing,
    changes: [found.thing],
    good: [204],
    onGood(_body, answeredAt, _status, headers) {
      world.model.remove(found.thing, answeredAt)
      receive(world, who, [headers.get('x-erasure-id')])
    },
  }
}

export const removeMany: Make = (world, who, draw) => {
  const things = [draw.a, draw.b, draw.c].map(index => world.model.pick(index, 'document'))
  const ids = [...new Set(things.flatMap(thing => thing?.id ?? []))]
  if (ids.length === 0) return undefined
  const reachable = things.filter(thing => thing !== undefined).filter(thing => mayReach(who, thing))
  for (const thing of reachable) thing.version++
  return {
    method: 'DELETE',
    path: '/v3/documents/bulk',
    body: { ids },
    changes: reachable,
    good: [200],
    onGood(body, answeredAt) {
      const failed = new Set((body.errors ?? []).map(({ id }: { id: string }) => id))
      for (const thing of reachable) if (!failed.has(thing.id)) world.model.remove(thing, answeredAt)
      receive(world, who, body.erasureIds)
    },
  }
}

export const list =
  (path: string): Make =>
  (world, who, draw) => {
    const { tags, secret, containerTags } = question(world, who, draw)
    const condition =
      draw.b % 2 === 0 ? { key: 'secret', value: secret } : { key: 'topic', value: 'topic_1', negate: true }
    return {
      method: 'POST',
      path,
      body: {
        ...(containerTags && { containerTags }),
        limit: 50,
        includeContent: draw.a % 2 === 0,
        ...(draw.a % 3 === 0 && path.endsWith('/list') && { filters: { AND: [condition] } }),
      },
      ...(tags && { tags, isWithin: true }),
      good: [200],
    }
  }

export const processing: Make = (world, who, draw) => {
  const { tags } = question(world, who, draw)
  const view = at(['active', 'pending', 'all', 'dreaming'], draw.a)
  const only = tags ? `&containerTags=${tags.join(',')}` : ''
  return {
    method: 'GET',
    path: `/v3/documents/processing?view=${view}&limit=50${only}`,
    ...(tags && { tags, isWithin: true }),
    good: [200],
  }
}

export const search =
  (path: string, more: object = {}, isForOrganizations = false): Make =>
  (world, who, draw) => {
    const { tags, secret, containerTags } = question(world, who, draw)
    return {
      method: 'POST',
      path,
      body: {
        q: `what does ${secret} say of kilns?`,
        ...(containerTags && { containerTags }),
        limit: 20,
        ...more,
      },
      ...(tags && { tags, isWithin: true }),
      isForOrganizations,
      good: [200],
    }
  }
