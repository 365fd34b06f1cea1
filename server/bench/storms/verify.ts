import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from './actor.ts'
import { Violated } from './caller.ts'
import type { Doc } from './model.ts'
import { mustEqual, mustListExactly } from './read-steps.ts'

/** Compares everything that a client knows with what the API shows, once all work has ended. */
export function* verify(actor: Actor): Generator<() => Promise<void>> {
  const { model } = actor
  for (const doc of model.docs) {
    yield () => mustBeThere(actor, doc)
    yield () => mustBeFound(actor, doc)
  }
  for (const doc of model.erased) yield () => mustBeGone(actor, doc)
  for (const tag of model.tags) {
    yield () => mustListExactly(actor, tag)
    yield () => mustRemember(actor, tag)
  }
  yield () => mustHaveFolder(actor)
  for (const id of model.receipts) yield () => mustBeClean(actor, id)
  for (const key of model.keys) yield () => mustFollowKey(actor, key)
  for (const [n] of model.webhooks.entries()) yield () => mustHaveNotified(actor, n)
}

async function mustBeThere({ caller }: Actor, doc: Doc): Promise<void> {
  const { body } = await caller.send({ method: 'GET', path: `/v3/documents/${doc.id}`, wanted: [200] })
  mustEqual(doc, body)
  const wanted = doc.kind === 'broken' ? 'failed' : 'done'
  if (body.status !== wanted)
    throw new Violated(
      `document ${doc.id} (${doc.kind}) is ${body.status} ${body.errorCode} ${body.errorMessage}`,
    )
  if (doc.kind !== 'file') return
  const { body: link } = await caller.send({
    method: 'GET',
    path: `/v3/documents/${doc.id}/file-url`,
    wanted: [200],
  })
  const file = await caller.send({ method: 'GET', path: pathOf(link.url), wanted: [200] })
  if (file.body !== doc.text)
    throw new Violated(`the file of ${doc.id} is ${JSON.stringify(file.body).slice(0, 200)}`)
}

/** By a word of its newest text. */
async function mustBeFound({ caller }: Actor, doc: Doc): Promise<void> {
  if (doc.kind === 'broken') return
  const q = doc.kind === 'text' ? doc.words.find(word => doc.text.includes(word)) : doc.words.at(-1)
  const body = { q, containerTag: doc.tag, limit: 20 }
  const answer = await caller.send({ method: 'POST', path: '/v3/search', body, wanted: [200] })
  if (!answer.body.results.some(({ documentId }: { documentId: string }) => documentId === doc.id))
    throw new Violated(`a search for ${q} in ${doc.tag} does not find ${doc.id} (${doc.kind})`)
}

async function mustBeGone({ caller }: Actor, doc: Doc): Promise<void> {
  await caller.send({ method: 'GET', path: `/v3/documents/${doc.id}`, wanted: [404] })
}

async function mustRemember({ model, caller }: Actor, tag: string): Promise<void> {
  const known = model.memories.filter(memory => memory.tag === tag)
  if (known.length === 0) return
  const found = new Map<string, string>()
  for (let page = 1; ; page++) {
    const { body } = await caller.send({
      method: 'POST',
      path: '/v4/memories/list',
      body: { containerTags: [tag], limit: 100, page },
      wanted: [200],
    })
    for (const { id, memory } of body.memoryEntries) found.set(id, memory)
    if (body.memoryEntries.length < 100) break
  }
  for (const { id, text, isForgotten } of known) {
    const shown = found.get(id)
    if (isForgotten ? shown !== undefined : shown !== text)
      throw new Violated(`memory ${id} of ${tag} (${isForgotten ? 'forgotten' : text}) is shown as ${shown}`)
  }
}

/** The documents of a connection are the files of its folder. */
async function mustHaveFolder({ model, caller }: Actor): Promise<void> {
  const { folder } = model
  const body = { containerTags: [folder.tag], limit: 100, includeContent: true }
  const answer = await caller.send({ method: 'POST', path: '/v3/documents/list', body, wanted: [200] })
  const found = answer.body.memories.map((doc: { filepath: string; content: string; status: string }) => ({
    ...doc,
  }))
  const wanted = folder.id ? [...folder.files] : []
  const texts = (await Promise.all(found.map(({ id }: Doc) => contentOf({ caller }, id)))) as string[]
  const missing = wanted.filter(([, { word }]) => !texts.some(text => text.includes(word)))
  if (missing.length > 0 || texts.length !== wanted.length)
    throw new Violated(
      `the folder has ${JSON.stringify(wanted)}, and its documents are ${JSON.stringify(texts)}`,
    )
}

async function contentOf({ caller }: Pick<Actor, 'caller'>, id: string): Promise<string> {
  const { body } = await caller.send({ method: 'GET', path: `/v3/documents/${id}`, wanted: [200] })
  return body.content ?? body.raw ?? ''
}

async function mustBeClean({ caller }: Actor, id: string): Promise<void> {
  const { body } = await caller.send({ method: 'GET', path: `/v3/erasures/${id}`, wanted: [200] })
  const isRight = body.status === 'done' && (body.isClean || body.kind === 'memory')
  if (!isRight) throw new Violated(`receipt ${id}: ${JSON.stringify(body)}`)
}

/** A disabled key is refused within seconds. */
async function mustFollowKey(
  { caller }: Actor,
  { key, id, isDisabled }: { key: string; id: string; isDisabled: boolean },
): Promise<void> {
  const wanted = [isDisabled ? 401 : 200]
  for (let tries = 0; ; tries++) {
    const answer = await caller.send({ method: 'GET', path: '/v3/session', wanted: [200, 401], key })
    if (wanted.includes(answer.status)) return
    if (tries > 50) throw new Violated(`key ${id}, disabled: ${isDisabled}, answers ${answer.status}`)
    await sleep(100)
  }
}

/** The webhook received an event for every document that was added after it and still exists. */
async function mustHaveNotified({ model, world }: Actor, n: number): Promise<void> {
  const { path, isDeleted } = model.webhooks[n]!
  if (isDeleted) return
  const told = new Set(world.receiver.of(path).map(({ body }) => `${body.type} ${body.data.id}`))
  for (const { id, kind } of model.docs.filter(doc => doc.webhooks.includes(n))) {
    const event = `document.${kind === 'broken' ? 'failed' : 'done'} ${id}`
    if (!told.has(event)) throw new Violated(`webhook ${path} was not told ${event}`)
  }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
