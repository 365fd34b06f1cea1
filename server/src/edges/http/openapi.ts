import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiParameters,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { apiVersion, productVersion } from '../../platform/lib/version.ts'
import { jsonType, TextReply } from '../../platform/routing/replies.ts'
import { type Route, route, successStatus } from '../../platform/routing/route.ts'
import { describeErrorResponses } from './openapi-errors.ts'
import { introduction, tagDescriptions } from './openapi-words.ts'

/** The API as OpenAPI 3.1. The same route table always gives the same text, so a diff shows what changed. */
export function describeApi(routes: readonly Route[]): object {
  const paths: ZodOpenApiPathsObject = {}
  for (const route of routes) {
    const path = openapiPath(route.path)
    const method = route.method.toLowerCase() as Lowercase<Route['method']>
    paths[path] = { ...paths[path], [method]: describeRoute(route) }
  }
  const product = productVersion()
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Reverie',
        version: apiVersion,
        'x-product-version': product,
        summary: `Interface ${apiVersion}, served by Reverie ${product}`,
        description: introduction(product, apiVersion),
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      // Relative to the address of the description, so it works behind a proxy and below a path prefix.
      servers: [{ url: './', description: 'This server' }],
      tags: [...new Set(routes.map(route => route.tag))].map(describeTag),
      security: [{ bearer: [] }, { apiKey: [] }],
      paths,
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description:
              'Your API key, which begins with `sm_`, in the header `Authorization: Bearer <key>`.',
          },
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'x-api-key',
            description: 'The same key in the header `x-api-key`.',
          },
          routerKey: {
            type: 'apiKey',
            in: 'header',
            name: 'x-supermemory-api-key',
            description:
              'The same key on routes that forward to a provider, whose own key has the usual header.',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'reverie.session_token',
            description:
              'The session of a person who has signed in to the console. A few routes about their own account need it.',
          },
        },
      },
    },
    { override: letAnswersGrow },
  )
}

/** Serves the description. Its route cannot be in the table that it describes, so it is made from the finished document. */
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

function describeTag(name: string): { name: string; description?: string } {
  const description = tagDescriptions[name]
  return description ? { name, description } : { name }
}

function describeRoute(route: Route): ZodOpenApiOperationObject {
  const operation: ZodOpenApiOperationObject = {
    operationId: operationId(route),
    summary: route.summary,
    ...(route.description && { description: route.description }),
    tags: [route.tag],
    responses: describeResponses(route),
  }
  if (route.access === 'anonymous') operation.security = []
  if (route.access === 'person') operation.security = [{ session: [] }]
  if (route.keyHeaders) operation.security = [{ routerKey: [] }]
  if (route.params || route.query || route.requestHeaders) operation.requestParams = describeParams(route)
  if (route.body) {
    const example = route.example?.body
    const type = route.upload ? 'multipart/form-data' : 'application/json'
    operation.requestBody = {
      // A missing body counts as `{}`, so a body is required only if the schema refuses `{}`.
      required: !route.body.safeParse({}).success,
      content: { [type]: { schema: route.body, ...(example !== undefined && { example }) } },
    }
  }
  return operation
}

function describeParams(route: Route): ZodOpenApiParameters {
  const params: ZodOpenApiParameters = {}
  if (route.params) params.path = route.params as z.ZodObject
  if (route.query) params.query = route.query as z.ZodObject
  if (route.requestHeaders) {
    const headers = Object.entries(route.requestHeaders)
    params.header = z.object(
      Object.fromEntries(headers.map(([name, words]) => [name, z.string().optional().describe(words)])),
    )
  }
  return params
}

function describeResponses(route: Route): ZodOpenApiResponsesObject {
  const success = successStatus(route)
  return Object.fromEntries([[success, describeGood(success, route)], ...describeErrorResponses(route)])
}

function describeGood(status: number, route: Route): ZodOpenApiResponseObject {
  if (route.forwards) return describeForwarded(route)
  if (route.download) return describeDownload(status)
  if (route.text) return describeText(status, route)
  return route.events ? describeEvents(status, route) : describeSuccess(status, route)
}

function describeEvents(status: number, { events, example }: Route): ZodOpenApiResponseObject {
  return {
    description: `${outcomes[status] ?? 'Success.'} Server-sent events, each with data of this shape.`,
    content: { 'text/event-stream': { schema: events!, ...(example && { example: example.response }) } },
  }
}

function describeSuccess(status: number, route: Route): ZodOpenApiResponseObject {
  const headers = Object.entries(route.headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  const answer = describeAnswer(status, route)
  return headers.length > 0 ? { ...answer, headers: Object.fromEntries(headers) } : answer
}

const outcomes: Record<number, string> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted. The work runs in the background.',
  204: 'Success, without a body.',
  303: 'A redirect.',
}

function describeAnswer(status: number, { response: schema, example }: Route): ZodOpenApiResponseObject {
  const description = outcomes[status] ?? 'Success.'
  if (!schema) return { description }
  const shown = example?.response === undefined ? {} : { example: example.response }
  return { description, content: { 'application/json': { schema, ...shown } } }
}

function describeForwarded(route: Route): ZodOpenApiResponseObject {
  return {
    ...describeSuccess(successStatus(route), route),
    description:
      'The response of the provider, byte for byte, whatever its status: JSON, or server-sent events.',
    content: { '*/*': { schema: {} } },
  }
}

function describeText(status: number, { example }: Route): ZodOpenApiResponseObject {
  const shown = example?.response === undefined ? {} : { example: example.response }
  return {
    description: outcomes[status] ?? 'Success.',
    content: { 'text/plain': { schema: { type: 'string' }, ...shown } },
  }
}

function describeDownload(status: number): ZodOpenApiResponseObject {
  const schema = { type: 'string', format: 'binary' } as const
  return {
    description: `${outcomes[status] ?? 'Success.'} The bytes of the file, with its own content type.`,
    content: { '*/*': { schema } },
  }
}

/** `/v3/documents/:id` → `/v3/documents/{id}`, and `*`, the rest of a path, → `{path}` */
export function openapiPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}')
}

/** `GET /v3/documents/:id` → `getV3DocumentsById`: the method name in generated clients. */
function operationId({ method, path }: Route): string {
  const words = path
    .split(/[/._-]/)
    .filter(word => /\w/.test(word))
    .map(word => word.replace(/:$/, ''))
  const parts = words.map(word => (word.startsWith(':') ? `By${capital(word.slice(1))}` : capital(word)))
  return method.toLowerCase() + parts.join('')
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** zod forbids additional fields in responses. A generated client that enforced this would break when a response gains a field. */
function letAnswersGrow({
  jsonSchema,
  io,
}: {
  jsonSchema: { additionalProperties?: unknown }
  io: 'input' | 'output'
}) {
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}
