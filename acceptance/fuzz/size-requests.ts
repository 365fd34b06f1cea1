import type { Endpoint } from './contract-requests.ts'
import type { Schema } from './contract-values.ts'

/** One request that is huge in one respect. Its body is made when it is sent. */
export type SizedRequest = {
  name: string
  method: string
  path: string
  headers?: Record<string, string>
  body?: () => string | FormData
}

/** The size of a body in bytes: just below the limit of the route, so that it is not refused for its size alone. */
export type BodyBytes = (path: string) => number

const json = { 'content-type': 'application/json' }

/** Yields every kind of huge request for one operation of the description. */
export function* sizedRequests(
  endpoint: Endpoint,
  schemas: Record<string, Schema>,
  bytesFor: BodyBytes,
  levels: number,
): Generator<SizedRequest> {
  const method = endpoint.method.toUpperCase()
  const path = endpoint.path.replaceAll(/\{\w+\}/g, 'size-fuzz')
  const make = (way: string, rest: Partial<SizedRequest>): SizedRequest => ({
    name: `${method} ${endpoint.path}: ${way}`,
    method,
    path,
    ...rest,
  })
  yield make('a long query', { path: `${path}?q=${'x'.repeat(14_000)}` })
  yield make('many query parameters', { path: `${path}?${'a&'.repeat(7_000)}` })
  yield make('a long path', { path: `${path}${'x'.repeat(14_000)}` })
  yield make('a long header', { headers: { 'x-request-id': 'x'.repeat(14_000) } })
  const body = endpoint.requestBody?.content['application/json']?.schema
  if (!body) return
  const bytes = bytesFor(endpoint.path)
  for (const [way, text] of Object.entries(hugeBodies(bytes)))
    yield make(way, { headers: json, body: () => text() })
  for (const { at, schema } of places(body, schemas, levels))
    for (const [way, value] of Object.entries(hugeValues(schema, bytes)))
      yield make(`${at.join('.')}: ${way}`, { headers: json, body: () => wrap(at, value()) })
}

/** Returns huge bodies of `bytes` bytes that ignore the schema of the route. */
function hugeBodies(bytes: number): Record<string, () => string> {
  return {
    'many keys': () => `{${manyKeys(bytes)}}`,
    'many numbers in an unknown field': () => `{"content":"x","q":"x","z":[${repeat('1,', bytes)}1]}`,
    'deep arrays': () => '['.repeat(bytes),
    'deep objects': () => repeat('{"a":', bytes),
    'only space': () => ' '.repeat(bytes),
    'an endless string': () => `{"content":"${'\\"'.repeat(bytes / 2 - 20)}`,
  }
}

/** Returns huge values of the type that the schema of a field names, with valid and invalid items. */
function hugeValues(schema: Schema, bytes: number): Record<string, () => string> {
  const types = [schema.type ?? []].flat()
  const some = Math.floor(bytes * 0.9)
  if (types.includes('array') || schema.items)
    return {
      'many numbers': () => `[${repeat('1,', some)}1]`,
      'many objects': () => `[${repeat('{},', some)}{}]`,
      'as many bad items as it may have': () => `[${'{"a":1},'.repeat((schema.maxItems ?? 1_000) - 1)}{}]`,
    }
  if (types.includes('object') || schema.properties || schema.anyOf)
    return {
      'many keys': () => `{${manyKeys(some)}}`,
      'many conditions': () => `{"AND":[${repeat('{"k":1},', some)}{}]}`,
      'many groups': () => `{"AND":[${repeat('{"OR":[]},', some)}{"OR":[]}]}`,
      'a key with a long list': () => `{"a":[${repeat('"x",', some)}"x"]}`,
      'JSON text with many items': () => JSON.stringify(`{"AND":[${repeat('1,', some / 2)}1]}`),
    }
  return types.includes('string') ? { 'a long text': () => `"${'x'.repeat(some)}"` } : {}
}

function manyKeys(bytes: number): string {
  const keys: string[] = []
  for (let length = 0, n = 0; length < bytes - 20; n++) {
    keys.push(`"k${n}":1`)
    length += keys[n]!.length + 1
  }
  return keys.join()
}

const repeat = (text: string, bytes: number) => text.repeat(Math.max(0, Math.floor(bytes / text.length) - 20))

/** Returns a body with the value at its place and only the fields that most routes require. */
function wrap(at: string[], value: string): string {
  const inner = at
    .slice(1)
    .reduceRight((text, name) => (name === '[]' ? `[${text}]` : `{"${name}":${text}}`), value)
  const given = { q: '"x"', content: '"x"', containerTag: '"size_fuzz"' }
  const others = Object.entries(given).filter(([name]) => name !== at[0])
  return `{${[...others.map(([name, text]) => `"${name}":${text}`), `"${at[0]}":${inner}`].join()}}`
}

/** Returns the places in a body where a value can be, down to a number of levels. */
function* places(
  schema: Schema,
  schemas: Record<string, Schema>,
  levels: number,
  at: string[] = [],
): Generator<{ at: string[]; schema: Schema }> {
  const known = schema.$ref ? schemas[schema.$ref.split('/').at(-1)!] : schema
  if (!known || at.length > levels) return
  if (at.length > 0) yield { at, schema: known }
  for (const part of [...(known.anyOf ?? []), ...(known.allOf ?? []), ...(known.oneOf ?? [])])
    if (part.properties || part.items) yield* places(part, schemas, levels, at)
  for (const [name, part] of Object.entries(known.properties ?? {}))
    yield* places(part, schemas, levels, [...at, name])
  if (known.items && at.length > 0) yield* places(known.items, schemas, levels, [...at, '[]'])
}
