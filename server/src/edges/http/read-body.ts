import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { type JsonBounds, usualBounds } from '../../platform/lib/json-bounds.ts'
import { findJsonFault } from '../../platform/lib/json-fault.ts'
import { ForbiddenKey, InvalidJson, JsonExcess, readJson } from '../../platform/lib/read-json.ts'
import type { IncomingRequest, Route } from '../../platform/routing/route.ts'
import { anyBytes, forbiddenKey, malformed, unsupportedType } from './refuse-request.ts'

/** The content type of routes with `form`. They get the text of the form. */
const formType = 'application/x-www-form-urlencoded'

/** Bodies up to this size are parsed in one go, in about a millisecond. Larger bodies yield to the event loop between parts. */
const largeBytes = 128 * 1024

/** The framework's parser of small bodies; it refuses keys that would change a prototype. */
type Parse = ReturnType<FastifyInstance['getDefaultJsonParser']>

/** Limits on the structure of a route's JSON body. */
export function boundsOf({ maxValues }: Pick<Route, 'maxValues'>): JsonBounds {
  return maxValues === undefined ? usualBounds : { ...usualBounds, values: maxValues }
}

/** Anybody may send requests without a key, and none of them needs more than a form. */
const anonymousBytes = 16 * 1024

export function bodyLimitOf({ access, bodyLimit }: Route): { bodyLimit?: number } {
  if (bodyLimit !== undefined) return { bodyLimit }
  return access === 'anonymous' ? { bodyLimit: anonymousBytes } : {}
}

/** The content type that a route accepts. */
export function contentTypeOf({ upload, form, forwards, raw }: Route): string {
  if (forwards || raw) return anyBytes
  if (upload) return 'multipart/form-data'
  return form ? formType : 'application/json'
}

type BodyCallback = (error: Error | null, body?: unknown) => void

/** Reads every body as JSON, because some clients send no content type or a wrong one. An empty body counts as missing. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const readBody = (request: FastifyRequest, bytes: Buffer, done: BodyCallback): void => {
    if (request.routeOptions.config.takes === anyBytes) done(null, bytes)
    else if (bytes.length === 0) done(null, undefined)
    else if (bytes.length <= largeBytes) readSmall(request, bytes.toString(), parse, done)
    else readLarge(request, bytes).then(body => done(null, body), done)
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, readBody)
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (request.routeOptions.config.takes === formType) return readForm(request, bytes, done)
    const isBytes = request.routeOptions.config.takes === anyBytes
    const isOther = !isBytes && bytes.length > 0 && !/^\s*[{[]/.test(bytes.toString('latin1', 0, 1024))
    if (isOther) done(unsupportedType(request.routeOptions.config.takes))
    else readBody(request, bytes, done)
  })
}

function readForm({ headers }: FastifyRequest, bytes: Buffer, done: BodyCallback): void {
  if (headers['content-type']?.startsWith(formType)) done(null, bytes.toString())
  else done(unsupportedType(formType))
}

function readSmall(request: FastifyRequest, text: string, parse: Parse, done: BodyCallback): void {
  parse(request, text, (error, body) => {
    if (!error) return done(null, body)
    const fault = findJsonFault(text)
    done(fault ? malformed(fault, error) : forbiddenKey(error))
  })
}

async function readLarge(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  try {
    return await readJson(bytes, boundsOf(request.routeOptions.config as Pick<Route, 'maxValues'>))
  } catch (error) {
    if (error instanceof InvalidJson) throw malformed(error.fault, error)
    if (error instanceof ForbiddenKey) throw forbiddenKey(error)
    if (error instanceof JsonExcess)
      throw new AppError('request.invalid', { message: `body: ${error.message}`, cause: error })
    throw error
  }
}

/** The request as it arrived, for routes with `raw`. */
export function rawRequest({ raw, headers, body }: FastifyRequest): IncomingRequest {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  return { url: raw.url ?? '', headers, body: bytes, inPlace: work => work() }
}
