import type { AddDocuments } from '../documents/add-document.ts'
import { documentRoutes } from '../documents/routes.ts'
import { searchRoutesV3 } from '../search/routes.v3.ts'
import type { SearchApp } from '../search/search.ts'
import type { Route } from './route.ts'

/** The whole API at a glance. */
export function apiRoutes(app: AddDocuments & SearchApp): Route[] {
  return [...documentRoutes(app), ...searchRoutesV3(app)]
}
