import type { AuditEntry } from '@reverie/sdk'
import { ReverieError } from '@reverie/sdk'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import { queries, root } from './data/client.ts'
import { takeLongPage } from './data/long-page.ts'
import { sessionQuery } from './data/queries.ts'
import {
  appView,
  type ConsentView,
  connectionsView,
  connectionView,
  connectView,
  consentView,
  containersView,
  documentsView,
  documentView,
  graphView,
  keysView,
  memoriesView,
  newConnectionView,
  processingView,
  profileView,
  recallView,
  requestsView,
  textIn,
  usageView,
} from './data/view.ts'
import { NotFound, RouteFailure } from './shell/failures.tsx'
import { Shell } from './shell/shell.tsx'

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

/** For pages that need a session. The address that was asked for is opened after the sign-in. */
async function requireSession({ location }: { location: { href: string } }): Promise<void> {
  try {
    await queries.ensureQueryData(sessionQuery)
  } catch (error) {
    if (!(error instanceof ReverieError && error.status === 401)) throw error
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } })
  }
}

/** The request of an agent is too long for providers of sign-ins to carry, so this tab has kept it. */
async function requireRequest(asked: { location: { href: string }; search: ConsentView }): Promise<void> {
  await requireSession(asked)
  const { request, error } = asked.search
  if (request !== undefined || error !== undefined) return
  const kept = takeLongPage('/auth/consent')?.get('request')
  if (kept) throw redirect({ to: '/auth/consent', search: { request: kept }, replace: true })
}

const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  validateSearch: appView,
  // The container stays chosen from page to page.
  search: { middlewares: [retainSearchParams(['tag'])] },
  component: Shell,
  errorComponent: RouteFailure,
  beforeLoad: requireSession,
})

const homeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/home.tsx'), 'Home'),
})

export const recallRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/recall',
  validateSearch: recallView,
  component: lazyRouteComponent(() => import('./pages/recall/recall.tsx'), 'Recall'),
})

export const memoriesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/memories',
  validateSearch: memoriesView,
  component: lazyRouteComponent(() => import('./pages/memories/memories.tsx'), 'Memories'),
})

export const graphRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/memories/graph',
  validateSearch: graphView,
  component: lazyRouteComponent(() => import('./pages/graph/graph.tsx'), 'GraphPage'),
})

export const documentsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/documents',
  validateSearch: documentsView,
  component: lazyRouteComponent(() => import('./pages/documents/documents.tsx'), 'Documents'),
})

export const documentRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/documents/$id',
  validateSearch: documentView,
  component: lazyRouteComponent(() => import('./pages/document/document.tsx'), 'DocumentPage'),
})

/** Providers send the browser to the list after an authorization. The page of the connection says what came of it. */
export const connectionsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/connections',
  validateSearch: connectionsView,
  beforeLoad: ({ search: { connection, error } }) => {
    if (connection === undefined) return
    const outcome = error === undefined ? { authorized: true as const } : { error }
    throw redirect({ to: '/connections/$id', params: { id: connection }, search: outcome, replace: true })
  },
  component: lazyRouteComponent(() => import('./pages/connections/connections.tsx'), 'Connections'),
})

export const newConnectionRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/connections/new',
  validateSearch: newConnectionView,
  component: lazyRouteComponent(() => import('./pages/new-connection/new-connection.tsx'), 'NewConnection'),
})

export const connectionRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/connections/$id',
  validateSearch: connectionView,
  component: lazyRouteComponent(() => import('./pages/connection/connection.tsx'), 'ConnectionPage'),
})

export const profileRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/profile',
  validateSearch: profileView,
  component: lazyRouteComponent(() => import('./pages/profile/profile.tsx'), 'ProfilePage'),
})

export const keysRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/keys',
  validateSearch: keysView,
  component: lazyRouteComponent(() => import('./pages/keys/keys.tsx'), 'Keys'),
})

const appsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/keys/apps',
  component: lazyRouteComponent(() => import('./pages/apps/apps.tsx'), 'Apps'),
})

export const webhooksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/webhooks',
  validateSearch: (search): { open?: string } => (textIn(search.open) ? { open: String(search.open) } : {}),
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks.tsx'), 'Webhooks'),
})

export const usageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/usage',
  validateSearch: usageView,
  component: lazyRouteComponent(() => import('./pages/usage/usage.tsx'), 'Usage'),
})

export const requestsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/usage/requests',
  validateSearch: requestsView,
  component: lazyRouteComponent(() => import('./pages/requests/requests.tsx'), 'Requests'),
})

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings.tsx'), 'SettingsPage'),
})

export const containersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings/containers',
  validateSearch: containersView,
  component: lazyRouteComponent(() => import('./pages/containers/containers.tsx'), 'Containers'),
})

const healthRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings/health',
  component: lazyRouteComponent(() => import('./pages/health/health.tsx'), 'HealthPage'),
})

export const membersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings/members',
  validateSearch: (search): { invite?: true } => (search.invite ? { invite: true } : {}),
  component: lazyRouteComponent(() => import('./pages/members/members.tsx'), 'MembersPage'),
})

/** Members had an address of their own, which people have in their bookmarks. */
const oldMembersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/members',
  beforeLoad: () => {
    throw redirect({ to: '/settings/members' })
  },
})

export const processingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/activity',
  validateSearch: processingView,
  component: lazyRouteComponent(() => import('./pages/processing/processing.tsx'), 'Processing'),
})

export const activityRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/activity/audit',
  validateSearch: (search): { action?: AuditEntry['action'] } =>
    textIn(search.action) ? { action: search.action as AuditEntry['action'] } : {},
  component: lazyRouteComponent(() => import('./pages/activity/activity.tsx'), 'Activity'),
})

const accountRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/account.tsx'), 'Account'),
})

/** Plugins open one of two addresses. Both ask the same question. */
const connectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/connect',
  validateSearch: connectView,
  beforeLoad: requireSession,
  errorComponent: RouteFailure,
  component: lazyRouteComponent(() => import('./pages/connect/connect.tsx'), 'Connect'),
})

const agentConnectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/agent-connect',
  validateSearch: connectView,
  beforeLoad: requireSession,
  errorComponent: RouteFailure,
  component: lazyRouteComponent(() => import('./pages/connect/connect.tsx'), 'Connect'),
})

/** Agents that sign in by OAuth. */
const consentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/consent',
  validateSearch: consentView,
  beforeLoad: requireRequest,
  errorComponent: RouteFailure,
  component: lazyRouteComponent(() => import('./pages/consent/consent.tsx'), 'Consent'),
})

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search): { next?: string } =>
    textIn(search.next)?.startsWith('/') ? { next: String(search.next) } : {},
  component: lazyRouteComponent(() => import('./pages/people/sign-in.tsx'), 'SignIn'),
})

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  component: lazyRouteComponent(() => import('./pages/people/join.tsx'), 'Join'),
})

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset',
  component: lazyRouteComponent(() => import('./pages/people/reset.tsx'), 'Reset'),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    appRoute.addChildren([
      homeRoute,
      recallRoute,
      memoriesRoute,
      graphRoute,
      documentsRoute,
      documentRoute,
      connectionsRoute,
      newConnectionRoute,
      connectionRoute,
      profileRoute,
      processingRoute,
      activityRoute,
      keysRoute,
      appsRoute,
      webhooksRoute,
      usageRoute,
      requestsRoute,
      settingsRoute,
      containersRoute,
      membersRoute,
      oldMembersRoute,
      healthRoute,
      accountRoute,
    ]),
    connectRoute,
    agentConnectRoute,
    consentRoute,
    signInRoute,
    joinRoute,
    resetRoute,
  ]),
  basepath: root.pathname,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
