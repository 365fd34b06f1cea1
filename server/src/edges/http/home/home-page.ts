import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { apiVersion, productVersion } from '../../../platform/lib/version.ts'
import { jsonType, TextReply } from '../../../platform/routing/replies.ts'
import { type Route, route } from '../../../platform/routing/route.ts'
import type { ConsoleFiles } from '../console/console-files.ts'
import { pageAt, pageHeaders } from '../console/console-pages.ts'

/**
 * `GET /`: the console for people, and facts as JSON for programs. A server whose console was not built shows a start page.
 * That page loads nothing: its style and script are inline, and the content security policy allows these two by their hashes.
 */
export function homeRoute(files?: ConsoleFiles): Route {
  const { html, policy } = readPage()
  const facts = JSON.stringify({
    name: 'Reverie',
    version: productVersion(),
    apiVersion,
    links: { docs: 'docs/', openapi: 'openapi.json', health: 'health', ready: 'ready', metrics: 'metrics' },
  })
  return route({
    method: 'GET',
    path: '/',
    access: 'anonymous',
    tag: 'system',
    summary: 'Get the start page',
    response: z.unknown(),
    async handle({ accept, origin, replyHeaders }) {
      replyHeaders.vary = 'accept'
      replyHeaders['cache-control'] = 'no-cache'
      if (prefersJson(accept)) return new TextReply(jsonType, facts)
      if (files) {
        Object.assign(replyHeaders, pageHeaders)
        return pageAt(files, '/')
      }
      Object.assign(replyHeaders, {
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      return new TextReply(
        'text/html; charset=utf-8',
        html.replaceAll('__address__', () => safe(origin)),
      )
    },
  })
}

/** Browsers name text/html first. A client that names only JSON, or prefers it to HTML, is a program. */
export function prefersJson(accept: string | undefined): boolean {
  const weights = new Map<string, number>()
  for (const range of (accept ?? '').toLowerCase().split(',')) {
    const [type = '', ...options] = range.split(';').map(part => part.trim())
    const weight = options.find(option => option.startsWith('q='))
    weights.set(type, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  return (weights.get('application/json') ?? 0) > (weights.get('text/html') ?? 0)
}

/** The caller chooses the Host header, so the page repeats it only if it is a host name. The script inserts the real one. */
function safe(origin: string): string {
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : 'http://127.0.0.1:8787'
}

function readPage(): { html: string; policy: string } {
  const [page, style, script] = ['page.html', 'page.css', 'page.js'].map(name =>
    readFileSync(join(import.meta.dirname, name), 'utf8'),
  ) as [string, string, string]
  const html = page
    .replace('<link rel="stylesheet" href="page.css" />', () => `<style>${style}</style>`)
    .replace('<script src="page.js"></script>', () => `<script>${script}</script>`)
    .replaceAll('__product__', productVersion())
    .replaceAll('__interface__', apiVersion)
  const rules = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return { html, policy: rules.join('; ') }
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
