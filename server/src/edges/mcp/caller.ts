import type { z } from 'zod'
import { defaultContainerTag } from '../../features/containers/place-container.ts'
import type { ContainerJson } from '../../features/containers/schema.ts'
import type {
  acceptedResponse,
  DocumentEventJson,
  DocumentJson,
  listDocumentsResponse,
} from '../../features/documents/schema.ts'
import type { sessionResponse } from '../../features/keys/schema.ts'
import type {
  CitedMemoryJson,
  forgetMatchingResponse,
  forgetMemoryResponse,
  listMemoriesResponse,
} from '../../features/memories/schema.ts'
import type { profileResponse } from '../../features/profile/schema.ts'
import type { searchResponseV4 } from '../../features/search/schema.v4.ts'
import { AppError } from '../../platform/errors.ts'

/** The routes that tools call, and their answers. Access rules, limits, figures and the audit log are those of the route. */
export type Answers = {
  'POST /v4/search': z.output<typeof searchResponseV4>
  'POST /v4/profile': z.output<typeof profileResponse>
  'POST /v3/documents': z.output<typeof acceptedResponse>
  'POST /v3/documents/list': z.output<typeof listDocumentsResponse>
  'GET /v3/documents/:id': DocumentJson
  'POST /v4/memories/list': z.output<typeof listMemoriesResponse>
  'GET /v4/memories/:id': CitedMemoryJson
  'DELETE /v4/memories': z.output<typeof forgetMemoryResponse>
  'POST /v4/memories/forget-matching': z.output<typeof forgetMatchingResponse>
  'GET /v3/container-tags/list': ContainerJson[]
  'GET /v3/session': z.output<typeof sessionResponse>
}

export type RouteInput = { params?: unknown; query?: unknown; body?: unknown }

/** The sender of an MCP message, and all that tools may do in its name. */
export interface Caller {
  /** The only container that the caller may use, by its key or by the address of the endpoint. */
  readonly onlyTag: string | undefined
  readonly mayWrite: boolean
  /** The program that calls, as it names itself. */
  readonly client: string | undefined
  /** Base of links. */
  readonly origin: string
  call<Name extends keyof Answers>(route: Name, input?: RouteInput): Promise<Answers[Name]>
  /** The states of a document while it is processed; undefined when a second passed without news. */
  watch(id: string): AsyncIterable<DocumentEventJson | undefined>
  /** Notes a failure that the answer hides: MCP answers a failed tool with status 200. */
  failed(error: unknown): void
}

/** The container of a call: the given one, else the caller's only one, else the default. */
export function spaceOf({ onlyTag }: Caller, given: string | undefined): string {
  if (onlyTag !== undefined && given !== undefined && given !== onlyTag)
    throw new AppError('auth.container_mismatch', {
      message: `This connection is limited to the container tag ${onlyTag}. Leave containerTag out`,
    })
  return given ?? onlyTag ?? defaultContainerTag
}
