import { randomUUID } from 'node:crypto'
import type { ApiResponse } from '../harness.ts'
import { type Caller, differences, type Write } from './write.ts'

async function documentsOf(caller: Caller, ...containerTags: string[]): Promise<{ id: string }[]> {
  const body = { containerTags, limit: 100, includeContent: true }
  const { memories } = (await caller.send('POST', '/v3/documents/list', body)).body
  return memories
}

const idsOf = (answer: ApiResponse): string[] =>
  answer.body.results?.map(({ id }: { id: string }) => id) ?? [answer.body.id]

/** Checks that the stored documents are those of the answer and no others. */
async function sameDocuments(caller: Caller, answer: ApiResponse, ...tags: string[]): Promise<unknown[]> {
  const found = (await documentsOf(caller, ...tags)).map(({ id }) => id).sort()
  return differences({ documents: found }, { documents: idsOf(answer).sort() })
}

async function add(caller: Caller, tag: string, content: string, customId?: string): Promise<string> {
  const { status, body } = await caller.send('POST', '/v3/documents', {
    content,
    containerTag: tag,
    customId,
  })
  if (status !== 200) throw new Error(`add answered ${status} ${JSON.stringify(body)}`)
  return body.id
}

const isGone = async (caller: Caller, id: string) =>
  differences({ status: (await caller.send('GET', `/v3/documents/${id}`)).status }, { status: 404 })

export const documentWrites: Write[] = [
  {
    name: 'add with an Idempotency-Key',
    route: 'POST /v3/documents',
    prepare: async (caller, tag) => {
      const headers = { 'idempotency-key': randomUUID() }
      return {
        send: () =>
          caller.send('POST', '/v3/documents', { content: `Note ${tag}`, containerTag: tag }, headers),
        check: answer => sameDocuments(caller, answer, tag),
      }
    },
  },
  {
    name: 'add with a customId',
    route: 'POST /v3/documents',
    prepare: async (caller, tag) => ({
      send: () =>
        caller.send('POST', '/v3/documents', { content: `Note ${tag}`, containerTag: tag, customId: tag }),
      check: answer => sameDocuments(caller, answer, tag),
    }),
  },
  {
    name: 'add a batch with an Idempotency-Key',
    route: 'POST /v3/documents/batch',
    prepare: async (caller, tag) => {
      const headers = { 'idempotency-key': randomUUID() }
      const tags = [tag, `${tag}-b`]
      const documents = tags.flatMap(containerTag =>
        [1, 2].map(n => ({ content: `Note ${n} of ${containerTag}`, containerTag })),
      )
      return {
        send: () => caller.send('POST', '/v3/documents/batch', { documents }, headers).then(wholeOr503),
        check: answer => sameDocuments(caller, answer, ...tags),
      }
    },
  },
  {
    name: 'add a batch of customIds',
    route: 'POST /v3/documents/batch',
    prepare: async (caller, tag) => {
      await add(caller, tag, 'Known before.', `${tag}-0`)
      const documents = [0, 1, 2].map(n => ({ content: `Note ${n}`, customId: `${tag}-${n}` }))
      return {
        send: () =>
          caller.send('POST', '/v3/documents/batch', { documents, containerTag: tag }).then(wholeOr503),
        check: answer => sameDocuments(caller, answer, tag),
      }
    },
  },
  {
    name: 'upload with an Idempotency-Key',
    route: 'POST /v3/documents/file',
    prepare: async (caller, tag) => {
      const headers = { 'idempotency-key': randomUUID() }
      return {
        send: () => caller.upload(`File ${tag}`, { containerTag: tag }, headers),
        check: answer => sameFile(caller, answer, tag),
      }
    },
  },
  {
    name: 'upload with a customId',
    route: 'POST /v3/documents/file',
    prepare: async (caller, tag) => ({
      send: () => caller.upload(`File ${tag}`, { containerTag: tag, customId: 'file' }),
      check: answer => sameFile(caller, answer, tag),
    }),
  },
  {
    name: 'upload another file under a customId',
    route: 'POST /v3/documents/file',
    prepare: async (caller, tag) => {
      await caller.upload('The file before.', { containerTag: tag, customId: 'file' })
      return {
        send: () => caller.upload(`File ${tag}`, { containerTag: tag, customId: 'file' }),
        check: answer => sameFile(caller, answer, tag),
      }
    },
  },
  {
    name: 'update the content',
    route: 'PATCH /v3/documents/{id}',
    prepare: async (caller, tag) => {
      const id = await add(caller, tag, 'Before.')
      return {
        send: () => caller.send('PATCH', `/v3/documents/${id}`, { content: 'After.' }),
        check: async () => {
          const { body } = await caller.send('GET', `/v3/documents/${id}`)
          return differences(body, { content: 'After.', latestRevision: 2 })
        },
      }
    },
  },
  {
    name: 'move to another container tag',
    route: 'PATCH /v3/documents/{id}',
    prepare: async (caller, tag) => {
      const id = await add(caller, tag, 'On the move.')
      const target = `${tag}-target`
      return {
        send: () => caller.send('PATCH', `/v3/documents/${id}`, { containerTag: target }),
        check: async answer => [
          ...(await sameDocuments(caller, answer, target)),
          ...differences({ left: (await documentsOf(caller, tag)).length }, { left: 0 }),
        ],
      }
    },
  },
  {
    name: 'continue a conversation',
    route: 'POST /v4/conversations',
    prepare: async (caller, tag) => {
      const messages = [
        { role: 'user', content: `I keep bees in ${tag}.` },
        { role: 'assistant', content: 'How many hives?' },
      ]
      const body = { conversationId: tag, containerTags: [tag], messages }
      return {
        send: () => caller.send('POST', '/v4/conversations', body),
        check: async ({ body: { id } }) => {
          const { content } = (await caller.send('GET', `/v3/documents/${id}`)).body
          const said = content.split(`I keep bees in ${tag}.`).length - 1
          return differences(
            { said, documents: (await documentsOf(caller, tag)).length },
            { said: 1, documents: 1 },
          )
        },
      }
    },
  },
  {
    name: 'delete a document',
    route: 'DELETE /v3/documents/{id}',
    prepare: async (caller, tag) => {
      const id = await add(caller, tag, 'Not for long.')
      return {
        send: () => caller.send('DELETE', `/v3/documents/${id}`),
        doneBefore: { status: 404, code: 'document.not_found' },
        check: () => isGone(caller, id),
      }
    },
  },
  {
    name: 'delete many documents',
    route: 'DELETE /v3/documents/bulk',
    prepare: async (caller, tag) => {
      const id = await add(caller, tag, 'Not for long either.')
      return {
        send: () => caller.send('DELETE', '/v3/documents/bulk', { containerTags: [tag] }),
        check: () => isGone(caller, id),
      }
    },
  },
  {
    name: 'reprocess documents',
    route: 'POST /v3/documents/reprocess',
    prepare: async (caller, tag) => {
      const id = await add(caller, tag, 'Read me again.')
      return {
        send: () => caller.send('POST', '/v3/documents/reprocess', { ids: [id] }),
        check: () => sameDocuments(caller, { body: { id } } as ApiResponse, tag),
      }
    },
  },
]

/** Clients send a batch again when a part could not be stored, as they do when it was refused as a whole. */
function wholeOr503(answer: ApiResponse): ApiResponse {
  const isPartial = answer.body.results?.some(({ retryable }: { retryable?: boolean }) => retryable)
  return isPartial ? { ...answer, status: 503 } : answer
}

async function sameFile(caller: Caller, answer: ApiResponse, tag: string): Promise<unknown[]> {
  const wrong = await sameDocuments(caller, answer, tag)
  return [...wrong, ...differences({ file: await caller.download(answer.body.id) }, { file: `File ${tag}` })]
}
