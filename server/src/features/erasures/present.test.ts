import { describe, expect, test } from 'vitest'
import { encodeId, newId } from '../../platform/lib/ids.ts'
import type { SweptErasure } from './get-erasure.ts'
import { presentErasure } from './present.ts'

const [id, target] = [newId(3), newId(3)]
const day = new Date('2024-05-31T10:00:00Z')
const receipt = (more: Partial<SweptErasure>): SweptErasure => ({
  ...{ shard: 3, org: newId(3), container: newId(3), id, kind: 'document', target, askedBy: 'k' },
  ...{ requested: 1, forgotten: 0, removed: {}, blobKeys: [], found: {} },
  ...{ createdAt: day, finishedAt: day, verifiedAt: day, journaledAt: day },
  checked: { targets: 1, blobs: 0, looseFiles: true },
  ...more,
})
const none = { rows: 0, vectors: 0, textIndex: 0, blobs: 0, memories: 0, facts: 0, caches: 0 }

describe('the JSON of a receipt', () => {
  test('adds up tables by layer, and counts a table that it does not know as rows', () => {
    const removed = { chunk_vectors: 3, chunk_tokens: 2, chunk_terms: 3, facts: 1, undone: 4, of_tomorrow: 5 }
    expect(presentErasure(receipt({ removed })).removed).toEqual({
      ...none,
      vectors: 5,
      textIndex: 3,
      facts: 5,
      rows: 5,
    })
  })

  test.each([
    ['is clean when it is finished and nothing was found', {}, { status: 'done', isClean: true }],
    ['is not clean before it is finished', { finishedAt: null }, { status: 'pending', isClean: false }],
    ['is not clean when one row was found', { found: { chunks: 1 } }, { status: 'done', isClean: false }],
    ['is not clean when a file was found', { found: { blobs: 1 } }, { status: 'done', isClean: false }],
    ['counts a table without rows as nothing found', { found: { chunks: 0 } }, { isClean: true }],
  ])('%s', (_, more, expected) => {
    expect(presentErasure(receipt(more))).toMatchObject(expected)
  })

  test('of a document names the tombstone, and the memories that are forgotten with it', () => {
    const remains = (more: Partial<SweptErasure>) =>
      presentErasure(receipt(more)).remains.map(({ what, count }) => [what, count])
    expect(remains({})).toEqual([['tombstone', 1]])
    expect(remains({ kind: 'documents', target: null, requested: 4, forgotten: 2 })).toEqual([
      ['tombstone', 4],
      ['forgottenMemories', 2],
    ])
  })

  test('of a memory says that it is forgotten and stays, until it is erased with its container', () => {
    const memory = (found: Record<string, number>) => presentErasure(receipt({ kind: 'memory', found }))
    expect(memory({ memories: 1 })).toMatchObject({
      outcome: 'forgotten',
      targetId: encodeId(target),
      isClean: false,
      remains: [{ what: 'memory', count: 1 }],
    })
    expect(memory({})).toMatchObject({ outcome: 'forgotten', isClean: true, remains: [] })
  })

  test('of a container leaves nothing behind', () => {
    const container = presentErasure(receipt({ kind: 'container', requested: 1, forgotten: 3 }))
    expect(container).toMatchObject({ outcome: 'erased', targetId: encodeId(target), remains: [] })
  })
})
