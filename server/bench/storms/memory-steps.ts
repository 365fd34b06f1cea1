import type { Actor } from './actor.ts'
import { Violated } from './caller.ts'
import { mustBeRepeated } from './document-steps.ts'
import type { Memory } from './model.ts'
import type { Step } from './plan.ts'

const fact = (word: string) => `The neighbour ${word} collects stamps from Madagascar.`

export async function addMemories({ model, caller }: Actor, { a, b, twice }: Step): Promise<void> {
  const tag = model.tag(a)
  const words = Array.from({ length: 1 + (b % 3) }, () => model.word())
  const body = {
    containerTag: tag,
    memories: words.map(word => ({ content: fact(word), isStatic: b % 4 === 0 })),
  }
  const answer = await caller.send({
    method: 'POST',
    path: '/v4/memories',
    body,
    wanted: [201],
    once: true,
    twice,
  })
  for (const [i, word] of words.entries())
    model.memories.push({
      id: answer.body.memories[i].id,
      root: answer.body.memories[i].id,
      tag,
      text: fact(word),
      words: [word],
      isForgotten: false,
      before: [],
    })
}

export async function editMemory(actor: Actor, { a }: Step): Promise<void> {
  const { model, caller } = actor
  const memory = model.memory(a)
  if (!memory) return
  const word = model.word()
  memory.words.push(word)
  const body = { containerTag: memory.tag, id: memory.id, newContent: fact(word) }
  const answer = await caller.send({ method: 'PATCH', path: '/v4/memories', body, wanted: [200] })
  memory.before?.push({ id: memory.id, text: memory.text })
  Object.assign(memory, { id: answer.body.id, text: body.newContent })
  if (answer.repeats > 0) memory.before = undefined
}

export async function forgetMemory({ model, caller }: Actor, { a, twice }: Step): Promise<void> {
  const memory = model.memory(a)
  if (!memory) return
  const body = { containerTag: memory.tag, id: memory.id }
  const answer = await caller.send({
    method: 'DELETE',
    path: '/v4/memories',
    body,
    wanted: [200, 409],
    twice,
  })
  mustBeRepeated(answer, 409, `the forgetting of ${memory.id}`)
  memory.isForgotten = true
  const receipt = answer.headers.get('x-erasure-id')
  if (receipt) model.receipts.push(receipt)
}

export async function forgetMatching({ model, caller }: Actor, { a, b }: Step): Promise<void> {
  const tag = model.tag(a)
  const chosen = model.memories
    .filter(memory => memory.tag === tag && !memory.isForgotten)
    .slice(0, 1 + (b % 2))
  if (chosen.length === 0) return
  const body = { containerTag: tag, ids: chosen.map(({ id }) => id) }
  const answer = await caller.send({
    method: 'POST',
    path: '/v4/memories/forget-matching',
    body,
    wanted: [200],
  })
  for (const memory of chosen) memory.isForgotten = true
  // Null when an answer was lost, and the repeated request found nothing to forget.
  if (answer.body.forgetBatchId) model.receipts.push(answer.body.forgetBatchId)
}

/** Undoes a forgetting, or else an edit. A memory that was only added answers 409. */
export async function undo(actor: Actor, { a, b }: Step): Promise<void> {
  const { model, caller } = actor
  const memory = model.memory(a, true) ?? model.memory(b)
  if (!memory?.before) return
  const canUndo = memory.isForgotten || memory.before.length > 0
  const path = `/v4/memories/${memory.id}/undo`
  const answer = await caller.send({ method: 'POST', path, body: {}, wanted: [200, 409] })
  if (answer.repeats > 0) return readBack(actor, memory)
  if (answer.status === 409 && canUndo) throw new Violated(`the undo of ${memory.id} answered 409`)
  if (answer.status === 200 && !canUndo)
    throw new Violated(`the undo of ${memory.id}, which was only added, did something`)
  if (memory.isForgotten) memory.isForgotten = false
  else if (canUndo) Object.assign(memory, memory.before.pop())
}

/** After a lost answer, the client does not know how many decisions it has undone. It must be one of the states in between. */
async function readBack({ caller }: Actor, memory: Memory): Promise<void> {
  const body = { containerTags: [memory.tag], limit: 200, include: { forgottenMemories: true } }
  const answer = await caller.send({ method: 'POST', path: '/v4/memories/list', body, wanted: [200] })
  const entries = answer.body.memoryEntries as {
    id: string
    memory: string
    rootMemoryId: string | null
    isLatest: boolean
    isForgotten: boolean
  }[]
  const now = entries.find(entry => (entry.rootMemoryId ?? entry.id) === memory.root && entry.isLatest)
  const known = [memory.text, ...memory.before!.map(({ text }) => text)]
  if (!now || !known.includes(now.memory))
    throw new Violated(`memory ${memory.root} is ${JSON.stringify(now)} after an undo`)
  Object.assign(memory, { id: now.id, text: now.memory, isForgotten: now.isForgotten })
  memory.before = undefined
}
