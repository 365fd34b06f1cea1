import { describe, expect, test } from 'vitest'
import { readEmbeddings } from './read-embeddings.ts'

const answer = (...data: unknown[]) => JSON.stringify({ data })
const lists = (body: string, count: number, dimensions = 2) =>
  readEmbeddings(body, count, dimensions).map(vector =>
    Array.from(vector, value => Math.round(value * 100) / 100),
  )

describe('the vectors of an answer', () => {
  test('have length 1, whatever their length was', () => {
    for (const scale of [1, 1e-30, 1e30, 1e120, 1e-120])
      expect(lists(answer({ embedding: [3 * scale, 4 * scale] }), 1), String(scale)).toEqual([[0.6, 0.8]])
  })

  test('are in the order of their indexes', () => {
    const body = answer({ index: 1, embedding: [0, 1] }, { index: 0, embedding: [1, 0] })
    expect(lists(body, 2)).toEqual([
      [1, 0],
      [0, 1],
    ])
  })

  test.each([
    ['is left out', {}],
    ['is null', { index: null }],
  ])('are in the order of the answer where the index %s', (_, index) => {
    expect(lists(answer({ ...index, embedding: [1, 0] }, { ...index, embedding: [0, 1] }), 2)).toEqual([
      [1, 0],
      [0, 1],
    ])
  })

  test('may have any dimensions while they are asked for', () => {
    expect(readEmbeddings(answer({ embedding: [1, 2, 3] }), 1, 0)[0]).toHaveLength(3)
  })

  test('of no texts are none', () => {
    expect(readEmbeddings(answer(), 0, 2)).toEqual([])
  })

  test.each([
    ['an error page', '<html>Bad gateway</html>'],
    ['nothing', ''],
    ['null', 'null'],
    ['no list', '{"data": {}}'],
    ['too few vectors', answer({ embedding: [1, 0] })],
    ['too many vectors', answer({ embedding: [1, 0] }, { embedding: [1, 0] }, { embedding: [1, 0] })],
    ['the same index twice', answer({ index: 0, embedding: [1, 0] }, { index: 0, embedding: [0, 1] })],
    ['an index out of range', answer({ index: 0, embedding: [1, 0] }, { index: 2, embedding: [0, 1] })],
    ['a negative index', answer({ index: -1, embedding: [1, 0] }, { index: 0, embedding: [0, 1] })],
    ['half an index', answer({ index: 0.5, embedding: [1, 0] }, { index: 0, embedding: [0, 1] })],
    ['other dimensions', answer({ embedding: [1, 0, 0] }, { embedding: [0, 1] })],
    ['an empty vector', answer({ embedding: [] }, { embedding: [0, 1] })],
    ['a vector of zeros', answer({ embedding: [0, 0] }, { embedding: [0, 1] })],
    ['a vector in base64', answer({ embedding: 'AAAA' }, { embedding: [0, 1] })],
    ['numbers as text', answer({ embedding: ['1', '0'] }, { embedding: [0, 1] })],
    ['a number without a value', answer({ embedding: [1, null] }, { embedding: [0, 1] })],
    ['numbers beyond all bounds', '{"data":[{"embedding":[1e999,1]},{"embedding":[0,1]}]}'],
    ['entries that are null', answer(null, null)],
  ])('are refused when there is %s, and the error quotes nothing of it', (_, body) => {
    const read = () => readEmbeddings(body, 2, 2)
    expect(read).toThrow(expect.objectContaining({ code: 'embed.bad_response' }))
    expect(read).not.toThrow(/html|AAAA/)
  })
})
