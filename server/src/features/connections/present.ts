import type { z } from 'zod'
import type { Resources } from '../../platform/connectors/connector.ts'
import { encodeId } from '../../platform/lib/ids.ts'
import { presentType } from '../../platform/lib/type-words.ts'
import type { StartedConnection } from './create-connection.ts'
import type { ConnectedDocument } from './document-store.ts'
import { eventAddress } from './event-address.ts'
import type { ShownConnection } from './get-connection.ts'
import type { FailureRow } from './item-store.ts'
import type { ShownProvider } from './list-providers.ts'
import { formOf } from './read-settings.ts'
import type { runJson } from './run-schema.ts'
import type { RunRow } from './run-store.ts'
import type { connectionJson } from './schema.ts'
import type { TestedConnection } from './test-connection.ts'

/** The only place that builds the JSON of connections. Nothing here shows credentials. */

export function presentRun(run: RunRow): z.input<typeof runJson> {
  return {
    id: encodeId(run.id),
    connectionId: encodeId(run.connection),
    status: run.status,
    triggerType: run.trigger,
    startedAt: run.startedAt.toISOString(),
    completedAt: run.completedAt?.toISOString() ?? null,
    itemsProcessed: run.itemsProcessed,
    itemsFailed: run.itemsFailed,
    itemsUnchanged: run.itemsUnchanged,
    itemsDeleted: run.itemsDeleted,
    itemsSkipped: run.itemsSkipped,
    progress: run.seen === null ? null : { seen: run.seen, total: run.total },
    error: run.errorCode,
    errorMessage: run.errorMessage,
  }
}

export function presentConnection(
  { row, lastRun, documents, failures, takesEvents }: ShownConnection,
  origin: string,
): z.input<typeof connectionJson> {
  return {
    id: encodeId(row.id),
    provider: row.provider,
    createdAt: row.createdAt.toISOString(),
    ...(row.expiresAt && { expiresAt: row.expiresAt.toISOString() }),
    ...(row.account !== null && { email: row.account }),
    ...(row.documentLimit !== null && { documentLimit: row.documentLimit }),
    containerTags: [row.containerTag],
    ...(row.metadata && { metadata: row.metadata }),
    ...(lastRun && { lastSyncRun: presentRun(lastRun) }),
    state: row.state === 'deleting' ? 'paused' : row.state,
    settings: row.settings,
    resources: row.chosen?.map(({ id, name }) => ({ id, ...(name !== undefined && { name }) })) ?? null,
    everyMinutes: row.everyMinutes,
    nextRunAt: nextRunOf(row),
    isRunWaiting: row.asked !== null,
    documentCount: documents,
    failureCount: failures,
    eventsUrl: takesEvents ? eventAddress(origin, row) : null,
  }
}

const nextRunOf = ({ state, nextRunAt }: ShownConnection['row']): string | null =>
  state === 'active' ? (nextRunAt?.toISOString() ?? null) : null

export const presentStarted = ({ row, authLink, returnTo }: StartedConnection) => ({
  id: encodeId(row.id),
  authLink,
  expiresIn: authLink === null ? null : '1 hour',
  ...(returnTo !== null && { redirectsTo: returnTo }),
})

export const presentDeleted = ({ id, provider }: { id: string; provider: string }) => ({
  id: encodeId(id),
  provider,
})

/** `details` are fields of their own: clients of GitHub's list read `full_name` and others beside `name`. */
export const presentResources = ({ resources, total }: Resources) => ({
  resources: resources.map(({ details, ...resource }) => ({ ...details, ...resource })),
  ...(total !== undefined && { total_count: total }),
})

export const presentConfigured = (subscriptions: number | undefined) => ({
  success: true,
  message: 'The choice is stored, and an import has started',
  ...(subscriptions !== undefined && { webhooksRegistered: subscriptions }),
})

export const presentFailures = ({ failures, next }: { failures: FailureRow[]; next: string | null }) => ({
  failures: failures.map(({ run, firstAt, lastAt, ...failure }) => ({
    ...failure,
    runId: encodeId(run),
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  })),
  next,
})

export const presentRetried = (retried: number) => ({ retried })

export const presentStartedImports = (count: number): string =>
  `Started ${count} ${count === 1 ? 'import' : 'imports'}`

export const presentTested = (tested: TestedConnection) =>
  'code' in tested
    ? { ok: false, account: null, error: tested.code, errorMessage: tested.message }
    : { ok: true, account: tested.account, error: null, errorMessage: null }

export const presentProviders = (providers: readonly ShownProvider[]) => ({
  providers: providers.map(({ connector: { describe, resources }, ...shown }) => ({
    provider: describe.provider,
    title: describe.title,
    summary: describe.summary,
    credentials: describe.credentials.kind,
    everyMinutes: describe.everyMinutes,
    hasResources: resources !== undefined,
    withoutChoice: resources === undefined ? null : (describe.withoutChoice ?? 'everything'),
    settingsSchema: formOf(describe.settings),
    credentialsSchema: describe.credentials.kind === 'secret' ? formOf(describe.credentials.fields) : null,
    ...shown,
  })),
})

export const presentDocuments = (documents: readonly ConnectedDocument[]) =>
  documents.map(document => ({
    id: encodeId(document.id),
    title: document.title,
    summary: document.summary,
    type: presentType(document),
    status: document.status,
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
    connectionId: encodeId(document.connectionId!),
  }))
