import { type AnalyticsApp, analyticsRoutes } from '../../features/analytics/routes.ts'
import type { ArchiveApp } from '../../features/archive/archive-app.ts'
import { archiveRoutes } from '../../features/archive/routes.ts'
import { type AuditApp, actorOf, recordAudit } from '../../features/audit/record-audit.ts'
import { auditRoutes } from '../../features/audit/routes.ts'
import type { ConnectionsApp } from '../../features/connections/connections-app.ts'
import { connectionRoutes } from '../../features/connections/routes.ts'
import { placeContainer } from '../../features/containers/place-container.ts'
import { projectRoutes } from '../../features/containers/projects/routes.ts'
import { containerRoutes } from '../../features/containers/routes.ts'
import { documentRoutes } from '../../features/documents/routes.ts'
import { documentRoutesV4 } from '../../features/documents/routes.v4.ts'
import type { FilesApp } from '../../features/documents/upload-file.ts'
import { goldenQuestionRoutes } from '../../features/embeddings/routes.ts'
import type { JournalApp } from '../../features/erasures/journal-erasures.ts'
import { erasureRoutes } from '../../features/erasures/routes.ts'
import { graphRoutes } from '../../features/graph/routes.ts'
import { grantRoutes } from '../../features/keys/grant-routes.ts'
import { type KeysApp, keyRoutes } from '../../features/keys/routes.ts'
import type { MemoriesApp } from '../../features/memories/add-memories.ts'
import { inferredRoutes } from '../../features/memories/inferred-routes.ts'
import { memoryRoutes } from '../../features/memories/routes.ts'
import type { OAuthApp } from '../../features/oauth/clients.ts'
import { oauthRoutes } from '../../features/oauth/routes.ts'
import type { ModelsApp } from '../../features/overview/present.ts'
import { overviewRoutes } from '../../features/overview/routes.ts'
import type { PeopleApp } from '../../features/people/join.ts'
import { memberRoutes } from '../../features/people/member-routes.ts'
import { oidcRoutes } from '../../features/people/oidc/routes.ts'
import { sessionRoutes } from '../../features/people/session-routes.ts'
import type { ProfileApp } from '../../features/profile/fill-buckets.ts'
import { profileRoutes } from '../../features/profile/routes.ts'
import type { RouterApp } from '../../features/router/route-chat.ts'
import { routerRoutes } from '../../features/router/routes.ts'
import { searchRoutesV2 } from '../../features/search/routes.v2.ts'
import { searchRoutesV3 } from '../../features/search/routes.v3.ts'
import { searchRoutesV4 } from '../../features/search/routes.v4.ts'
import type { SearchApp } from '../../features/search/search-chunks.ts'
import { settingsRoutes } from '../../features/settings/routes.ts'
import type { SettingsApp } from '../../features/settings/update-settings.ts'
import { type WebhookRoutesApp, webhookRoutes } from '../../features/webhooks/routes.ts'
import type { Principal } from '../../platform/access/principal.ts'
import { type Bound, eachInBound, inBound } from '../../platform/db/bound.ts'
import { EventsReply, ListReply } from '../../platform/routing/replies.ts'
import type { Route } from '../../platform/routing/route.ts'
import { dreamRoutes } from '../../processes/dreaming/routes.ts'
import type { UndoApp } from '../../processes/dreaming/undo-memory.ts'
import { isStreamed } from './stream-json.ts'

/** The whole API at a glance. */
export function apiRoutes(
  app: FilesApp &
    JournalApp &
    MemoriesApp &
    ModelsApp &
    ProfileApp &
    SearchApp &
    KeysApp &
    SettingsApp &
    AnalyticsApp &
    UndoApp &
    PeopleApp &
    OAuthApp &
    AuditApp &
    RouterApp &
    ArchiveApp &
    WebhookRoutesApp &
    ConnectionsApp,
): Route[] {
  const routes = [
    ...documentRoutes(app),
    ...documentRoutesV4(app),
    ...memoryRoutes(app),
    ...dreamRoutes(app),
    ...profileRoutes(app),
    ...searchRoutesV2(app),
    ...searchRoutesV3(app),
    ...searchRoutesV4(app),
    ...keyRoutes(app),
    ...grantRoutes(app),
    ...oauthRoutes(app),
    ...settingsRoutes(app),
    ...goldenQuestionRoutes(app),
    ...analyticsRoutes(app),
    ...containerRoutes(app),
    ...inferredRoutes(app),
    ...projectRoutes(app),
    ...erasureRoutes(app),
    ...archiveRoutes(app),
    ...connectionRoutes(app),
    ...sessionRoutes(app),
    ...oidcRoutes(app),
    ...memberRoutes(app),
    ...auditRoutes(app),
    ...overviewRoutes(app),
    ...graphRoutes(app),
    ...routerRoutes(app),
    ...webhookRoutes(app),
  ]
  return routes.map(each => audited(limited(each), app))
}

/** Records what a route changed, once it has. */
function audited(route: Route, app: AuditApp): Route {
  const { audit } = route
  if (!audit) return route
  return {
    ...route,
    async handle(request) {
      const answer = await route.handle(request)
      const { principal, client, requestId } = request
      const { organization } = principal
      const facts = audit.facts ? audit.facts(request, answer) : { target: namedIn(request.params) }
      if (!facts) return answer
      const caller = { org: organization.id, actor: actorOf(principal), address: client.address, requestId }
      await recordAudit(app, audit.action, facts, caller)
      return answer
    },
  }
}

/** The id or tag in the path. */
function namedIn(params: unknown): string | undefined {
  const { id, tag } = (params ?? {}) as { id?: string; tag?: string }
  return id ?? tag
}

/** The second lock: for a scoped key, every transaction of the handler sees only the key's container. */
function limited(route: Route): Route {
  return {
    ...route,
    async handle(request) {
      const bound = boundOf(request.principal)
      const answer = await inBound(bound, () => route.handle(request))
      return bound ? streamedIn(bound, answer) : answer
    },
  }
}

/** Events and long lists are read from the database after the handler returns, so their reads need the bound too. */
function streamedIn(bound: Bound, answer: unknown): unknown {
  if (answer instanceof EventsReply) return new EventsReply(eachInBound(bound, answer.events))
  if (!(answer instanceof ListReply)) return answer
  const fields = Object.entries(answer.fields).map(([name, value]) => [
    name,
    isStreamed(value) ? eachInBound(bound, value) : value,
  ])
  return new ListReply(Object.fromEntries(fields))
}

/** Undefined on anonymous routes, which have no principal. */
function boundOf(principal: Principal | undefined): Bound | undefined {
  if (principal?.containerTag === undefined) return undefined
  const { organization, containerTag: tag } = principal
  return { org: organization.id, shard: placeContainer(organization, tag), tag }
}
