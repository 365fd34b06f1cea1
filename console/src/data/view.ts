/** The state of a list as its address has it. Values of another type or name are dropped. */

export const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const oneOf = <Value extends string>(value: unknown, values: readonly Value[]) =>
  values.find(each => each === value)

/** Leaves out what is undefined, so that an address names only what was chosen. */
function chosen<Shape extends object>(shape: { [Name in keyof Shape]: Shape[Name] | undefined }): Shape {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Shape
}

export const operators = ['is', 'is not', 'contains', 'has', '>', '<'] as const
/** A condition on metadata. With `or`, it or the one before it must match. */
export type Condition = { key: string; op: (typeof operators)[number]; value: string; or?: true }

function conditionsIn(value: unknown): Condition[] | undefined {
  if (!Array.isArray(value)) return undefined
  const known = value.flatMap(each => {
    const [key, op, text] = [textIn(each?.key), oneOf(each?.op, operators), textIn(each?.value)]
    return key && op && text ? [{ key, op, value: text, ...(each.or === true && { or: true as const }) }] : []
  })
  return known.length > 0 ? known : undefined
}

/** `tag`: the container that every page shows; none means all. */
export type AppView = { tag?: string }
export const appView = (search: Record<string, unknown>): AppView =>
  chosen<AppView>({ tag: textIn(search.tag) })

export const documentStates = ['working', 'dreaming', 'failed'] as const
export type DocumentsView = {
  q?: string
  state?: (typeof documentStates)[number]
  /** Only documents of this type, or from this source. */
  type?: string
  source?: string
  path?: string
  where?: Condition[]
  order?: 'asc'
  open?: string
  /** Asks for files at once. */
  upload?: true
}
export const documentsView = (search: Record<string, unknown>): DocumentsView =>
  chosen<DocumentsView>({
    q: textIn(search.q),
    state: oneOf(search.state, documentStates),
    type: textIn(search.type),
    source: textIn(search.source),
    path: textIn(search.path),
    where: conditionsIn(search.where),
    order: oneOf(search.order, ['asc']),
    open: textIn(search.open),
    upload: search.upload ? true : undefined,
  })

export const connectionStates = ['running', 'attention', 'paused'] as const
/** `connection` and `error`: a provider sent the browser back here after an authorization. */
export type ConnectionsView = {
  q?: string
  state?: (typeof connectionStates)[number]
  provider?: string
  connection?: string
  error?: string
}
export const connectionsView = (search: Record<string, unknown>): ConnectionsView =>
  chosen<ConnectionsView>({
    q: textIn(search.q),
    state: oneOf(search.state, connectionStates),
    provider: textIn(search.provider),
    connection: wordIn(search.connection),
    error: wordIn(search.error),
  })

export const connectionTabs = ['failures', 'resources', 'settings'] as const
/** Without a tab: the runs. `authorized` or `error`: what came of an authorization. */
export type ConnectionView = {
  tab?: (typeof connectionTabs)[number]
  authorized?: true
  error?: string
}
export const connectionView = (search: Record<string, unknown>): ConnectionView =>
  chosen<ConnectionView>({
    tab: oneOf(search.tab, connectionTabs),
    authorized: search.authorized ? true : undefined,
    error: wordIn(search.error),
  })

/** `provider`: its form. Without one: the gallery. */
export type NewConnectionView = { q?: string; provider?: string }
export const newConnectionView = (search: Record<string, unknown>): NewConnectionView =>
  chosen<NewConnectionView>({ q: textIn(search.q), provider: textIn(search.provider) })

/** `at`: the character to show, and `page` of a file. */
export type DocumentView = { memory?: string; at?: number; page?: number }
export const documentView = (search: Record<string, unknown>): DocumentView =>
  chosen<DocumentView>({
    memory: textIn(search.memory),
    at: wholeIn(search.at),
    page: wholeIn(search.page),
  })

export const memoryStates = ['changed', 'superseded', 'forgotten', 'inferred'] as const
export const memoryOrigins = ['user', 'assistant', 'document', 'tool', 'api'] as const
export type MemoriesView = {
  q?: string
  state?: (typeof memoryStates)[number]
  origin?: (typeof memoryOrigins)[number]
  where?: Condition[]
  order?: 'asc'
  open?: string
  /** Opens "forget matching" at once. */
  forget?: true
}
export const memoriesView = (search: Record<string, unknown>): MemoriesView =>
  chosen<MemoriesView>({
    q: textIn(search.q),
    state: oneOf(search.state, memoryStates),
    origin: oneOf(search.origin, memoryOrigins),
    where: conditionsIn(search.where),
    order: oneOf(search.order, ['asc']),
    open: textIn(search.open),
    forget: search.forget ? true : undefined,
  })

export const processingStates = ['waiting', 'dreaming', 'failed'] as const
/** Without a state: what is in flight. `code`: only failures with this code. */
export type ProcessingView = { state?: (typeof processingStates)[number]; code?: string; open?: string }
export const processingView = (search: Record<string, unknown>): ProcessingView =>
  chosen<ProcessingView>({
    state: oneOf(search.state, processingStates),
    code: textIn(search.code),
    open: textIn(search.open),
  })

export type KeysView = { q?: string; disabled?: true; open?: string; new?: true }
export const keysView = (search: Record<string, unknown>): KeysView =>
  chosen<KeysView>({
    q: textIn(search.q),
    disabled: search.disabled ? true : undefined,
    open: textIn(search.open),
    new: search.new ? true : undefined,
  })

export const containerOrders = ['documents', 'memories', 'tag'] as const
/** Without an order: the latest activity first. */
export type ContainersView = { q?: string; order?: (typeof containerOrders)[number]; open?: string }
export const containersView = (search: Record<string, unknown>): ContainersView =>
  chosen<ContainersView>({
    q: textIn(search.q),
    order: oneOf(search.order, containerOrders),
    open: textIn(search.open),
  })

export const usagePeriods = ['7d', '30d'] as const
/** Without a period: a day. `from` and `to` are a part of it that was chosen on a chart. */
export type UsageView = { period?: (typeof usagePeriods)[number]; from?: string; to?: string }
export const usageView = (search: Record<string, unknown>): UsageView =>
  chosen<UsageView>({
    period: oneOf(search.period, usagePeriods),
    from: timeIn(search.from),
    to: timeIn(search.to),
  })

export type RequestsView = {
  operation?: string
  /** A status such as 404, or a class such as 5xx. */
  status?: string
  key?: string
  from?: string
  to?: string
  open?: string
}
export const requestsView = (search: Record<string, unknown>): RequestsView =>
  chosen<RequestsView>({
    operation: textIn(search.operation),
    status: wordIn(search.status),
    key: textIn(search.key),
    from: timeIn(search.from),
    to: timeIn(search.to),
    open: textIn(search.open),
  })

/** What a plugin that wants access says about itself. The names are those that published plugins send. */
export type ConnectView = {
  callback?: string
  client?: string
  clients?: string
  hostname?: string
  os?: string
  cwd?: string
  cli_version?: string
}
export const connectView = (search: Record<string, unknown>): ConnectView =>
  chosen<ConnectView>({
    callback: textIn(search.callback),
    client: wordIn(search.client),
    clients: wordIn(search.clients),
    hostname: wordIn(search.hostname),
    os: wordIn(search.os),
    cwd: wordIn(search.cwd),
    cli_version: wordIn(search.cli_version),
  })

/** `request` is the query that the server has signed, as base64url; else the error that it names. */
export type ConsentView = { request?: string; error?: string; error_description?: string }
export const consentView = (search: Record<string, unknown>): ConsentView =>
  chosen<ConsentView>({
    request: wordIn(search.request),
    error: wordIn(search.error),
    error_description: wordIn(search.error_description),
  })

export const graphSizes = ['300', '5000'] as const
/** `of` and `open` name a node by its kind and id: `memory:1Cb2…`. Without a size: 1,000 nodes. */
export type GraphPageView = { of?: string; q?: string; size?: (typeof graphSizes)[number]; open?: string }
export const graphView = (search: Record<string, unknown>): GraphPageView =>
  chosen<GraphPageView>({
    of: textIn(search.of),
    q: textIn(search.q),
    size: oneOf(wordIn(search.size), graphSizes),
    open: textIn(search.open),
  })

export type ProfileView = { asOf?: string; open?: string }
export const profileView = (search: Record<string, unknown>): ProfileView =>
  chosen<ProfileView>({ asOf: timeIn(search.asOf), open: textIn(search.open) })

export const searchModes = ['memories', 'hybrid', 'chunks', 'documents'] as const
export type SearchMode = (typeof searchModes)[number]
/** One setting of the recall page. The second one, if any, is compared with the first. */
export type RecallSetting = {
  mode?: SearchMode
  threshold?: number
  limit?: number
  rerank?: true
  rewrite?: true
  forgotten?: true
  asOf?: string
  where?: Condition[]
}
export const recallTabs = ['questions', 'sets'] as const
/** `changed`: of the questions asked in each embedding set, only those whose rank differs. */
export type RecallView = {
  q?: string
  a?: RecallSetting
  b?: RecallSetting
  tab?: (typeof recallTabs)[number]
  changed?: true
}
export const recallView = (search: Record<string, unknown>): RecallView =>
  chosen<RecallView>({
    q: textIn(search.q),
    a: settingIn(search.a),
    b: settingIn(search.b),
    tab: oneOf(search.tab, recallTabs),
    changed: search.changed ? true : undefined,
  })

function settingIn(value: unknown): RecallSetting | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const each = value as Record<string, unknown>
  return chosen<RecallSetting>({
    mode: oneOf(each.mode, searchModes),
    threshold: numberIn(each.threshold, 0, 1),
    limit: numberIn(each.limit, 1, 100),
    rerank: each.rerank ? true : undefined,
    rewrite: each.rewrite ? true : undefined,
    forgotten: each.forgotten ? true : undefined,
    asOf: dayIn(each.asOf),
    where: conditionsIn(each.where),
  })
}

/** The router reads `404` and `1.2` as numbers. */
const wordIn = (value: unknown) => textIn(typeof value === 'number' ? String(value) : value)
const wholeIn = (value: unknown) =>
  Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined
const numberIn = (value: unknown, least: number, most: number) =>
  typeof value === 'number' && value >= least && value <= most ? value : undefined
const timeIn = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? value : undefined
const dayIn = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined
