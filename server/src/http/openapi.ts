import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiParameters,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { AppError, type ErrorCode } from '../errors.ts'
import { apiVersion } from '../lib/version.ts'
import { errorResponse } from './reply-error.ts'
import { jsonType, type Route, route, successStatus, TextReply } from './route.ts'

/** The API as OpenAPI 3.1. The same table always gives the same text, so that a diff shows what changed. */
export function describeApi(routes: readonly Route[]): object {
  const paths: ZodOpenApiPathsObject = {}
  for (const route of routes) {
    const path = openapiPath(route.path)
    const method = route.method.toLowerCase() as Lowercase<Route['method']>
    paths[path] = { ...paths[path], [method]: describeRoute(route) }
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Reverie',
        version: apiVersion,
        description: 'An open memory and document service for AI applications.',
      },
      tags: [...new Set(routes.map(route => route.tag))].map(name => ({ name })),
      security: [{ bearer: [] }, { apiKey: [] }],
      paths,
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        },
      },
    },
    { override: letAnswersGrow },
  )
}

/** Serves the description. It cannot be in the table it describes, so it is made from the finished document. */
export function openapiRoute(document: object): Route {
  const text = JSON.stringify(document)
  return route({
    method: 'GET',
    path: '/openapi.json',
    access: 'anonymous',
    tag: 'system',
    summary: 'This description',
    response: z.unknown(),
    handle: async () => new TextReply(jsonType, text),
  })
}

function describeRoute(route: Route): ZodOpenApiOperationObject {
  const operation: ZodOpenApiOperationObject = {
    operationId: operationId(route),
    summary: route.summary,
    tags: [route.tag],
    responses: describeResponses(route),
  }
  if (route.access === 'anonymous') operation.security = []
  if (route.params || route.query) operation.requestParams = describeParams(route)
  if (route.body) {
    operation.requestBody = {
      // A missing body is read as `{}`, so it is required only where `{}` is refused.
      required: !route.body.safeParse({}).success,
      content: { [route.upload ? 'multipart/form-data' : 'application/json']: { schema: route.body } },
    }
  }
  return operation
}

function describeParams(route: Route): ZodOpenApiParameters {
  const params: ZodOpenApiParameters = {}
  if (route.params) params.path = route.params as z.ZodObject
  if (route.query) params.query = route.query as z.ZodObject
  return params
}

function describeResponses(route: Route): ZodOpenApiResponsesObject {
  const success = successStatus(route)
  return Object.fromEntries([
    [success, describeGood(success, route)],
    ...errorsOf(route).map(status => [status, describeAnswer(status, errorResponse)]),
  ])
}

function describeGood(status: number, route: Route): ZodOpenApiResponseObject {
  if (route.download) return describeDownload(status)
  return route.events ? describeEvents(status, route.events) : describeSuccess(status, route)
}

function describeEvents(status: number, schema: z.ZodType): ZodOpenApiResponseObject {
  return {
    description: `${STATUS_CODES[status] ?? 'Answer'}: server-sent events, each with data of this shape`,
    content: { 'text/event-stream': { schema } },
  }
}

function describeSuccess(status: number, route: Route): ZodOpenApiResponseObject {
  const headers = Object.entries(route.headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  const answer = describeAnswer(status, route.response)
  return headers.length > 0 ? { ...answer, headers: Object.fromEntries(headers) } : answer
}

function describeAnswer(status: number, schema: z.ZodType | undefined): ZodOpenApiResponseObject {
  const description = STATUS_CODES[status] ?? 'Answer'
  return schema ? { description, content: { 'application/json': { schema } } } : { description }
}

function describeDownload(status: number): ZodOpenApiResponseObject {
  const schema = { type: 'string', format: 'binary' } as const
  return { description: STATUS_CODES[status] ?? 'Answer', content: { '*/*': { schema } } }
}

/** What the edge itself may answer on this route, and what the route says it may. */
function errorsOf(route: Route): number[] {
  const codes: ErrorCode[] = ['request.invalid', 'internal']
  if (route.access !== 'anonymous') codes.push('auth.missing_key', 'server.draining')
  if (route.access === 'organization') codes.push('auth.forbidden')
  // Keys of either kind may have a rate limit; it is looked at before anything else is.
  if (route.access !== 'anonymous') codes.push('rate.limited')
  // A body that nobody asked for is read all the same, except with GET.
  if (route.method !== 'GET') codes.push('request.too_large', 'request.unsupported_type')
  const statuses = new Set([...codes.map(code => new AppError(code).status), ...(route.errors ?? [])])
  return [...statuses].sort((a, b) => a - b)
}

/** `/v3/documents/:id` → `/v3/documents/{id}` */
function openapiPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

/** `GET /v3/documents/:id` → `getV3DocumentsById`: what generated clients call it. */
function operationId({ method, path }: Route): string {
  const words = path.split(/[/._-]/).filter(word => word !== '')
  const parts = words.map(word => (word.startsWith(':') ? `By${capital(word.slice(1))}` : capital(word)))
  return method.toLowerCase() + parts.join('')
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** zod closes the objects of answers; a client that believed it would break when an answer gains a field. */
function letAnswersGrow({
  jsonSchema,
  io,
}: {
  jsonSchema: { additionalProperties?: unknown }
  io: 'input' | 'output'
}) {
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}
