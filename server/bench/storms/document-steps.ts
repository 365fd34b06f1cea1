import type { Actor } from './actor.ts'
import type { Answer } from './caller.ts'
import { Violated } from './caller.ts'
import type { Doc, Model } from './model.ts'
import type { Step } from './plan.ts'

const sentence = (word: string) =>
  `Aunt ${word} repairs old clocks near the harbour of Trieste and keeps a diary about it.`

/** Several chunks. */
const longText = (words: readonly string[]) =>
  words
    .map(word => `${sentence(word)} ${'The tide was high that morning and the gulls were loud. '.repeat(12)}`)
    .join('\n\n')

function textFor(actor: Actor, n: number): { text: string; words: string[] } {
  const words =
    n % 5 === 4 ? [actor.model.word(), actor.model.word(), actor.model.word()] : [actor.model.word()]
  return { text: words.length > 1 ? longText(words) : sentence(words[0]!), words }
}

const newDoc = (model: Model, fields: Omit<Doc, 'said' | 'webhooks'> & { said?: string[] }): Doc => ({
  said: [],
  webhooks: model.webhooks.flatMap(({ isDeleted }, n) => (isDeleted ? [] : [n])),
  ...fields,
})

export async function add(actor: Actor, { a, b, twice }: Step): Promise<void> {
  const { model, caller } = actor
  const tag = model.tag(a)
  const { text, words } = textFor(actor, b)
  const customId = b % 2 === 0 ? `doc-${model.number}-${words[0]}` : undefined
  const fields = newDoc(model, { id: '', tag, kind: 'text', text, words, ...(customId && { customId }) })
  const body = {
    content: text,
    containerTag: tag,
    customId,
    metadata: { client: model.number, word: words[0] },
    dreaming: dreamingOf(b),
  }
  const answer = await caller.send({
    method: 'POST',
    path: '/v3/documents',
    body,
    wanted: [200],
    once: true,
    twice,
  })
  model.docs.push({ ...fields, id: answer.body.id })
}

const dreamingOf = (n: number) => (n % 3 === 0 ? 'instant' : undefined)

export async function addBatch(actor: Actor, { a, b, twice }: Step): Promise<void> {
  const { model, caller } = actor
  const docs = Array.from({ length: 2 + (b % 4) }, (_, i) => {
    const { text, words } = textFor(actor, i)
    return newDoc(model, {
      id: '',
      tag: model.tag(a + i),
      kind: 'text',
      text,
      words,
      customId: `batch-${words[0]}`,
    })
  })
  const documents = docs.map(({ text, tag, customId }) => ({ content: text, containerTag: tag, customId }))
  const { body } = await caller.send({
    method: 'POST',
    path: '/v3/documents/batch',
    body: { documents },
    wanted: [200],
    once: true,
    twice,
  })
  if (body.failed !== 0 || body.results.length !== docs.length)
    throw new Violated(`a batch was added in part: ${JSON.stringify(body)}`)
  for (const [i, doc] of docs.entries()) model.docs.push({ ...doc, id: body.results[i].id })
}

export async function upload(actor: Actor, { a, b, twice }: Step): Promise<void> {
  const { text, words } = textFor(actor, b)
  await send(actor, { name: `${words[0]}.txt`, text, words, kind: 'file', tag: actor.model.tag(a), twice })
}

export async function uploadBroken(actor: Actor, { a, twice }: Step): Promise<void> {
  const word = actor.model.word()
  const text = `%PDF-1.7\nThis is no PDF, says ${word}.`
  await send(actor, {
    name: `${word}.pdf`,
    text,
    words: [word],
    kind: 'broken',
    tag: actor.model.tag(a),
    twice,
  })
}

type Upload = {
  name: string
  text: string
  words: string[]
  kind: 'file' | 'broken'
  tag: string
  twice: boolean
}

async function send(
  { model, caller }: Actor,
  { name, text, words, kind, tag, twice }: Upload,
): Promise<void> {
  const body = new FormData()
  body.set('file', new Blob([text]), name)
  body.set('containerTag', tag)
  const doc = newDoc(model, { id: '', tag, kind, text, words })
  const answer = await caller.send({
    method: 'POST',
    path: '/v3/documents/file',
    body,
    wanted: [200],
    once: true,
    twice,
  })
  model.docs.push({ ...doc, id: answer.body.id })
}

export async function addLink(actor: Actor, { a, twice }: Step): Promise<void> {
  const { model, caller, world } = actor
  const word = model.word()
  const content = world.pageAbout(word)
  const tag = model.tag(a)
  const doc = newDoc(model, { id: '', tag, kind: 'link', text: content, words: [word] })
  const answer = await caller.send({
    method: 'POST',
    path: '/v3/documents',
    body: { content, containerTag: tag },
    wanted: [200],
    once: true,
    twice,
  })
  model.docs.push({ ...doc, id: answer.body.id })
}

export async function replace(actor: Actor, { a, b, twice }: Step): Promise<void> {
  const { model, caller } = actor
  const doc = model.doc(a, 'text')
  if (!doc) return
  const { text, words } = textFor(actor, b)
  const body = { content: text }
  // Its words may be stored before the answer is there.
  doc.words.push(...words)
  await caller.send({ method: 'PATCH', path: `/v3/documents/${doc.id}`, body, wanted: [200], twice })
  doc.text = text
}

export async function append(actor: Actor, { a, b, twice }: Step): Promise<void> {
  const { model, caller } = actor
  const doc = model.docs.filter(each => each.kind === 'text' && each.customId)[
    a % Math.max(1, model.docs.length)
  ]
  if (!doc) return
  const { text, words } = textFor(actor, b)
  const content = `${doc.text} ${text}`
  doc.words.push(...words)
  const body = { content, containerTag: doc.tag, customId: doc.customId }
  const answer = await caller.send({
    method: 'POST',
    path: '/v3/documents',
    body,
    wanted: [200],
    once: true,
    twice,
  })
  if (answer.body.id !== doc.id)
    throw new Violated(`an append to ${doc.id} answered with the document ${answer.body.id}`)
  doc.text = content
}

/** Begins a conversation, or continues one. */
export async function converse(actor: Actor, { a, b, twice }: Step): Promise<void> {
  const { model, caller } = actor
  const word = model.word()
  const known = b % 2 === 0 ? model.doc(a, 'conversation') : undefined
  const said = [...(known?.said ?? []), `My parrot is called ${word} and it likes walnuts.`]
  known?.words.push(word)
  const customId = known?.customId ?? `chat-${word}`
  const tag = known?.tag ?? model.tag(a)
  const messages = said.map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content }))
  const body = { conversationId: customId, containerTag: tag, messages }
  const answer = await caller.send({ method: 'POST', path: '/v4/conversations', body, wanted: [200], twice })
  if (!known)
    model.docs.push(
      newDoc(model, {
        id: answer.body.id,
        tag,
        customId,
        kind: 'conversation',
        text: '',
        said,
        words: [word],
      }),
    )
  else if (answer.body.id !== known.id)
    throw new Violated(`conversation ${customId} was ${known.id} and is ${answer.body.id}`)
  else known.said = said
}

export async function move({ model, caller }: Actor, { a, b, twice }: Step): Promise<void> {
  const doc = model.doc(a)
  const tag = model.tag(b)
  if (!doc) return
  await caller.send({
    method: 'PATCH',
    path: `/v3/documents/${doc.id}`,
    body: { containerTag: tag },
    wanted: [200],
    twice,
  })
  doc.tag = tag
}

export async function deleteDocument({ model, caller }: Actor, { a, twice }: Step): Promise<void> {
  const doc = model.doc(a)
  if (!doc) return
  const answer = await caller.send({
    method: 'DELETE',
    path: `/v3/documents/${doc.id}`,
    wanted: [204, 404],
    twice,
  })
  mustBeRepeated(answer, 404, `the delete of ${doc.id}`)
  model.erase(doc, answer.headers.get('x-erasure-id'))
}

export function mustBeRepeated({ status, repeats, body }: Answer, refusal: number, what: string): void {
  if (status === refusal && repeats === 0)
    throw new Violated(`${what} answered ${status} ${JSON.stringify(body)} at once`)
}

export async function deleteMany({ model, caller }: Actor, { a, b, twice }: Step): Promise<void> {
  const docs = [...new Set([model.doc(a), model.doc(b), model.doc(a + b)])].filter(doc => doc !== undefined)
  if (docs.length === 0) return
  const ids = docs.map(({ id }) => id)
  const { body } = await caller.send({
    method: 'DELETE',
    path: '/v3/documents/bulk',
    body: { ids },
    wanted: [200],
    twice,
  })
  for (const doc of docs) model.erase(doc)
  model.receipts.push(...(body.erasureIds ?? []))
}

export async function reprocess({ model, caller }: Actor, { a, b }: Step): Promise<void> {
  const doc = model.doc(a, 'text', 'file')
  if (!doc) return
  const body = { ids: [doc.id], from: b % 2 === 0 ? 'extracting' : 'dreaming' }
  await caller.send({ method: 'POST', path: '/v3/documents/reprocess', body, wanted: [202] })
}

/** A document that did not fail answers 409. */
export async function retry({ model, caller }: Actor, { a, b }: Step): Promise<void> {
  const doc = model.doc(a, ...(b % 2 === 0 ? (['broken'] as const) : []))
  if (!doc) return
  await caller.send({ method: 'POST', path: `/v3/documents/${doc.id}/retry`, wanted: [202, 409] })
}
