import { AppError } from '../../platform/errors.ts'
import { editDistance } from '../../platform/lib/edit-distance.ts'
import type { Route } from '../../platform/routing/route.ts'

type Entry = Pick<Route, 'method' | 'path'>

/** No suggestion for longer paths: they are no typing slips, and edit distance costs the product of both lengths. */
const longestCompared = 120
const mostSlips = 4

/** Refuses requests that match no route. The refusal names the methods of the path, or the route that was likely meant. */
export class RouteTable {
  readonly #entries: (Entry & { pattern: RegExp })[]

  constructor(routes: readonly Entry[]) {
    this.#entries = routes.map(({ method, path }) => ({
      method,
      path,
      pattern: new RegExp(
        `^${path
          .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replaceAll(/:\w+/g, '[^/]+')
          .replace('\\*', '.*')}/?$`,
      ),
    }))
  }

  refuse(method: string, url: string): AppError {
    const path = pathOf(url)
    const methods = this.#methodsOf(path)
    return methods.length > 0 ? notAllowed(method, path, methods) : this.#notFound(method, path)
  }

  /** `GET /v3/documents/list` reads a document named `list`. If there is none, the caller probably meant POST. */
  hintFor(method: string, url: string): string | undefined {
    const path = pathOf(url)
    const other = this.#entries.find(entry => entry.path === path && entry.method !== method)
    return other && `${other.method} ${path} is a route of its own: did you mean that?`
  }

  #methodsOf(path: string): string[] {
    const methods = this.#entries.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    return [...new Set(methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
  }

  #notFound(method: string, path: string): AppError {
    const nearest = this.#nearest(method, path)
    return new AppError('route.not_found', {
      message: `There is no route ${method} ${path.slice(0, longestCompared)}`,
      details: nearest
        ? `Did you mean ${nearest.method} ${nearest.path.replaceAll(/:(\w+)/g, '{$1}')}?`
        : 'GET /openapi.json lists every route, and /docs shows them',
    })
  }

  #nearest(method: string, path: string): Entry | undefined {
    if (path.length > longestCompared) return undefined
    const most = Math.min(mostSlips, Math.floor(path.length / 2))
    return this.#entries
      .map(entry => ({ ...entry, slips: editDistance(path, filledLike(entry.path, path), most) }))
      .filter(({ slips }) => slips <= most)
      .sort((a, b) => a.slips - b.slips || Number(b.method === method) - Number(a.method === method))[0]
  }
}

/** The framework reads a colon as the beginning of a parameter, also in `https://`. */
export const frameworkPath = (path: string) => path.replaceAll(/:(?!\w)/g, '::')

/** Parameters of a path by name. The rest of a path, `*`, is called `path`. */
export function namedParams(params: unknown): unknown {
  const { '*': path, ...named } = params as Record<string, unknown>
  return path === undefined ? named : { ...named, path }
}

export const pathOf = (url: string) => url.split('?')[0]!

function notAllowed(method: string, path: string, methods: string[]): AppError {
  const named = methods.filter(each => each !== 'HEAD').join(' or ')
  return new AppError('route.method_not_allowed', {
    message: `${path} does not accept ${method}. Use ${named}`,
    allow: methods,
  })
}

/** Fills the parameters of `/v3/documents/:id/chunks` with the segments of a path. */
function filledLike(pattern: string, path: string): string {
  const given = path.split('/')
  return pattern
    .split('/')
    .map((word, i) => (word.startsWith(':') ? given[i] || word : word))
    .join('/')
}
