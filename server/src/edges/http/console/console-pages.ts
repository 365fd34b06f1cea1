import { z } from 'zod'
import { AppError } from '../../../platform/errors.ts'
import { BytesReply, TextReply } from '../../../platform/routing/replies.ts'
import { type Route, route } from '../../../platform/routing/route.ts'
import type { ConsoleFile, ConsoleFiles } from './console-files.ts'

/** The first segments of the console's addresses. A page of the console registers its own here. */
export const consoleSections = [
  'setup',
  'sign-in',
  'join',
  'reset',
  'recall',
  'memories',
  'documents',
  'connections',
  'profile',
  'activity',
  'keys',
  'webhooks',
  'usage',
  'settings',
  'members',
  'account',
  // The log-in of plugins: /auth/connect and /auth/agent-connect.
  'auth',
]

/** Scripts, fonts and requests only from this server. Components set styles while they run, so inline styles are allowed. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  // Previews of uploaded files: the console reads the bytes itself and shows them from memory.
  "media-src 'self' blob:",
  'frame-src blob:',
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

export const pageHeaders = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
  vary: 'accept',
}

/**
 * The console's page for an address. Its links are relative to `<base>`, which leads back to the root by the depth of the
 * address. So the console works under any path prefix of a proxy, which we need not know.
 */
export function pageAt(files: ConsoleFiles, path: string): TextReply {
  const depth = path.split('/').length - 2
  const base = depth <= 0 ? './' : '../'.repeat(depth)
  return new TextReply(
    'text/html; charset=utf-8',
    files.page.replace('<base href="./"', `<base href="${base}"`),
  )
}

/** True for an address of the console that a browser opens. Programs get the usual 404 with its hint. */
export function isConsolePage(method: string, url: string, accept: string | undefined): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const [, section, , further] = url.split(/[?#]/)[0]!.split('/')
  return further === undefined && consoleSections.includes(section ?? '') && !!accept?.includes('text/html')
}

/** Scripts, styles and fonts of the console. Browsers keep them for good, because a changed file has another name. */
export function assetRoute(files: ConsoleFiles): Route {
  return route({
    method: 'GET',
    path: '/assets/:name',
    access: 'anonymous',
    tag: 'system',
    summary: 'Get a file of the console',
    params: z.object({ name: z.string() }),
    response: z.unknown(),
    async handle({ params, acceptEncoding, replyHeaders }) {
      const file = files.assets.get(params.name)
      if (!file) throw new AppError('route.not_found', { message: `The console has no file ${params.name}` })
      const { bytes, encoding } = choose(file, acceptEncoding)
      Object.assign(replyHeaders, {
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        ...(encoding && { 'content-encoding': encoding }),
      })
      return new BytesReply(file.contentType, bytes)
    },
  })
}

function choose(file: ConsoleFile, accepted = ''): { bytes: Buffer; encoding?: string } {
  if (file.br && /\bbr\b/.test(accepted)) return { bytes: file.br, encoding: 'br' }
  if (file.gzip && /\bgzip\b/.test(accepted)) return { bytes: file.gzip, encoding: 'gzip' }
  return { bytes: file.plain }
}
