import { type Api, answerOf, type CallOptions } from './call.ts'
import type * as Types from './types.ts'

/** Sources that stay in step: sites, folders, repositories, mailboxes. */
export class Connections {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /** Lists the connectors of the server, with JSON schemas of what each needs. */
  async providers(options: CallOptions = {}): Promise<Types.Connector[]> {
    return answerOf(await this.#api.GET('/v3/connections/providers', options)).providers
  }

  /** Connects to a source. With an `authLink` in the answer, a person opens that first. */
  async create(
    provider: string,
    connection: Types.NewConnection = {},
    options: CallOptions = {},
  ): Promise<Types.StartedConnection> {
    const named = { params: { path: { id: provider } }, body: connection }
    return answerOf(await this.#api.POST('/v3/connections/{id}', { ...named, ...options }))
  }

  /** Lists connections, oldest first. */
  async list(
    selection: Types.ConnectionSelection = {},
    options: CallOptions = {},
  ): Promise<Types.Connection[]> {
    return answerOf(await this.#api.POST('/v3/connections/list', { body: selection, ...options }))
  }

  async get(id: string, options: CallOptions = {}): Promise<Types.Connection> {
    return answerOf(await this.#api.GET('/v3/connections/{id}', { params: { path: { id } }, ...options }))
  }

  /** Pauses or resumes it, or changes its schedule, limit, settings or credentials. */
  async update(
    id: string,
    changes: Types.ConnectionChanges,
    options: CallOptions = {},
  ): Promise<Types.Connection> {
    const named = { params: { path: { id } }, body: changes }
    return answerOf(await this.#api.PATCH('/v3/connections/{id}', { ...named, ...options }))
  }

  /** Removes it, and its documents unless `deleteDocuments` is false. */
  async delete(id: string, { deleteDocuments = true } = {}, options: CallOptions = {}): Promise<void> {
    const query = { deleteDocuments: deleteDocuments ? ('true' as const) : ('false' as const) }
    answerOf(await this.#api.DELETE('/v3/connections/{id}', { params: { path: { id }, query }, ...options }))
  }

  /** Starts an import: of a connection by its id, or of all to a provider. */
  async import(idOrProvider: string, options: CallOptions = {}): Promise<void> {
    const named = { params: { path: { provider: idOrProvider } }, body: {} }
    answerOf(
      await this.#api.POST('/v3/connections/{provider}/import', { ...named, parseAs: 'text', ...options }),
    )
  }

  /** Reaches the source once, and says what came of it. */
  async test(id: string, options: CallOptions = {}): Promise<Types.TestedConnection> {
    return answerOf(
      await this.#api.POST('/v3/connections/{id}/test', { params: { path: { id } }, ...options }),
    )
  }

  /** A link where a person authorizes it again. */
  async authorize(
    id: string,
    { redirectUrl }: { redirectUrl?: string } = {},
    options: CallOptions = {},
  ): Promise<Types.StartedConnection> {
    const named = { params: { path: { id } }, body: redirectUrl === undefined ? {} : { redirectUrl } }
    return answerOf(await this.#api.POST('/v3/connections/{id}/authorize', { ...named, ...options }))
  }

  /** Lists what can be chosen, a page at a time. */
  async resources(
    id: string,
    query: Types.ResourceQuery = {},
    options: CallOptions = {},
  ): Promise<Types.ConnectionResources> {
    const named = { params: { path: { id }, query } }
    return answerOf(await this.#api.GET('/v3/connections/{id}/resources', { ...named, ...options }))
  }

  /** Chooses what to import; null for everything. Documents of the rest are deleted. */
  async configure(id: string, resources: Types.ChosenResources, options: CallOptions = {}): Promise<void> {
    const named = { params: { path: { id } }, body: { resources } }
    answerOf(await this.#api.POST('/v3/connections/{id}/configure', { ...named, ...options }))
  }

  /** Lists runs, the latest first. */
  async runs(
    id: string,
    query: Types.SyncRunQuery = {},
    options: CallOptions = {},
  ): Promise<Types.SyncRun[]> {
    const named = { params: { path: { id }, query } }
    return answerOf(await this.#api.GET('/v3/connections/{id}/sync-runs', { ...named, ...options }))
  }

  /** Lists items that could not be read, a page at a time. */
  async failures(
    id: string,
    query: Types.SyncFailureQuery = {},
    options: CallOptions = {},
  ): Promise<Types.SyncFailurePage> {
    const named = { params: { path: { id }, query } }
    return answerOf(await this.#api.GET('/v3/connections/{id}/failures', { ...named, ...options }))
  }

  /** Reads failed items again, the named ones or all. Returns how many. */
  async retryFailures(id: string, externalIds?: string[], options: CallOptions = {}): Promise<number> {
    const named = { params: { path: { id } }, body: externalIds ? { externalIds } : {} }
    return answerOf(await this.#api.POST('/v3/connections/{id}/failures/retry', { ...named, ...options }))
      .retried
  }
}
