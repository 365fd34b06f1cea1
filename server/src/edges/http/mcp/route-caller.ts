import type { DocumentEventJson } from '../../../features/documents/schema.ts'
import type { Principal } from '../../../platform/access/principal.ts'
import { reaches } from '../../../platform/access/roles.ts'
import { AppError } from '../../../platform/errors.ts'
import { type EventsReply, ListReply } from '../../../platform/routing/replies.ts'
import type { Route } from '../../../platform/routing/route.ts'
import type { Logger } from '../../../platform/telemetry/logger.ts'
import { inSpan } from '../../../platform/telemetry/work.ts'
import type { Answers, Caller, RouteInput } from '../../mcp/caller.ts'
import { type Admission, kindOf } from '../admission.ts'
import { checkAccess } from '../authenticate.ts'
import type { Call } from '../call.ts'
import type { EventStreams } from '../event-streams.ts'
import { ownTagOr, parseInput } from '../parse-input.ts'
import { streamJson } from '../stream-json.ts'

/** Parts of the edge that every call passes. */
export type CallerParts = {
  routes: readonly Route[]
  admission: Admission
  streams: EventStreams
  logger: Logger
}

/** The name of the source of documents that were added by MCP. */
const source = 'mcp'

/**
 * Calls routes in this process in the name of the sender of an MCP message. Everything that an HTTP request passes is passed
 * here too: the access rule, the schemas, a place among running requests, the container bound and the audit log, which
 * come with the route. Only the rate limit is not asked again: one message is one request.
 */
export class RouteCaller implements Caller {
  readonly client: string | undefined
  readonly #parts: CallerParts
  readonly #outer: Call
  readonly #principal: Principal

  constructor(parts: CallerParts, outer: Call, who: { principal: Principal; client: string | undefined }) {
    this.#parts = parts
    this.#outer = outer
    this.#principal = who.principal
    this.client = who.client
  }

  get onlyTag(): string | undefined {
    return this.#principal.containerTag
  }

  get origin(): string {
    return this.#outer.origin
  }

  get mayWrite(): boolean {
    const role = this.#principal.person?.role ?? this.#principal.grant?.role
    return role === undefined || reaches(role, 'member')
  }

  async call<Name extends keyof Answers>(name: Name, input: RouteInput = {}): Promise<Answers[Name]> {
    const { route, call } = this.#prepare(name, input)
    const answer = await this.#parts.admission.run(kindOf(route), call, async () =>
      inSpan(name, {}, async () => collect(await route.handle(call))),
    )
    return answer as Answers[Name]
  }

  async *watch(id: string): AsyncGenerator<DocumentEventJson | undefined> {
    const { route, call } = this.#prepare('GET /v3/documents/:id/events', { params: { id } })
    const end = this.#parts.streams.begin(this.#principal.key.id)
    try {
      const { events } = (await route.handle(call)) as EventsReply
      for await (const event of events) yield event?.data as DocumentEventJson | undefined
    } finally {
      end()
    }
  }

  failed(error: unknown): void {
    const known = error instanceof AppError ? error : new AppError('internal')
    this.#outer.outcome = known.status
    if (known === error && known.code !== 'internal') return
    const { requestId, route } = this.#outer
    this.#parts.logger.error({ err: error, requestId, route }, 'request failed')
  }

  #prepare(name: string, { params, query, body }: RouteInput): { route: Route; call: Call } {
    const route = this.#parts.routes.find(({ method, path }) => `${method} ${path}` === name)
    if (!route) throw new Error(`there is no route ${name}`)
    checkAccess(route, this.#principal)
    const call = this.#outer.nested(this.#principal, source)
    if (route.params) call.params = parseInput(route.params, params ?? {}, 'path')
    if (route.query) call.query = parseInput(route.query, query ?? {}, 'query')
    if (route.body) call.body = parseInput(route.body, ownTagOr(body ?? {}, route, call), 'body')
    return { route, call }
  }
}

/** Answers that are produced while they are sent are read to their end. Tools ask for few items. */
async function collect(answer: unknown): Promise<unknown> {
  if (!(answer instanceof ListReply)) return answer
  let text = ''
  for await (const part of streamJson(answer.fields)) text += part
  return JSON.parse(text)
}
