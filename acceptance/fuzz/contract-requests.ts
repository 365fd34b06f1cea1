import { type Schema, type Taste, Values } from './contract-values.ts'
import type { KeyName, World } from './contract-world.ts'
import { Random } from './random.ts'

export type Parameter = { in: string; name: string; required?: boolean; schema: Schema }

export type Endpoint = {
  method: string
  path: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** One request, with all that is needed to send it again by hand. */
export type FuzzRequest = {
  index: number
  endpoint: Endpoint
  kind: Taste | 'invalid'
  /** The fault of an invalid request. */
  fault?: string
  key: KeyName
  path: string
  headers: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
}

const encoder = new TextEncoder()
const boundary = 'fuzz-boundary'
const json = { 'content-type': 'application/json' }

/** Parts of a path, already escaped or wrong on purpose. None has a slash, which would make it another path. */
const oddSegments = [
  ...[
    '%',
    '%00',
    '%E0%A4%A',
    '%ff',
    '%2F',
    '%252F',
    '%20',
    '0',
    '-1',
    'null',
    'undefined',
    '~',
    '*',
    ';',
    '%C3%A4',
  ],
  ...['1'.repeat(22), 'z'.repeat(22), 'O0Il'.repeat(6).slice(0, 22), '1'.repeat(21), '%F0%9F%98%80'],
  ...['a'.repeat(255), 'a'.repeat(256), 'a'.repeat(1100), '018f0000-0000-7000-8000-000000000000'],
]

const contentTypes = [
  ...[
    'text/plain',
    'application/xml',
    'application/json; charset=latin1',
    'application/JSON',
    'image/png',
    '',
  ],
  ...[
    'multipart/form-data',
    `multipart/form-data; boundary=${boundary}`,
    'application/x-www-form-urlencoded',
    'a/b/c',
  ],
]

type Fault = (made: FuzzRequest, random: Random) => void

/** Each function makes a valid request invalid in one way. */
const faults: Record<string, Fault> = {
  'broken JSON': made => setBody(made, text(made).slice(0, -1) || '{'),
  'not JSON': (made, random) =>
    setBody(made, random.pick(['nonsense', '{a:1}', "{'a':1}", '\u0000', '[', '{"a":'])),
  'another root': (made, random) =>
    setBody(made, random.pick(['[]', '1', '"text"', 'null', 'true', '[{}]', '[1,2]'])),
  'empty body': made => setBody(made, ''),
  'not UTF-8': made => setBody(made, Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  'deep nesting': (made, random) => setBody(made, deep(random)),
  prototype: made => setBody(made, '{"__proto__":{"content":"x"},"constructor":{"prototype":{"q":1}}}'),
  'misspelt field of a JSON body': (made, random) =>
    setBody(
      made,
      text(made).replace(/}$/, `,"${random.pick(['contanerTag', 'limt', 'container_tag', 'colour'])}":"x"}`),
    ),
  'huge body': made =>
    setBody(made, JSON.stringify({ content: 'x'.repeat(200_000), q: 'x', containerTag: 'x' })),
  'content type': (made, random) => setHeader(made, 'content-type', random.pick(contentTypes)),
  'content encoding': made => setHeader(made, 'content-encoding', 'gzip'),
  'no key': made => setKey(made, 'none'),
  'garbage key': made => setKey(made, 'garbage'),
  'disabled key': made => setKey(made, 'disabled'),
  "another organization's key": made => setKey(made, 'other'),
  'scoped key': made => setKey(made, 'scoped'),
  'odd path': (made, random) => {
    made.path = made.path.replace(/(?<=\/v\d\/.*)[^/?]+(?=$|\?)/, random.pick(oddSegments))
  },
  'odd query': (made, random) => {
    const odd = [
      'a=1&a=2',
      'limit=1&limit=2',
      'page=-1',
      'limit=1e3',
      '%=%',
      'q=%00',
      '__proto__=1',
      '=',
      'page[]=1',
    ]
    made.path += `${made.path.includes('?') ? '&' : '?'}${random.pick(odd)}`
  },
  'odd header': (made, random) => {
    const name = random.pick([
      'idempotency-key',
      'x-sm-source',
      'x-request-id',
      'accept',
      'range',
      'if-none-match',
    ])
    setHeader(
      made,
      name,
      random.pick(['', ' ', 'x'.repeat(300), '"', 'bytes=0-1', '\u00e4', '%00', 'text/html']),
    )
  },
}

/** Returns request number `index`. It depends only on the seed, the number and the ids that the server issued. */
export function makeRequest(
  seed: number,
  index: number,
  endpoints: Endpoint[],
  schemas: Record<string, Schema>,
  world: World,
): FuzzRequest {
  const random = new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b))
  const endpoint = endpoints[index % endpoints.length]!
  const kind = random.pick([
    'valid',
    'valid',
    'valid',
    'valid',
    'edge',
    'edge',
    'edge',
    'edge',
    'invalid',
    'invalid',
  ] as const)
  const known = (name: string) => world.known(random, endpoint.path, endpoint.method, name)
  const values = new Values(random, known, schemas)
  const taste = kind === 'edge' ? 'edge' : 'valid'
  const made: FuzzRequest = {
    index,
    endpoint,
    kind,
    key: 'main',
    path: fillPath(endpoint, values, taste) + fillQuery(endpoint, values, taste, random),
    headers: {},
  }
  addBody(made, values, taste)
  if (random.chance(0.1)) setHeader(made, 'idempotency-key', `fuzz-${random.int(0, 50)}`)
  if (kind === 'invalid') spoil(made, random)
  return made
}

function fillPath(endpoint: Endpoint, values: Values, taste: Taste): string {
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const { schema } = endpoint.parameters!.find(parameter => parameter.name === name)!
    return encodeURIComponent(values.text(schema, taste, name).toWellFormed()) || '%20'
  })
}

function fillQuery(endpoint: Endpoint, values: Values, taste: Taste, random: Random): string {
  const query = new URLSearchParams()
  for (const { in: place, name, schema, required } of endpoint.parameters ?? [])
    if (place === 'query' && (required || random.chance(0.4)))
      query.set(name, values.text(schema, taste, name))
  return query.size > 0 ? `?${query}` : ''
}

function addBody(made: FuzzRequest, values: Values, taste: Taste): void {
  const [contentType, content] = Object.entries(made.endpoint.requestBody?.content ?? {})[0] ?? []
  if (!content) return
  const value = values.make(content.schema, taste)
  if (contentType === 'application/json') {
    made.headers = { ...json }
    made.body = encoder.encode(JSON.stringify(value))
  } else {
    made.headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    made.body = encoder.encode(toForm(value))
  }
}

/** Encodes a form. Fields are text, and the file comes last, as many clients send it. */
function toForm(value: unknown): string {
  const fields = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const part = (header: string, text: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${header}\r\n\r\n${text}\r\n`
  const asText = (field: unknown) => (typeof field === 'string' ? field : JSON.stringify(field))
  const parts = Object.entries(fields)
    .filter(([name]) => name !== 'file')
    .map(([name, field]) => part(`name="${name}"`, asText(field)))
  const file = part(
    'name="file"; filename="note.txt"\r\nContent-Type: text/plain',
    asText(fields.file ?? 'A note.'),
  )
  return `${parts.join('')}${file}--${boundary}--\r\n`
}

function spoil(made: FuzzRequest, random: Random): void {
  const isJson = made.headers['content-type'] === json['content-type']
  const ofBody = /JSON|body|root|UTF-8|nesting|prototype/
  const names = Object.keys(faults).filter(name => isJson || !ofBody.test(name))
  made.fault = random.pick(names)
  faults[made.fault]!(made, random)
}

function setBody(made: FuzzRequest, body: string | Uint8Array<ArrayBuffer>): void {
  made.body = typeof body === 'string' ? encoder.encode(body) : body
}

function setHeader(made: FuzzRequest, name: string, value: string): void {
  made.headers = { ...made.headers, [name]: value }
}

function setKey(made: FuzzRequest, key: KeyName): void {
  made.key = key
}

function text({ body }: FuzzRequest): string {
  return new TextDecoder().decode(body)
}

function deep(random: Random): string {
  const depth = random.pick([10, 1_000, 5_000, 20_000])
  const open = random.pick(['[', '{"AND":['])
  const nested = open.repeat(depth) + (open === '[' ? ']' : ']}').repeat(depth)
  const place = random.pick([
    '"filters":',
    '"metadata":',
    '"documents":[{"content":"x","metadata":',
    '"messages":',
  ])
  const rest = place.includes('[{') ? '}]' : ''
  return `{"q":"x","content":"x","containerTag":"fuzz_tag_1",${place}${nested}${rest}}`
}
