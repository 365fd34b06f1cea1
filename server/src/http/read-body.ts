import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { type JsonBounds, usualBounds } from '../lib/json-bounds.ts'
import { findJsonFault } from '../lib/json-fault.ts'
import { ForbiddenKey, InvalidJson, JsonExcess, readJson } from '../lib/read-json.ts'
import { forbiddenKey, malformed, unsupportedType } from './refuse-request.ts'
import type { Route } from './route.ts'

/** Bodies up to this size are parsed at once, in about a millisecond; larger ones in turns. */
const largeBytes = 128 * 1024

/** The framework's parser of small bodies; it refuses keys that would change a prototype. */
type Parse = ReturnType<FastifyInstance['getDefaultJsonParser']>

/** The structure that a route's JSON body may have. */
export function boundsOf({ maxValues }: Pick<Route, 'maxValues'>): JsonBounds {
  return maxValues === undefined ? usualBounds : { ...usualBounds, values: maxValues }
}

/** JSON, whatever the client calls it: some send none or the wrong content type. An empty body is a missing one. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  const asJson = async (request: FastifyRequest, bytes: Buffer) =>
    bytes.length === 0 ? undefined : readBody(request, bytes, parse)
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, asJson)
  app.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0) return undefined
      if (!/^\s*[{[]/.test(bytes.toString('latin1', 0, 1024)))
        throw unsupportedType(request.routeOptions.config.takes)
      return readBody(request, bytes, parse)
    },
  )
}

function readBody(request: FastifyRequest, bytes: Buffer, parse: Parse): unknown {
  return bytes.length > largeBytes ? readLarge(request, bytes) : readSmall(request, bytes.toString(), parse)
}

function readSmall(request: FastifyRequest, text: string, parse: Parse): Promise<unknown> {
  return new Promise((resolve, reject) => {
    parse(request, text, (error, body) => {
      if (!error) return resolve(body)
      const fault = findJsonFault(text)
      reject(fault ? malformed(fault, error) : forbiddenKey(error))
    })
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
