import { type AnalyticsApp, analyticsRoutes } from '../analytics/routes.ts'
import type { AddDocuments } from '../documents/add-document.ts'
import { documentRoutes } from '../documents/routes.ts'
import { type KeysApp, keyRoutes } from '../keys/routes.ts'
import { searchRoutesV3 } from '../search/routes.v3.ts'
import type { SearchApp } from '../search/search.ts'
import { settingsRoutes } from '../settings/routes.ts'
import type { SettingsApp } from '../settings/update-settings.ts'
import type { Route } from './route.ts'

/** The whole API at a glance. */
export function apiRoutes(app: AddDocuments & SearchApp & KeysApp & SettingsApp & AnalyticsApp): Route[] {
  return [
    ...documentRoutes(app),
    ...searchRoutesV3(app),
    ...keyRoutes(app),
    ...settingsRoutes(app),
    ...analyticsRoutes(app),
  ]
}
