import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from './actor.ts'
import { Violated } from './caller.ts'
import { mustBeRepeated } from './document-steps.ts'
import type { Step } from './plan.ts'

const mergedWithinMs = 90_000

/** Whether anything of the model is in the container, so that the server must know its tag. */
const isUsed = ({ model }: Actor, tag: string) =>
  model.docsIn(tag).length > 0 || model.memories.some(memory => memory.tag === tag)

/** Waits for the end of the merge: meanwhile, a document that is added to the source may end in either container. */
export async function mergeContainers(actor: Actor, { a, b }: Step): Promise<void> {
  const { model, caller } = actor
  const [from, to] = [model.tag(a), model.tag(a + 1 + (b % 2))]
  if (!isUsed(actor, from)) return
  const body = { containerTags: [from], targetContainerTag: to }
  // After a lost answer the source may be gone already.
  const answer = await caller.send({
    method: 'POST',
    path: '/v3/container-tags/merge',
    body,
    wanted: [202, 404],
  })
  mustBeRepeated(answer, 404, `the merge of ${from}`)
  if (answer.status === 202) await untilMerged(actor, answer.body.mergeId)
  for (const each of [...model.docsIn(from), ...model.memories.filter(memory => memory.tag === from)])
    each.tag = to
}

async function untilMerged({ caller }: Actor, id: string): Promise<void> {
  const until = Date.now() + mergedWithinMs
  for (;;) {
    const { body } = await caller.send({
      method: 'GET',
      path: `/v3/container-tags/merge/${id}`,
      wanted: [200],
    })
    if (body.finishedAt) return
    if (Date.now() > until)
      throw new Violated(`merge ${id} did not end within ${mergedWithinMs / 1000} s: ${JSON.stringify(body)}`)
    await sleep(100)
  }
}

export async function deleteContainer(actor: Actor, { a, twice }: Step): Promise<void> {
  const { model, caller } = actor
  const tag = model.tag(a)
  const answer = await caller.send({
    method: 'DELETE',
    path: `/v3/container-tags/${tag}`,
    wanted: [200, 404],
    twice,
  })
  if (isUsed(actor, tag)) mustBeRepeated(answer, 404, `the delete of ${tag}`)
  model.eraseContainer(tag, answer.body?.erasureId)
}

export async function nameContainer({ model, caller }: Actor, { a, b }: Step): Promise<void> {
  const tag = model.tag(a)
  const body = { name: `Name ${b}`, entityContext: 'Family matters.' }
  await caller.send({ method: 'PATCH', path: `/v3/container-tags/${tag}`, body, wanted: [200] })
  const { body: now } = await caller.send({ method: 'GET', path: `/v3/container-tags/${tag}`, wanted: [200] })
  if (now.name !== body.name)
    throw new Violated(`container ${tag} was named ${body.name} and is called ${now.name}`)
}

export async function exportContainer(actor: Actor, { a }: Step): Promise<void> {
  const { model, caller } = actor
  const tag = model.tag(a)
  if (!isUsed(actor, tag)) return
  const { body } = await caller.send({
    method: 'POST',
    path: '/v3/exports',
    body: { containerTag: tag },
    wanted: [202],
  })
  model.exports.push({ id: body.id, words: model.docsIn(tag).flatMap(({ words }) => words) })
}
