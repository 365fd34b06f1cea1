import type { ApiDescription } from '../contract.ts'
import { Contract } from '../contract.ts'
import type { FuzzRequest } from './contract-requests.ts'

export type FuzzAnswer = { status: number; contentType: string; text: string }

/** The fault of a response: a `server` error, or a deviation from the description. */
export type Verdict = { kind: 'server' | 'schema'; reason: string }

export class Judge {
  readonly #contract: Contract
  readonly #description: ApiDescription

  constructor(description: ApiDescription) {
    this.#contract = new Contract(description)
    this.#description = description
  }

  /** Returns the fault of a response, or undefined if it has none. */
  judge(request: FuzzRequest, answer: FuzzAnswer): Verdict | undefined {
    const { status, text } = answer
    if (status >= 500) return { kind: 'server', reason: `${status} ${text.slice(0, 500)}` }
    if (this.#isDownload(request, status)) return undefined
    const body = text === '' ? undefined : parse(answer)
    if (body instanceof Error) return { kind: 'schema', reason: body.message }
    try {
      // A request that reaches no operation must still get a body with the schema of errors.
      const path = isElsewhere(request, status, body) ? '/v3/nowhere' : request.path
      this.#contract.check({ method: request.endpoint.method, path, status, text, body })
    } catch (error) {
      return { kind: 'schema', reason: (error as Error).message }
    }
    return undefined
  }

  /** True for the download of an uploaded file, which has its own content type. */
  #isDownload({ endpoint }: FuzzRequest, status: number): boolean {
    const content = this.#description.paths[endpoint.path]?.[endpoint.method]?.responses[status]?.content
    return content !== undefined && !('application/json' in content)
  }
}

/** True if a damaged path led to no route, or was too long to be read. */
function isElsewhere({ fault, path }: FuzzRequest, status: number, body: unknown): boolean {
  const code = (body as { code?: string } | undefined)?.code
  if (status === 431) return path.length > 10_000
  return fault === 'odd path' && (code === 'route.not_found' || code === 'route.method_not_allowed')
}

function parse({ contentType, text }: FuzzAnswer): unknown {
  if (!contentType.startsWith('application/json')) return new Error(`the content type is "${contentType}"`)
  try {
    return JSON.parse(text)
  } catch {
    return new Error(`the body is not JSON: ${text.slice(0, 200)}`)
  }
}
