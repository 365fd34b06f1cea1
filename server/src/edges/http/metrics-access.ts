import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { Config } from '../../platform/config.ts'
import { AppError } from '../../platform/errors.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { isLoopback } from './origin.ts'

export type MetricsSettings = Partial<Pick<Config, 'METRICS_PORT' | 'METRICS_HOST' | 'METRICS_TOKEN'>>

/** Throws if a scrape of the API's port is not allowed: metrics show how much is stored and how much fails, which is private. */
export type AdmitScrape = (headers: IncomingHttpHeaders) => void

/** With METRICS_TOKEN, the token decides. Without it, only a loopback server without METRICS_PORT allows scrapes. */
export function createAdmitScrape(
  host: string,
  { METRICS_PORT = 0, METRICS_TOKEN = '' }: MetricsSettings,
): AdmitScrape {
  const isOpen = METRICS_TOKEN === '' && METRICS_PORT === 0 && isLoopback(host)
  return headers => {
    if (isOpen || holdsToken(headers, METRICS_TOKEN)) return
    throw new AppError('auth.missing_key', {
      message:
        'Metrics are not public. Send METRICS_TOKEN as "Authorization: Bearer <token>", or scrape METRICS_PORT',
    })
  }
}

/** Serves only `/metrics`, on a port of its own that can stay unreachable for clients of the API. */
export async function listenForScrapes(
  metrics: Metrics,
  { METRICS_PORT = 0, METRICS_HOST = '127.0.0.1', METRICS_TOKEN = '' }: MetricsSettings,
): Promise<Server | undefined> {
  if (METRICS_PORT === 0) return undefined
  const server = createServer(async ({ method, url, headers }, response) => {
    const answer = (status: number, text = '', type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff' }).end(text)
    if (url?.split('?')[0] !== '/metrics' || method !== 'GET') answer(statuses.notFound)
    else if (METRICS_TOKEN !== '' && !holdsToken(headers, METRICS_TOKEN)) answer(statuses.unauthorized)
    else answer(statuses.ok, await metrics.scrape(), metrics.registry.contentType)
  })
  server.timeout = 30_000
  server.maxConnections = 100
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ host: METRICS_HOST, port: METRICS_PORT }, resolve)
  })
  return server
}

const statuses = {
  ok: 200,
  unauthorized: new AppError('auth.missing_key').status,
  notFound: new AppError('route.not_found').status,
}

/** `timingSafeEqual` needs equal lengths. Hashes have them, and do not reveal the token's length. */
function holdsToken({ authorization = '' }: IncomingHttpHeaders, token: string): boolean {
  const [, given = ''] = /^bearer\s+(\S+)\s*$/i.exec(authorization) ?? []
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return token !== '' && timingSafeEqual(hash(given), hash(token))
}
