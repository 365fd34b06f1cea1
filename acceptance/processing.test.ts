import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, get, newTag, remove, until, untilDone } from './client.ts'
import { prose } from './prose.ts'

const itemFields = [
  'connectionId',
  'containerTags',
  'createdAt',
  'customId',
  'dreamingOutcome',
  'dreamingStatus',
  'errorCode',
  'errorMessage',
  'gate',
  'id',
  'memoryCount',
  'memoryState',
  'metadata',
  'progress',
  'status',
  'stuck',
  'summary',
  'title',
  'type',
  'updatedAt',
]

type Item = { id: string; status: string; stuck: boolean; errorCode: null; errorMessage: null }

const views = ['active', 'pending', 'all']

async function processing(query: Record<string, string | number>) {
  const answer = await get(`/v3/documents/processing?${new URLSearchParams(query as Record<string, string>)}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** Two containers with texts so long that all are still being processed while these tests run. */
const tag = newTag('busy')
const otherTag = newTag('busy2')
const ids: string[] = []
let otherId: string
beforeAll(async () => {
  const content = prose(150_000)
  for (let i = 0; i < 7; i++) {
    ids.push(
      await add({ content: `${i}: ${content}`, containerTag: tag, customId: `busy${i}`, metadata: { i } }),
    )
  }
  otherId = await add({ content, containerTag: otherTag })
})
afterAll(removeAll)

async function removeAll(): Promise<void> {
  for (const id of [...ids, otherId]) await remove(`/v3/documents/${id}`)
}

describe('processing: response', () => {
  test('PROC-1: processing returns documents and totalCount, and pagination only for view all', async () => {
    for (const view of ['active', 'pending']) {
      expect(Object.keys(await processing({ view, containerTag: tag })).sort()).toEqual([
        'documents',
        'dreamingCount',
        'totalCount',
      ])
    }
    const all = await processing({ view: 'all', containerTag: tag, limit: 5 })
    expect(Object.keys(all).sort()).toEqual(['documents', 'dreamingCount', 'pagination', 'totalCount'])
    expect(all.pagination).toEqual({ currentPage: 1, totalItems: 7, totalPages: 2, limit: 5 })
  })

  test('PROC-2: a processing item has every field', async () => {
    const { documents } = await processing({ containerTag: tag })
    for (const item of documents) expect(Object.keys(item).sort()).toEqual(itemFields)
    expect(documents.find(({ id }: Item) => id === ids[6])).toMatchObject({
      id: ids[6],
      connectionId: null,
      containerTags: [tag],
      customId: 'busy6',
      metadata: { i: 6 },
      type: 'text',
    })
  })

  test('PROC-8: a document in progress is not stuck and has no error', async () => {
    const { documents } = await processing({ containerTag: tag, view: 'all' })
    expect(documents).toHaveLength(7)
    for (const { stuck, errorCode, errorMessage } of documents as Item[]) {
      expect({ stuck, errorCode, errorMessage }).toEqual({
        stuck: false,
        errorCode: null,
        errorMessage: null,
      })
    }
  })

  test('PROC-9: an unknown view returns 400', async () => {
    for (const view of ['done', 'ALL', '']) {
      const { status, body } = await get(`/v3/documents/processing?view=${view}`)
      expect(status).toBe(400)
      expect(body.error).toContain('view')
    }
  })
})

describe('processing: selection', () => {
  test.for(views)('PROC-3: view %s shows documents that are being processed', async view => {
    const { documents, totalCount } = await processing({ view, containerTag: tag })
    expect(totalCount).toBe(7)
    expect(documents.map(({ id }: Item) => id)).toEqual([...ids].reverse())
    const inFlight = ['queued', 'extracting', 'chunking', 'embedding', 'indexing']
    for (const { status } of documents) expect(inFlight).toContain(status)
  })

  test('PROC-3: the default view is active, for all containers', async () => {
    const { documents, totalCount, dreamingCount: _, ...rest } = await processing({ limit: 1100 })
    expect(rest).toEqual({})
    expect(totalCount).toBeGreaterThanOrEqual(8)
    expect(documents.map(({ id }: Item) => id)).toEqual(expect.arrayContaining([...ids, otherId]))
  })

  test('PROC-5: totalCount includes documents beyond the page', async () => {
    const { documents, totalCount } = await processing({ containerTag: tag, limit: 2 })
    expect(documents).toHaveLength(2)
    expect(totalCount).toBe(7)
  })

  test('PROC-6: containerTag and containerTags select documents with any of these tags', async () => {
    const idsOf = async (query: Record<string, string>) =>
      (await processing(query)).documents.map(({ id }: Item) => id).sort()
    expect(await idsOf({ containerTags: otherTag })).toEqual([otherId])
    expect(await idsOf({ containerTag: otherTag })).toEqual([otherId])
    expect(await idsOf({ containerTags: `${tag},${otherTag}` })).toEqual([...ids, otherId].sort())
    expect(await idsOf({ containerTags: ` ${tag} , ${otherTag} ,` })).toEqual([...ids, otherId].sort())
    expect(await idsOf({ containerTag: tag, containerTags: otherTag })).toEqual([...ids, otherId].sort())
    expect(await idsOf({ containerTags: newTag() })).toEqual([])
  })

  test.for(views)('PROC-7: view %s is split into pages that hold each document once', async view => {
    const seen: string[] = []
    for (const page of ['1', '2', '3', '4']) {
      const { documents, totalCount } = await processing({ view, containerTag: tag, limit: '3', page })
      expect(totalCount).toBe(7)
      seen.push(...documents.map(({ id }: Item) => id))
    }
    expect(seen).toEqual([...ids].reverse())
  })
})

describe('processing: finished documents', () => {
  beforeAll(removeAll)

  test('PROC-12: documents that still form memories are only counted in dreamingCount and listed in view dreaming', async () => {
    const containerTag = newTag('dreaming')
    const countDreaming = async () => {
      const counted: number[] = []
      for (const view of views) {
        const { documents, totalCount, dreamingCount } = await processing({ view, containerTag })
        expect([view, documents, totalCount]).toEqual([view, [], 0])
        counted.push(dreamingCount)
      }
      return counted
    }
    // Dreaming waits until the container is quiet, so each new document postpones it. On a slow machine, one round may
    // see it begin or end nevertheless; the next one does not.
    const { listed, done } = await until(
      async () => {
        const done = await untilDone(await add({ content: 'user: I live in Lisbon.', containerTag }))
        const listed = await processing({ view: 'dreaming', containerTag })
        return { done, listed, counted: await countDreaming() }
      },
      ({ listed, counted }) => listed.totalCount > 0 && counted.every(count => count > 0),
    )
    expect(listed.dreamingCount).toBe(listed.totalCount)
    expect(listed.documents).toHaveLength(listed.totalCount)
    expect(listed.documents).toContainEqual(
      expect.objectContaining({
        id: done.id,
        status: 'done',
        dreamingStatus: 'dreaming',
        dreamingOutcome: null,
      }),
    )
    await until(
      async () => {
        await countDreaming()
        return processing({ view: 'dreaming', containerTag })
      },
      ({ totalCount, dreamingCount }) => totalCount === 0 && dreamingCount === 0,
    )
    expect((await get(`/v3/documents/${done.id}`)).body).toMatchObject({
      dreamingStatus: 'done',
      memoryCount: 1,
    })
  })

  test('PROC-4: a document that is done is in no view', async () => {
    const containerTag = newTag()
    const id = await add({ content: 'Soon done.', containerTag })
    await untilDone(id)
    for (const view of views) {
      expect(await processing({ view, containerTag })).toMatchObject({ documents: [], totalCount: 0 })
    }
  })
})
