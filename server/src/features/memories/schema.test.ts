import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  addMemoriesBody,
  forgetMatchingBody,
  forgetMemoryBody,
  listMemoriesBody,
  updateMemoryBody,
} from './schema.ts'

const faultsOf = (schema: z.ZodType, body: unknown): string[] => {
  const { error } = schema.safeParse(body)
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

const containerTag = 'user_42'
const bodies: [string, z.ZodType, Record<string, unknown>][] = [
  ['add', addMemoriesBody, { memories: [{ content: 'Ada prefers tea.' }] }],
  ['update', updateMemoryBody, { id: 'x', newContent: 'Ada prefers coffee.' }],
  ['forget', forgetMemoryBody, { id: 'x' }],
  ['forget by match', forgetMatchingBody, { query: 'tea' }],
  ['list', listMemoriesBody, {}],
]

describe.each(bodies)('the body to %s memories', (_, schema, body) => {
  it('takes containerTag, or the older containerTags', () => {
    expect(faultsOf(schema, { ...body, containerTag })).toEqual([])
    expect(faultsOf(schema, { ...body, containerTags: [containerTag] })).toEqual([])
  })

  it('is refused without a tag', () => {
    expect(faultsOf(schema, body)).toEqual([expect.stringMatching(/^containerTags?: is required$/)])
  })

  it('is refused with a tag of other characters', () => {
    expect(faultsOf(schema, { ...body, containerTag: 'a b' })).toHaveLength(1)
  })
})

describe('the body to add memories', () => {
  const add = (memory: object) =>
    addMemoriesBody.parse({ containerTag, memories: [{ content: 'x', ...memory }] }).memories[0]!

  it('takes one event date or a list of them, as UTC', () => {
    const dates = (eventDate: unknown) => add({ temporalContext: { eventDate } }).temporalContext!.eventDate
    expect(dates('2026-05-31')).toEqual([new Date('2026-05-31T00:00:00Z')])
    expect(dates(['2026-05-31', '2026-06-01T09:30:00'])).toEqual([
      new Date('2026-05-31T00:00:00Z'),
      new Date('2026-06-01T09:30:00Z'),
    ])
  })

  it('stores a memory that may be superseded unless isStatic is sent', () => {
    expect(add({}).isStatic).toBe(false)
  })

  it.each([
    ['no memory', []],
    ['more than 100 memories', Array.from({ length: 101 }, () => ({ content: 'x' }))],
    ['a memory of spaces', [{ content: ' \n' }]],
    ['a memory of more than 10,000 characters', [{ content: 'x'.repeat(10_001) }]],
    ['a memory with the character U+0000', [{ content: 'a\u0000b' }]],
    ['a reason of more than 1,000 characters', [{ content: 'x', forgetReason: 'x'.repeat(1_001) }]],
    ['a date in another form', [{ content: 'x', forgetAfter: '31.05.2026' }]],
  ])('is refused with %s', (_, memories) => {
    expect(faultsOf(addMemoriesBody, { containerTag, memories })).toHaveLength(1)
  })
})

describe('the bodies that name a memory', () => {
  it.each([
    ['update', updateMemoryBody, { newContent: 'x' }],
    ['forget', forgetMemoryBody, {}],
  ])('to %s take its id or its text, and need one of them', (_, schema, body) => {
    expect(faultsOf(schema, { ...body, containerTag, content: 'Ada prefers tea.' })).toEqual([])
    expect(faultsOf(schema, { ...body, containerTag })).toEqual(['id: is required, unless content is given'])
  })
})

describe('the body to forget by match', () => {
  it.each([{}, { query: 'tea', ids: ['x'] }])('is refused with %j: it needs either query or ids', body => {
    expect(faultsOf(forgetMatchingBody, { containerTag, ...body })).toEqual([
      'query: must be sent, or ids instead, but not both',
    ])
  })

  it('forgets at once, at most 100 memories of similarity 0.5, unless it says otherwise', () => {
    expect(forgetMatchingBody.parse({ containerTag, query: 'tea' })).toMatchObject({
      dryRun: false,
      threshold: 0.5,
      maxForget: 100,
    })
  })

  it.each([{ threshold: 1.1 }, { threshold: -0.1 }, { maxForget: 0 }, { maxForget: 501 }])(
    'is refused with %j',
    body => {
      expect(faultsOf(forgetMatchingBody, { containerTag, query: 'tea', ...body })).toHaveLength(1)
    },
  )
})

describe('the body to list memories', () => {
  it('lists the ten newest first by default', () => {
    expect(listMemoriesBody.parse({ containerTag })).toMatchObject({
      limit: 10,
      page: 1,
      sort: 'createdAt',
      order: 'desc',
    })
  })

  it('takes page and limit as numbers or as strings of digits', () => {
    expect(listMemoriesBody.parse({ containerTag, page: '2', limit: '50' })).toMatchObject({
      page: 2,
      limit: 50,
    })
  })

  it.each([{ limit: 0 }, { limit: 1101 }, { page: 0 }, { page: '-1' }, { page: '1.5' }, { sort: 'text' }])(
    'is refused with %j',
    body => {
      expect(faultsOf(listMemoriesBody, { containerTag, ...body })).toHaveLength(1)
    },
  )
})
