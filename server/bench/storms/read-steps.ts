import type { Actor } from './actor.ts'
import { Violated } from './caller.ts'
import type { Doc } from './model.ts'
import type { Step } from './plan.ts'

/** A search never shows what was deleted. It shows what is done, which the end of the storm checks. */
export async function search({ model, caller }: Actor, { a, b }: Step): Promise<void> {
  const doc =
    model.docs[a % Math.max(1, model.docs.length)] ?? model.erased[a % Math.max(1, model.erased.length)]
  if (!doc) return
  const path = b % 3 === 0 ? '/v4/search' : '/v3/search'
  const body = {
    q: doc.words[0],
    containerTag: doc.tag,
    ...(path === '/v4/search' && { searchMode: 'hybrid' }),
  }
  const answer = await caller.send({ method: 'POST', path, body, wanted: [200] })
  const erased = new Set(model.erased.map(({ id }) => id))
  const found = answer.body.results.filter(
    (each: { documentId?: string }) => each.documentId && erased.has(each.documentId),
  )
  if (found.length > 0) throw new Violated(`${path} found the deleted document ${found[0].documentId}`)
}

export async function profile({ model, caller }: Actor, { a }: Step): Promise<void> {
  await caller.send({
    method: 'POST',
    path: '/v4/profile',
    body: { containerTag: model.tag(a) },
    wanted: [200],
  })
}

/** The list of a container is exactly the model's, right after every write. */
export async function list(actor: Actor, { a }: Step): Promise<void> {
  await mustListExactly(actor, actor.model.tag(a))
}

export async function mustListExactly({ model, caller }: Actor, tag: string): Promise<void> {
  const body = { containerTags: [tag], limit: 200 }
  const answer = await caller.send({ method: 'POST', path: '/v3/documents/list', body, wanted: [200] })
  const found = answer.body.memories.map(({ id }: Doc) => id) as string[]
  const known = model.docsIn(tag).map(({ id }) => id)
  const missing = known.filter(id => !found.includes(id))
  const surplus = found.filter(id => !known.includes(id))
  if (missing.length + surplus.length > 0 || new Set(found).size !== found.length)
    throw new Violated(
      `the list of ${tag}: missing ${JSON.stringify(missing)}, surplus ${JSON.stringify(surplus)}`,
    )
}

export async function get({ model, caller }: Actor, { a }: Step): Promise<void> {
  const doc = model.doc(a)
  if (!doc) return
  const { body } = await caller.send({ method: 'GET', path: `/v3/documents/${doc.id}`, wanted: [200] })
  mustEqual(doc, body)
}

/** The fields that the model knows. */
export function mustEqual(
  doc: Doc,
  body: { content: string | null; containerTags: string[]; customId: string | null },
): void {
  const wrong = []
  if (doc.kind === 'text' && body.content !== doc.text)
    wrong.push({ content: body.content?.slice(0, 200), wanted: doc.text.slice(0, 200) })
  if (doc.kind === 'conversation')
    wrong.push(...doc.said.filter(text => (body.content ?? '').split(text).length !== 2))
  if (body.containerTags[0] !== doc.tag) wrong.push({ containerTags: body.containerTags, wanted: doc.tag })
  if (body.customId !== (doc.customId ?? null)) wrong.push({ customId: body.customId, wanted: doc.customId })
  if (wrong.length > 0) throw new Violated(`document ${doc.id} (${doc.kind}): ${JSON.stringify(wrong)}`)
}

/** Routes that only read, which must answer whatever goes on. */
export async function look({ model, caller }: Actor, { a, b }: Step): Promise<void> {
  const doc = model.doc(b)
  const containerTag = model.tag(b)
  const reads: [string, string, unknown?][] = [
    ['GET', '/v3/documents/processing?view=all'],
    ['GET', '/v3/container-tags/list'],
    ['GET', '/v3/overview'],
    ['GET', '/v3/analytics/usage'],
    ['GET', '/v3/auth/keys'],
    ['GET', '/v3/session'],
    ['GET', '/v3/exports'],
    ['GET', '/v3/projects'],
    ['GET', '/v3/webhooks'],
    ['GET', '/v3/audit'],
    ['POST', '/v3/connections/list', {}],
    ['POST', '/v3/documents/documents', { containerTags: [containerTag] }],
    ['POST', '/v3/documents/documents/facets', { containerTag }],
    ['POST', '/v4/memories/list', { containerTags: [containerTag] }],
    ['POST', '/v4/profile/buckets', { containerTag }],
    ...(doc
      ? ([
          ['GET', `/v3/documents/${doc.id}/chunks`],
          ['GET', `/v3/documents/${doc.id}/attempts`],
        ] as [string, string][])
      : []),
  ]
  const [method, path, body] = reads[a % reads.length]!
  await caller.send({ method, path, body, wanted: [200] })
}
