import type { Actor } from './actor.ts'
import { Violated } from './caller.ts'
import { mustBeRepeated } from './document-steps.ts'
import type { Step } from './plan.ts'

const mostWebhooks = 2

export async function scopeKey({ model, caller }: Actor, { a }: Step): Promise<void> {
  const tag = model.tag(a)
  const { body } = await caller.send({
    method: 'POST',
    path: '/v3/auth/scoped-key',
    body: { containerTag: tag },
    wanted: [200],
  })
  model.keys.push({ id: body.id, key: body.key, tag, isDisabled: false })
}

/** A scoped key lists the documents of its container and nothing else, and may not write elsewhere. */
export async function useScopedKey({ model, caller }: Actor, { a }: Step): Promise<void> {
  const usable = model.keys.filter(({ isDisabled }) => !isDisabled)
  const scoped = usable[a % Math.max(1, usable.length)]
  if (!scoped) return
  const { key, tag } = scoped
  const { body } = await caller.send({
    method: 'POST',
    path: '/v3/documents/list',
    body: { limit: 100 },
    wanted: [200],
    key,
  })
  const allowed = new Set(model.docsIn(tag).map(({ id }) => id))
  const foreign = body.memories.filter(({ id }: { id: string }) => !allowed.has(id))
  if (foreign.length > 0) throw new Violated(`a key of ${tag} lists ${JSON.stringify(foreign).slice(0, 300)}`)
  const elsewhere = { content: 'Not here.', containerTag: model.tags.find(each => each !== tag) }
  await caller.send({ method: 'POST', path: '/v3/documents', body: elsewhere, wanted: [403], key })
  const other = model.docs.find(doc => doc.tag !== tag)
  if (other) await caller.send({ method: 'GET', path: `/v3/documents/${other.id}`, wanted: [404], key })
}

export async function disableKey({ model, caller }: Actor, { a, twice }: Step): Promise<void> {
  const scoped = model.keys[a % Math.max(1, model.keys.length)]
  if (!scoped || scoped.isDisabled) return
  const answer = await caller.send({
    method: 'DELETE',
    path: `/v3/auth/scoped-key/${scoped.id}`,
    wanted: [200, 404],
    twice,
  })
  mustBeRepeated(answer, 404, `the disabling of key ${scoped.id}`)
  scoped.isDisabled = true
}

/** Settings belong to the organization, so another client may change them at the same time. */
export async function changeSettings({ caller }: Actor, { a }: Step): Promise<void> {
  const body = { categories: [`category ${a}`], chunkSize: 400 + 10 * a }
  await caller.send({ method: 'PATCH', path: '/v3/settings', body, wanted: [200] })
  await caller.send({ method: 'GET', path: '/v3/settings', wanted: [200] })
}

export async function addWebhook({ model, caller, world }: Actor): Promise<void> {
  if (model.webhooks.length >= mostWebhooks) return
  const path = `${world.hookPath()}/${model.number}/${model.webhooks.length}`
  const body = {
    url: `${world.receiver.url}${path}`,
    events: ['document.done', 'document.failed', 'memory.formed'],
  }
  const answer = await caller.send({ method: 'POST', path: '/v3/webhooks', body, wanted: [201] })
  model.webhooks.push({ id: answer.body.id, path, isDeleted: false })
}

export async function deleteWebhook({ model, caller }: Actor, { a, twice }: Step): Promise<void> {
  const webhook = model.webhooks[a % Math.max(1, model.webhooks.length)]
  if (!webhook || webhook.isDeleted) return
  const answer = await caller.send({
    method: 'DELETE',
    path: `/v3/webhooks/${webhook.id}`,
    wanted: [200, 204, 404],
    twice,
  })
  mustBeRepeated(answer, 404, `the delete of webhook ${webhook.id}`)
  webhook.isDeleted = true
}
