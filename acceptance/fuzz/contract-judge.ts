import type { ApiDescription } from '../contract.ts'
import { Contract } from '../contract.ts'
import type { FuzzRequest } from './contract-requests.ts'

export type FuzzAnswer = { status: number; contentType: string; text: string }

/** What is amiss with an answer: a `server` error, or a stray from the description. */
export type Verdict = { kind: 'server' | 'schema'; reason: string }

export class Judge {
  readonly #contract: Contract
  readonly #description: ApiDescription

  constructor(description: ApiDescription) {
    this.#contract = new Contract(description)
    this.#description = description
  }

  /** Undefined when all is well. */
  judge(request: FuzzRequest, answer: FuzzAnswer): Verdict | undefined {
    const { status, text } = answer
    if (status >= 500) return { kind: 'server', reason: `${status} ${text.slice(0, 500)}` }
    if (this.#isDownload(request, status)) return undefined
    const body = text === '' ? undefined : parse(answer)
    if (body instanceof Error) return { kind: 'schema', reason: body.message }
    try {
      // What reaches no operation is no operation's to describe; it is an error like any other all the same.
      const path = isElsewhere(request, status, body) ? '/v3/nowhere' : request.path
      this.#contract.check({ method: request.endpoint.method, path, status, text, body })
    } catch (error) {
      return { kind: 'schema', reason: (error as Error).message }
    }
    return undefined
  }

  /** Bytes that somebody uploaded, with a type of their own. */
  #isDownload({ endpoint }: FuzzRequest, status: number): boolean {
    const content = this.#description.paths[endpoint.path]?.[endpoint.method]?.responses[status]?.content
    return content !== undefined && !('application/json' in content)
  }
}

/** A path that was spoiled may be nobody's, and one of many thousand letters is not even read. */
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
