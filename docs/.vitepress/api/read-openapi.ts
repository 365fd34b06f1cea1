import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of docs/openapi.json that the API pages show. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  example?: unknown
  examples?: unknown[]
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  deprecated?: boolean
  required?: string[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
export type Media = {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { value?: unknown }>
}
export type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
}
export type Operation = {
  method: string
  path: string
  summary: string
  description?: string
  deprecated?: boolean
  tags?: string[]
  security?: unknown[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, { description?: string; content?: Record<string, Media> }>
}
export type Tag = { name: string; description?: string }

type OpenApi = {
  info: { version: string }
  tags: Tag[]
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>
  components: { schemas: Record<string, Schema> }
}

const file = join(import.meta.dirname, '../../openapi.json')
let openapi: OpenApi | undefined

function read(): OpenApi {
  openapi ??= JSON.parse(readFileSync(file, 'utf8')) as OpenApi
  return openapi
}

export const readTags = (): Tag[] => read().tags

export const tagSlug = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

const methods = ['post', 'get', 'patch', 'put', 'delete']

/** The operations of a tag, the plainest paths of the current generations first. */
export function operationsOf(tag: string): Operation[] {
  const found = Object.entries(read().paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.tags?.includes(tag))
      .map(([method, operation]) => ({ ...operation, method, path })),
  )
  return found.sort((a, b) => rankOf(a) - rankOf(b) || a.path.localeCompare(b.path))
}

function rankOf({ method, path }: Operation): number {
  const generation = path.startsWith('/v2/') ? 1000 : 0
  return generation + path.split('/').length * 10 + methods.indexOf(method)
}

/** Older names of the same operations: `/v3/memories` for `/v3/documents`. */
export const isAlias = ({ summary }: Operation): boolean => /\(as \/v\d/.test(summary)

export function dereference(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name ? (read().components.schemas[name] ?? {}) : schema
}
