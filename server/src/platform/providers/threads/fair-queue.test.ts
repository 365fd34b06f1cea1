import { describe, expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const drain = (queue: FairQueue<string>) => {
  const served: string[] = []
  for (let piece = queue.take(); piece !== undefined; piece = queue.take()) served.push(piece)
  return served
}

describe('a fair queue', () => {
  test('serves one piece of each caller in turn, so that a small call does not wait for a large one', () => {
    const queue = new FairQueue<string>()
    queue.add(['a1', 'a2', 'a3', 'a4'], 'document')
    queue.add(['b1'], 'document')
    queue.add(['c1', 'c2'], 'document')
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4'])
  })

  test('serves queries before documents, also those that come later', () => {
    const queue = new FairQueue<string>()
    queue.add(['d1', 'd2'], 'document')
    expect(queue.take()).toBe('d1')
    queue.add(['q1', 'q2'], 'query')
    queue.add(['r1'], 'query')
    expect(drain(queue)).toEqual(['q1', 'r1', 'q2', 'd2'])
  })

  test('forgets the rest of a caller who leaves, and nothing of the others', () => {
    const queue = new FairQueue<string>()
    const leave = queue.add(['a1', 'a2', 'a3'], 'document')
    queue.add(['b1', 'b2'], 'document')
    expect(queue.take()).toBe('a1')
    leave()
    leave()
    expect(drain(queue)).toEqual(['b1', 'b2'])
    leave()
  })

  test('has nothing of a caller with nothing, and is not emptied by one who leaves late', () => {
    const queue = new FairQueue<string>()
    const leaveEmpty = queue.add([], 'query')
    const leave = queue.add(['a1'], 'query')
    expect(queue.take()).toBe('a1')
    queue.add(['b1'], 'query')
    leave()
    leaveEmpty()
    expect(drain(queue)).toEqual(['b1'])
    expect(queue.take()).toBeUndefined()
  })

  test('does not change the list of its caller', () => {
    const queue = new FairQueue<string>()
    const pieces = ['a1', 'a2']
    queue.add(pieces, 'document')
    drain(queue)
    expect(pieces).toEqual(['a1', 'a2'])
  })
})
