import type { Principal } from '../../access/principal.ts'
import { type AnalyticsApp, analyticsRoutes } from '../../analytics/routes.ts'
import { connectionRoutes } from '../../connections/routes.ts'
import { placeContainer } from '../../containers/place-container.ts'
import { containerRoutes } from '../../containers/routes.ts'
import { type Bound, eachInBound, inBound } from '../../db/bound.ts'
import { documentRoutes } from '../../documents/routes.ts'
import { documentRoutesV4 } from '../../documents/routes.v4.ts'
import type { FilesApp } from '../../documents/upload-file.ts'
import { goldenQuestionRoutes } from '../../embeddings/routes.ts'
import { erasureRoutes } from '../../erasures/routes.ts'
import { type KeysApp, keyRoutes } from '../../keys/routes.ts'
import type { MemoriesApp } from '../../memories/add-memories.ts'
import { inferredRoutes } from '../../memories/inferred-routes.ts'
import { memoryRoutes } from '../../memories/routes.ts'
import { dreamRoutes } from '../../processes/dreaming/routes.ts'
import type { UndoApp } from '../../processes/dreaming/undo-memory.ts'
import type { ProfileApp } from '../../profile/fill-buckets.ts'
import { profileRoutes } from '../../profile/routes.ts'
import { projectRoutes } from '../../projects/routes.ts'
import { EventsReply, ListReply } from '../../routing/replies.ts'
import type { Route } from '../../routing/route.ts'
import { searchRoutesV2 } from '../../search/routes.v2.ts'
import { searchRoutesV3 } from '../../search/routes.v3.ts'
import { searchRoutesV4 } from '../../search/routes.v4.ts'
import type { SearchApp } from '../../search/search.ts'
import { settingsRoutes } from '../../settings/routes.ts'
import type { SettingsApp } from '../../settings/update-settings.ts'
import { isStreamed } from './stream-json.ts'

/** The whole API at a glance. */
export function apiRoutes(
  app: FilesApp & MemoriesApp & ProfileApp & SearchApp & KeysApp & SettingsApp & AnalyticsApp & UndoApp,
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
    ...settingsRoutes(app),
    ...goldenQuestionRoutes(app),
    ...analyticsRoutes(app),
    ...containerRoutes(app),
    ...inferredRoutes(app),
    ...projectRoutes(app),
    ...erasureRoutes(app),
    ...connectionRoutes(),
  ]
  return routes.map(limited)
}

/** The second lock: whatever a handler does for a scoped key, its transactions see the key's container only. */
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

/** Events and long lists are read from the database after the handler has returned. */
function streamedIn(bound: Bound, answer: unknown): unknown {
  if (answer instanceof EventsReply) return new EventsReply(eachInBound(bound, answer.events))
  if (!(answer instanceof ListReply)) return answer
  const fields = Object.entries(answer.fields).map(([name, value]) => [
    name,
    isStreamed(value) ? eachInBound(bound, value) : value,
  ])
  return new ListReply(Object.fromEntries(fields))
}

/** Anonymous routes have no principal. */
function boundOf(principal: Principal | undefined): Bound | undefined {
  if (principal?.containerTag === undefined) return undefined
  const { organization, containerTag: tag } = principal
  return { org: organization.id, shard: placeContainer(organization, tag), tag }
}
