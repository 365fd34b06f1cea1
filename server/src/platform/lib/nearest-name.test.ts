import { describe, expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'
import { nearestName, nearMiss, oneSlipFrom } from './nearest-name.ts'

describe('the edit distance', () => {
  test.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['same', 'same', 0],
    ['limt', 'limit', 1],
    ['liimit', 'limit', 1],
    ['lamit', 'limit', 1],
    ['limti', 'limit', 1],
    // Two swaps of neighbours cost two, and a swap across a letter is no swap.
    ['badc', 'abcd', 2],
    ['cba', 'abc', 2],
    // Optimal string alignment edits no swapped pair again; the unrestricted distance would be two.
    ['ca', 'abc', 3],
  ])('of "%s" from "%s" is %i, in both directions', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance)
    expect(editDistance(b, a)).toBe(distance)
  })

  test('of words whose lengths differ by more than the limit is above the limit', () => {
    expect(editDistance('a', 'a'.repeat(1_000_000), 3)).toBeGreaterThan(3)
  })
})

describe('the name that a caller most likely meant', () => {
  const known = ['containerTag', 'content', 'customId', 'q']

  test.each([
    ['container_tag', 'containerTag'],
    ['ContainerTag', 'containerTag'],
    ['container-tag[]', 'containerTag'],
    ['contianerTag', 'containerTag'],
    ['contnet', 'content'],
    ['custom.id', 'customId'],
  ])('for %s is %s', (given, meant) => {
    expect(nearestName(given, known)).toBe(meant)
    expect(nearMiss(given, known)).toBe(meant)
  })

  test.each(['metadata', 'x'.repeat(101), `containerTag${'x'.repeat(100)}`])('for %s is none', given => {
    expect(nearestName(given, known)).toBeUndefined()
  })

  test('is the closest of several', () => {
    expect(nearestName('container', ['containers', 'containerTag'])).toBe('containers')
    expect(nearestName('tags', ['bags', 'tag'])).toBe('bags')
  })

  test('is not guessed for a single letter where a mistake would be harmful', () => {
    expect(nearMiss('p', known)).toBeUndefined()
    expect(nearestName('p', known)).toBe('q')
  })

  test('within one slip is at a distance of one, whatever its length', () => {
    expect(oneSlipFrom('CONTAINER_TAGS', known)).toBe('containerTag')
    expect(oneSlipFrom('conainerTags', known)).toBeUndefined()
  })
})
