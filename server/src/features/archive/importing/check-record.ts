import { DIMENSIONS } from '../../../language/lexical/term-vector.ts'
import { documentLanes } from '../../../platform/lanes/lane.ts'
import { findExcess } from '../../../platform/lib/json-bounds.ts'
import { ArchiveError } from '../archive-error.ts'
import { type Field, type FieldKind, type RecordType, recordSpecs } from '../records.ts'
import { isOurId } from './map-ids.ts'
import { parseJson } from './parse-json.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const time = /^-?\d{1,6}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d(?::?\d\d)?)(?: BC)?$/
const number = '-?[\\d.]+(?:e[-+]?\\d+)?'
const vector = new RegExp(`^\\[${number}(?:,${number})*\\]$`)
const terms = new RegExp(`^\\{(?:\\d+:${number}(?:,\\d+:${number})*)?\\}/${DIMENSIONS}$`)
const spans = /^\{(?:\[\d+,\d+\)(?:,\[\d+,\d+\))*)?\}$/

/** JSON of a record: the structure of a book has some hundred thousand values. */
const jsonBounds = { levels: 32, keys: 10_000, values: 2_000_000 }

const isText = (value: unknown): value is string => typeof value === 'string'
const everyText = (value: unknown, test: (text: string) => boolean) =>
  Array.isArray(value) && value.every(item => isText(item) && test(item))

const tests: Record<FieldKind, (value: unknown) => boolean> = {
  id: value => isText(value) && isOurId(value),
  uuid: value => isText(value) && uuid.test(value),
  text: isText,
  int: value => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  bigints: value => everyText(value, text => /^-?\d{1,19}$/.test(text)),
  real: value => typeof value === 'number' && Number.isFinite(value),
  bool: value => typeof value === 'boolean',
  time: value => isText(value) && time.test(value),
  times: value => everyText(value, text => time.test(text)),
  texts: value => everyText(value, () => true),
  json: value => typeof value === 'object' && findExcess(value, jsonBounds) === undefined,
  bytes: value => isText(value) && /^(?:[0-9a-f]{2})*$/.test(value),
  spans: value => isText(value) && spans.test(value),
  terms: value => isText(value) && terms.test(value),
  vector: value => isText(value) && vector.test(value),
}

/** Refuses a record with a field that is missing, unknown or of another kind. `where` names its entry and line. */
export function checkRecord(type: RecordType, record: Record<string, unknown>, where: string): void {
  const { fields } = recordSpecs[type]
  for (const field of fields) checkField(field, record[field.name], `${where}, ${type}.${field.name}`)
  const known = new Set(['record', ...fields.map(({ name }) => name)])
  const unknown = Object.keys(record).find(name => !known.has(name))
  if (unknown !== undefined) throw malformed(`${where}, ${type}.${unknown}`)
  checks[type]?.(record, where)
}

function checkField({ kind, isOptional }: Field, value: unknown, where: string): void {
  const isFine = value === null || value === undefined ? isOptional : tests[kind](value)
  if (!isFine) throw malformed(where)
}

export const malformed = (where: string) => new ArchiveError('archive.malformed', where)

/** Values that Postgres would take, and that would harm later work. */
const checks: Partial<Record<RecordType, (record: Record<string, unknown>, where: string) => void>> = {
  document({ lane, size, containerTags, latestRevision }, where) {
    const isFine =
      documentLanes.includes(lane as never) &&
      (size as number) >= 0 &&
      (latestRevision as number) >= 1 &&
      (containerTags as string[]).length >= 1
    if (!isFine) throw malformed(`${where}, document`)
  },
  fact: ({ fact }, where) => checkFact(fact, where),
  statedFact: ({ fact }, where) => checkFact(fact, where),
}

/** Dreaming compares stored facts, and relies on these fields. */
function checkFact(value: unknown, where: string): void {
  const fact = value as Record<string, unknown>
  const claim = fact.claim as Record<string, unknown> | undefined
  const isFine =
    isText(fact.text) &&
    isText(fact.kind) &&
    everyText(fact.eventDates, text => !Number.isNaN(Date.parse(text))) &&
    Array.isArray(fact.spans) &&
    typeof claim === 'object' &&
    claim !== null &&
    isText(claim.subject) &&
    everyText(claim.frame, () => true)
  if (!isFine) throw malformed(`${where}, fact`)
}

/** A line has the record around its JSON. */
const lineBounds = { ...jsonBounds, levels: jsonBounds.levels + 1 }

const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/i

/** Parses a line. Postgres can store neither U+0000 nor half of a surrogate pair. */
export async function parseLine(line: string, where: string): Promise<Record<string, unknown>> {
  let value: unknown
  try {
    value = await parseJson(line, lineBounds)
  } catch {
    throw malformed(where)
  }
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isRecord || (line.includes('\\u') && unstorable.test(JSON.stringify(value)))) throw malformed(where)
  return value as Record<string, unknown>
}
