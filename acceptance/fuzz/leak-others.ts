import { added } from './leak-documents.ts'
import { mayReach } from './leak-model.ts'
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

/** Operations on memories, container tags, keys and settings. */

export const addMemories: Make = (world, who, draw) => {
  const tag = tagFor(world, who, draw)
  const canary = plant(world, who.org, tag)
  const memory = {
    content: tell(canary, draw.b),
    isStatic: draw.c % 2 === 0,
    metadata: { secret: canary.word },
  }
  return {
    method: 'POST',
    path: '/v4/memories',
    body: { containerTag: tag, memories: [memory] },
    tags: [tag],
    good: [201],
    onGood(body) {
      const [{ id }] = body.memories
      const isUnsure = world.spare.includes(tag)
      const kind = 'memory' as const
      world.model.things.push({
        kind,
        id,
        org: who.org,
        tag,
        canaries: [canary],
        isGone: false,
        version: 0,
        isUnsure,
      })
    },
  }
}

/** Changes or forgets a memory by id and container tag. With the tag of another container the id does not exist. */
export const changeMemory =
  (method: 'PATCH' | 'DELETE'): Make =>
  (world, who, draw) => {
    const thing = world.model.pick(draw.a, 'memory')
    if (!thing) return undefined
    const tag = draw.b % 5 === 0 ? tagFor(world, who, draw) : thing.tag
    const canary = plant(world, thing.org, thing.tag)
    const isMine = mayReach(who, thing) && tag === thing.tag
    if (isMine) thing.canaries.push(canary)
    return {
      method,
      path: '/v4/memories',
      body: {
        containerTag: tag,
        id: thing.id,
        ...(method === 'PATCH' && { newContent: tell(canary, draw.c) }),
      },
      tags: [tag],
      target: tag === thing.tag ? thing : { ...thing, isGone: true },
      // A memory that is forgotten or has a newer version exists, but cannot be changed.
      good: [200, 404, 409],
      onGood(_body, _at, _status, headers) {
        thing.version++
        receive(world, who, [headers.get('x-erasure-id')])
      },
    }
  }

/** Reads a memory by its id, in any container, even if it is forgotten. */
export const readMemory: Make = (world, _who, draw) => {
  const target = world.model.pick(draw.a, 'memory')
  return target && { method: 'GET', path: `/v4/memories/${target.id}`, target, good: [200] }
}

export const undoMemory: Make = (world, _who, draw) => {
  const target = world.model.pick(draw.a, 'memory')
  if (!target) return undefined
  return {
    method: 'POST',
    path: `/v4/memories/${target.id}/undo`,
    target,
    good: [200, 409],
    onGood: () => void target.version++,
  }
}

export const reviewMemory: Make = (world, who, draw) => {
  const thing = world.model.pick(draw.a, 'memory')
  if (!thing) return undefined
  const tag = draw.b % 5 === 0 ? tagFor(world, who, draw) : thing.tag
  return {
    method: 'POST',
    path: `/v3/container-tags/${tag}/inferred/${thing.id}/review`,
    body: { action: at(['approve', 'decline', 'undo'], draw.c) },
    isForOrganizations: true,
    target: tag === thing.tag ? thing : { ...thing, isGone: true },
    // Memories written through the API are not inferred, so they cannot be reviewed.
    good: [409],
  }
}

/** A receipt is visible to its organization and to the scoped key that made the deletion. */
export const readErasure: Make = (world, who, draw) => {
  const { erasures } = world
  if (erasures.length === 0) return undefined
  const { org, key, id } = at(erasures.slice(-200), draw.a)
  const isMine = org === who.org && (who.tag === undefined || key === who.key)
  return { method: 'GET', path: `/v3/erasures/${id}`, good: isMine ? [200] : [404] }
}

export const forgetMatching: Make = (world, who, draw) => {
  const tag = tagFor(world, who, draw)
  const thing = world.model.pick(draw.b, 'memory')
  return {
    method: 'POST',
    path: '/v4/memories/forget-matching',
    body: { containerTag: tag, ids: [thing?.id ?? 'nobody'], dryRun: draw.c % 2 === 0 },
    tags: [tag],
    isWithin: true,
    good: [200],
    onGood: () => void (thing && thing.version++),
  }
}

export const listMemories: Make = (world, who, draw) => {
  const tag = tagFor(world, who, draw)
  return {
    method: 'POST',
    path: '/v4/memories/list',
    body: { containerTags: [tag], limit: 50 },
    tags: [tag],
    isWithin: true,
    good: [200],
  }
}

export const profile: Make = (world, who, draw) => {
  const tag = tagFor(world, who, draw)
  const { secret } = question(world, who, draw)
  const q = draw.c % 2 === 0 ? { q: `what of ${secret}?`, threshold: 0 } : {}
  return {
    method: 'POST',
    path: '/v4/profile',
    body: { containerTag: tag, ...q },
    tags: [tag],
    isWithin: true,
    good: [200],
  }
}

export const graph: Make = (world, who, draw) => {
  const tag = tagFor(world, who, draw)
  return {
    method: 'POST',
    path: '/v3/graph',
    body: { containerTag: tag, ...(draw.b % 2 === 0 && { of: { kind: 'entity', id: 'user' } }) },
    tags: [tag],
    isWithin: true,
    good: [200],
  }
}

export const conversation: Make = (world, who, draw) => {
  const tag = at(world.tags, draw.a)
  const canary = plant(world, who.org, tag)
  const messages = [{ role: 'user', content: tell(canary, draw.b) }]
  return {
    method: 'POST',
    path: '/v4/conversations',
    body: { conversationId: `talk-${draw.c % 20}`, messages, containerTags: [tag] },
    isForOrganizations: true,
    good: [200],
    onGood: body => added(world, who, body.id, tag, [canary], { customId: `talk-${draw.c % 20}` }),
  }
}

export const ofOrganization =
  (method: string, path: string | ((world: World, draw: Draw) => string), good = [200, 404]): Make =>
  (world, _who, draw) => ({
    method,
    path: typeof path === 'string' ? path : path(world, draw),
    isForOrganizations: true,
    good,
  })

export const describeTag: Make = (world, who, draw) => {
  const tag = at(world.tags, draw.a)
  const { word } = world.model.plant(who.org)
  return {
    method: 'PATCH',
    path: `/v3/container-tags/${tag}`,
    body: draw.b % 2 === 0 ? { name: word } : { profileBuckets: [{ key: 'bucket', description: word }] },
    isForOrganizations: true,
    good: [200],
  }
}

export const merge: Make = (world, who, draw) => {
  const [source, target] = [at(world.spare, draw.a), at(world.spare, draw.a + 1 + (draw.b % 2))]
  return {
    method: 'POST',
    path: '/v3/container-tags/merge',
    body: { containerTags: [source], targetContainerTag: target },
    isForOrganizations: true,
    good: [202, 404, 409],
    onGood: (body, _at, status) =>
      void (status === 202 && world.mergeIds.push({ org: who.org, id: body.mergeId })),
  }
}

export const createKey: Make = (world, who, draw) => {
  const { word } = world.model.plant(who.org)
  return {
    method: 'POST',
    path: '/v3/auth/scoped-key',
    body: { containerTag: at(world.tags, draw.a), name: word },
    isForOrganizations: true,
    good: [200],
    onGood: body => void world.keyIds.push({ org: who.org, id: body.id }),
  }
}

export const disableKey: Make = (world, who, draw) => {
  if (world.keyIds.length === 0) return undefined
  const { org, id } = at(world.keyIds, draw.a)
  return {
    method: 'DELETE',
    path: `/v3/auth/scoped-key/${id}`,
    isForOrganizations: true,
    good: org === who.org ? [200] : [404],
  }
}

export const readMerge: Make = (world, who, draw) => {
  if (world.mergeIds.length === 0) return undefined
  const { org, id } = at(world.mergeIds, draw.a)
  return {
    method: 'GET',
    path: `/v3/container-tags/merge/${id}`,
    isForOrganizations: true,
    good: org === who.org ? [200] : [404],
  }
}

export const settings: Make = (world, who) => {
  const { word } = world.model.plant(who.org)
  return {
    method: 'PATCH',
    path: '/v3/settings',
    body: { workspacePrompt: word },
    isForOrganizations: true,
    good: [200],
  }
}

export const session: Make = () => ({ method: 'GET', path: '/v3/session', good: [200] })
