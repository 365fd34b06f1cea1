import type { Random } from './random.ts'

/** The part of JSON Schema that the description of requests uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
}

/** `valid` follows the schema; `edge` uses values at its bounds and sometimes beyond them. */
export type Taste = 'valid' | 'edge'

/** Returns a value that exists on the server for a field name, such as an id. Undefined: use any value of the schema. */
export type Known = (name: string) => string | undefined

/** Longer than any limit in the description, but cheap enough to send thousands of times. */
const longest = 5_000

const words =
  'Ada moved to Lisbon in May and started at a ceramics studio with two kilns near the river'.split(' ')

const oddTexts = [
  ...[
    '',
    ' ',
    '\t\n',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfffy',
    '\ufeff',
    '\u202eabc',
    'e\u0301',
    'ß',
    'İ',
  ],
  ...[
    '👩‍👩‍👧‍👦',
    '日本語のテキスト',
    'نص عربي',
    '%',
    '%_\\',
    "'; drop table documents; --",
    '"',
    '\\',
    '\\u0000',
    '$1',
    '{}',
  ],
  ...[
    'null',
    'true',
    '0',
    '-1',
    '1e999',
    'NaN',
    '__proto__',
    'constructor',
    '../../etc/passwd',
    'a,b',
    'a b',
  ],
  ...[
    'http://127.0.0.1:1/',
    'https://',
    '2024-02-30',
    '2024-02-29',
    '0000-01-01',
    '9999-12-31',
    '275760-09-13',
  ],
  ...[
    '9999-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00Z',
    '2024-01-01T00:00:00+23:59',
    '2024-01-01T24:00:00Z',
  ],
] as const

const oddNumbers = [
  ...[0, -0, 1, -1, 0.5, 1.5, -1.5, 1e-7, 1e21, 1e308, -1e308, 5e-324],
  ...[2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1100, 1101, 1_000_000, 1_000_001],
]

const strangers: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1e308, '', 'x', '1', 'true', [], {}],
  ...[[null], [[]], [{}], { a: { b: {} } }, { '': 1 }, { length: 3 }],
]

/** Fields that are often required in a way that the schema cannot express, so they are sent more often. */
const oftenNeeded = /^(containerTags?|id)$/

const dates = ['2024-05-01', '2024-02-29', '2025-12-31T23:59:59Z', '2024-05-01T10:00:00.123+02:00']

/** Makes values that follow a schema. The same random numbers make the same values. */
export class Values {
  readonly #random: Random
  readonly #known: Known
  readonly #schemas: Record<string, Schema>

  constructor(random: Random, known: Known, schemas: Record<string, Schema>) {
    this.#random = random
    this.#known = known
    this.#schemas = schemas
  }

  make(schema: Schema, taste: Taste, name = '', depth = 0): unknown {
    const resolved = this.#resolve(schema)
    if (taste === 'edge' && this.#random.chance(0.05)) return this.#random.pick(strangers)
    const branches = resolved.anyOf ?? resolved.oneOf
    if (branches) return this.make(this.#pickBranch(branches, depth), taste, name, depth + 1)
    if (resolved.const !== undefined) return resolved.const
    if (resolved.enum) return this.#random.pick(resolved.enum)
    return this.#ofType(resolved, taste, name, depth)
  }

  /** Makes a string for a part of a path or query. */
  text(schema: Schema, taste: Taste, name: string): string {
    const value = this.make(schema, taste, name)
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  }

  #resolve(schema: Schema): Schema {
    if (schema.allOf) return Object.assign({}, schema, ...schema.allOf.map(part => this.#resolve(part)))
    return schema.$ref ? this.#resolve(this.#schemas[schema.$ref.split('/').at(-1)!]!) : schema
  }

  /** Picks a branch of a union. At depth 6 and beyond it picks one that does not nest further. */
  #pickBranch(branches: Schema[], depth: number): Schema {
    const flat = branches.filter(branch => !JSON.stringify(branch).includes('$ref'))
    return this.#random.pick(depth > 6 && flat.length > 0 ? flat : branches)
  }

  #ofType(schema: Schema, taste: Taste, name: string, depth: number): unknown {
    const type = Array.isArray(schema.type) ? this.#random.pick(schema.type) : schema.type
    if (type === 'object') return this.#object(schema, taste, depth)
    if (type === 'array') return this.#array(schema, taste, name, depth)
    if (type === 'string') return this.#string(schema, taste, name)
    if (type === 'integer' || type === 'number') return this.#number(schema, taste, type)
    if (type === 'boolean') return this.#random.chance(0.5)
    if (type === 'null') return null
    return this.#random.pick(['anything', 1, true, ['a', 'b']])
  }

  #object(schema: Schema, taste: Taste, depth: number): Record<string, unknown> {
    const random = this.#random
    const made: [string, unknown][] = []
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const isWanted = schema.required?.includes(name)
        ? taste === 'valid' || !random.chance(0.04)
        : random.chance(oftenNeeded.test(name) ? 0.7 : 0.35)
      if (isWanted) made.push([name, this.make(property, taste, name, depth + 1)])
    }
    const further = schema.additionalProperties
    if (typeof further === 'object')
      for (let left = random.int(0, 3); left > 0; left--)
        made.push([this.#key(taste), this.make(further, taste, 'value', depth + 1)])
    if (taste === 'edge' && random.chance(0.1))
      made.push([random.pick(['extra', '__proto__', 'constructor', '', '\u0000']), random.pick(strangers)])
    return Object.fromEntries(made)
  }

  #key(taste: Taste): string {
    const isOdd = taste === 'edge' && this.#random.chance(0.15)
    return this.#random.pick(isOdd ? oddTexts : ['topic', 'rank', 'flag', 'tags', 'a.b', 'with space'])
  }

  #array(schema: Schema, taste: Taste, name: string, depth: number): unknown[] {
    const random = this.#random
    const { minItems = 0, maxItems = 20 } = schema
    let length = Math.min(maxItems, minItems + random.int(0, 2))
    if (taste === 'edge' && random.chance(0.2))
      length = random.pick([0, minItems, Math.max(0, minItems - 1), 1, 5])
    // Full lists are rare because they are expensive: a batch of 600 documents is 600 documents to process.
    if (taste === 'edge' && random.chance(0.01)) length = random.pick([maxItems, maxItems + 1])
    const items = schema.items ?? {}
    return Array.from({ length }, () => this.make(items, taste, name, depth + 1))
  }

  #string(schema: Schema, taste: Taste, name: string): string {
    if (taste === 'edge' && this.#random.chance(0.3)) return this.#oddString(schema)
    return this.#known(name) ?? this.#plainString(schema)
  }

  #plainString({ pattern, format, minLength = 0, maxLength = longest }: Schema): string {
    if (pattern !== undefined || format !== undefined) {
      const matches = new RegExp(pattern ?? '')
      const candidates = [...dates, `name-${this.#random.int(0, 99)}`, 'https://example.com/a'].filter(
        candidate => matches.test(candidate),
      )
      if (candidates.length > 0) return this.#random.pick(candidates)
    }
    const text = Array.from({ length: this.#random.int(1, 12) }, () => this.#random.pick(words)).join(' ')
    return text.padEnd(minLength, '.').slice(0, maxLength)
  }

  #oddString({ minLength = 0, maxLength = longest, enum: choices }: Schema): string {
    const random = this.#random
    if (choices) return random.pick(['', 'other'])
    if (random.chance(0.5)) return random.pick(oddTexts)
    const letter = random.pick(['a', 'a', 'ä', '本', '😀', ' '])
    const bound = random.pick([minLength, minLength - 1, maxLength, maxLength + 1])
    return letter.repeat(Math.max(0, Math.min(longest, bound)))
  }

  #number({ minimum, maximum }: Schema, taste: Taste, type: 'integer' | 'number'): number {
    const random = this.#random
    if (taste === 'edge' && random.chance(0.4)) {
      const bounds = [minimum, maximum].filter(bound => bound !== undefined)
      return random.pick([...oddNumbers, ...bounds, ...bounds.flatMap(bound => [bound - 1, bound + 1])])
    }
    const from = minimum ?? 0
    const upTo = Math.min(maximum ?? 100, from + 20)
    return type === 'integer' ? random.int(from, Math.floor(upTo)) : from + random.next() * (upTo - from)
  }
}
