import { describe, expect, test } from 'vitest'
import { formatTraceparent, parseTraceparent } from './span.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

describe('a traceparent', () => {
  test.each([
    ['sampled', '01', true],
    ['not sampled', '00', false],
    ['with flags of later versions', '03', true],
  ])('is read when it is %s', (_, flags, isSampled) => {
    expect(parseTraceparent(`00-${traceId}-${spanId}-${flags}`)).toEqual({ traceId, spanId, isSampled })
  })

  test('of a later version may be longer, and one of this version may not', () => {
    expect(parseTraceparent(`01-${traceId}-${spanId}-01-more`)).toMatchObject({ traceId })
    expect(parseTraceparent(`00-${traceId}-${spanId}-01-more`)).toBeUndefined()
  })

  test.each([
    '',
    'no trace at all',
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}`,
  ])('that is malformed is ignored: %j', text => {
    expect(parseTraceparent(text)).toBeUndefined()
  })

  test('is written as it is read', () => {
    const text = `00-${traceId}-${spanId}-01`
    expect(formatTraceparent(parseTraceparent(text)!)).toBe(text)
  })
})
