import { describe, expect, it } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

const mapOf = (max: number, ...keys: string[]) => {
  const map = new BoundedMap<string, string>(max)
  for (const key of keys) map.set(key, key.toUpperCase())
  return map
}

describe('a bounded map', () => {
  it('keeps every entry while there are at most as many as it may hold', () => {
    expect([...mapOf(2, 'a', 'b')]).toEqual([
      ['a', 'A'],
      ['b', 'B'],
    ])
  })

  it('drops the oldest entry when there is one too many', () => {
    expect([...mapOf(2, 'a', 'b', 'c', 'd').keys()]).toEqual(['c', 'd'])
  })

  it('does not drop another entry when a key is set again', () => {
    const map = mapOf(2, 'a', 'b')
    map.set('b', 'new')
    expect([...map.values()]).toEqual(['A', 'new'])
  })

  it('counts an entry that is set again as the newest', () => {
    expect([...mapOf(2, 'a', 'b', 'a', 'c').keys()]).toEqual(['a', 'c'])
  })

  it('does not count an entry that is only read as newer', () => {
    const map = mapOf(2, 'a', 'b')
    expect(map.get('a')).toBe('A')
    map.set('c', 'C')
    expect(map.get('a')).toBeUndefined()
  })

  it('has room again after a delete', () => {
    const map = mapOf(2, 'a', 'b')
    map.delete('a')
    map.set('c', 'C')
    expect([...map.keys()]).toEqual(['b', 'c'])
  })
})
