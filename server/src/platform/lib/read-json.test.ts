import { describe, expect, test } from 'vitest'
import { usualBounds } from './json-bounds.ts'
import { findJsonFault } from './json-fault.ts'
import { ForbiddenKey, InvalidJson, JsonExcess, readJson } from './read-json.ts'

const read = (text: string, bounds = usualBounds) => readJson(Buffer.from(text), bounds)

const texts = [
  ...['{}', '[]', '0', '-1.5e+3', 'true', 'null', '""', ' {"a" : [1, {"b": null}, "c"] }\n', '[[[]],{}]'],
  ...['"\\u0434\\n\\"\\\\"', '{"a":1,"a":2}', '{"2":1,"1":2,"x":"\\\\"}', '["\\\\","\\\\\\""]', '"д😀"'],
  '\ufeff{"bom":true}',
]

const broken = [
  ...['', ' ', '{', '[', '{"a"', '{"a":', '{"a":1', '{"a":1,', '[1', '[1,', '[1,]', '{"a":1,}', '{,}', '[,]'],
  ...['{a:1}', "{'a':1}", '[1 2]', '{"a" 1}', '-', 'tru', 'undefined', '[1]]', '{}x', '"a'],
  ...['"\\x"', '"a\nb"', '{"é😀":\n  oops}', '["д", "x\\q"]', '[1}', '{"a":1]', ']', '}', ':', ','],
]

describe('a JSON text that is read in turns', () => {
  test.each(texts)('gives the same value as JSON.parse: %j', async text => {
    expect(await read(text)).toEqual(JSON.parse(text.replace('\ufeff', '')))
  })

  test.each(broken)('is refused with the place of the fault when it is not JSON: %j', async text => {
    const error = await read(text).catch(thrown => thrown)
    expect(error).toBeInstanceOf(InvalidJson)
    const { fault } = error as InvalidJson
    expect(fault).toEqual(findJsonFault(text))
  })

  test.each(['01', '1.', '[1.e5]', '+1'])('is refused when a number is not JSON: %s', async text => {
    await expect(read(text)).rejects.toThrow(InvalidJson)
  })

  test('is refused where it ends when a long string in it has no end, whatever the string holds', async () => {
    for (const text of [
      `["${'\\"'.repeat(50_000)}`,
      `["${'a'.repeat(100_000)}\n`,
      `{"д${'\\n'.repeat(50_000)}`,
    ]) {
      const error = await read(text).catch(thrown => thrown)
      expect(error).toBeInstanceOf(InvalidJson)
      const { line, column, expected, found } = (error as InvalidJson).fault
      const lines = text.split('\n')
      expect({ line, column }).toEqual({ line: lines.length, column: lines.at(-1)!.length + 1 })
      expect(`${expected}, ${found}`).toBe('a closing double quote, the end of the body')
    }
  })

  test('keeps the order and the value of 50,000 fields and of long strings with escapes', async () => {
    const value = {
      rows: Array.from({ length: 10_000 }, (_, n) => ({ n, text: `row "${n}"\n`, part: [n, null, true] })),
      long: 'ab"\\\n'.repeat(100_000),
      wide: 'д😀'.repeat(100_000),
    }
    expect(await read(JSON.stringify(value))).toEqual(value)
  })

  test('lets other work run while 20 MB are parsed', async () => {
    const text = JSON.stringify(Array.from({ length: 600 }, () => 'lorem "ipsum"\n'.repeat(2_300)))
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await read(text)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(2)
  })
})

describe('a JSON text that exceeds a bound', () => {
  test('is refused at the first value beyond the bound, before the rest is built', async () => {
    const started = performance.now()
    const many = Buffer.from(`[${'1,'.repeat(10_000_000)}1]`)
    const built = performance.now() - started
    const before = process.memoryUsage().heapUsed
    await expect(readJson(many, usualBounds)).rejects.toThrow(JsonExcess)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000)
    expect(performance.now() - started - built).toBeLessThan(built * 20 + 1_000)
  })

  test.each([
    ['levels', '['.repeat(1_000_000)],
    ['fields in one object', `{${Array.from({ length: 1_001 }, (_, n) => `"k${n}":1`).join()}}`],
    ['values in all', `[${'{"a":1},'.repeat(60_000)}1]`],
  ])('is refused for its number of %s', async (what, text) => {
    await expect(read(text)).rejects.toThrow(what)
    await expect(read(text)).rejects.toThrow(JsonExcess)
  })

  test.each(['{"a":{"__proto__":1}}', '{"constructor":{"prototype":{}}}', '{"\\u005f_proto__":1}'])(
    'is refused when it would change a prototype: %s',
    async text => {
      await expect(read(text)).rejects.toThrow(ForbiddenKey)
    },
  )

  test('may have a key `constructor` or a key `prototype`, one without the other inside it', async () => {
    expect(await read('{"constructor":"Ada","prototype":{"x":1}}')).toEqual({
      constructor: 'Ada',
      prototype: { x: 1 },
    })
  })
})
