import { z } from 'zod'
import type { Connector } from '../../platform/connectors/connector.ts'
import { AppError } from '../../platform/errors.ts'
import { describeIssues, plainWords } from '../../platform/lib/describe-issues.ts'

export type GivenFields = {
  settings?: Record<string, unknown> | undefined
  credentials?: Record<string, unknown> | undefined
  metadata?: Record<string, unknown> | null | undefined
}

export type ReadFields = {
  settings: Record<string, unknown>
  /** Undefined when the connector takes none. */
  credentials: unknown
  /** What is left: the caller's own keys. */
  metadata: Record<string, unknown> | null
}

/**
 * Sorts and checks the fields of a connection. Existing clients send everything as `metadata`: what the connector's schemas
 * name is taken from there, so that no secret is kept where it would be shown.
 */
export function readFields({ describe }: Connector, given: GivenFields): ReadFields {
  const { credentials: kind } = describe
  const metadata = given.metadata ?? {}
  const settings = { ...pick(metadata, fieldsOf(describe.settings)), ...given.settings }
  const secretFields = kind.kind === 'secret' ? fieldsOf(kind.fields) : []
  const credentials = { ...pick(metadata, secretFields), ...given.credentials }
  const own = Object.entries(metadata).filter(([name]) => !secretFields.includes(name))
  check(describe.settings, settings, 'settings')
  if (kind.kind === 'secret') check(kind.fields, credentials, 'credentials')
  return {
    settings,
    credentials: kind.kind === 'secret' ? credentials : undefined,
    metadata: own.length > 0 ? Object.fromEntries(own) : null,
  }
}

/** The names of an object schema's fields. */
function fieldsOf(schema: z.ZodType): string[] {
  return Object.keys((formOf(schema).properties as object | undefined) ?? {})
}

/** The JSON schema of what a person fills in. */
export function formOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...form } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return form
}

const pick = (from: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))

function check(schema: z.ZodType, value: unknown, name: string): void {
  const parsed = schema.safeParse(value, plainWords)
  if (parsed.success) return
  const lines = describeIssues(
    parsed.error.issues.map(issue => ({ ...issue, path: [name, ...issue.path] })),
    'body',
  )
  throw new AppError('request.invalid', { message: lines[0]!, details: lines.join('\n') })
}
