import type { AuditEntry } from '@reverie/sdk'
import { ReverieError } from '@reverie/sdk'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { queries, root } from './data/client.ts'
import { sessionQuery } from './data/queries.ts'
import { NotFound, RouteFailure } from './shell/failures.tsx'
import { Shell } from './shell/shell.tsx'

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

/** Everything behind it needs a session. The address that was asked for is opened after the sign-in. */
const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  component: Shell,
  errorComponent: RouteFailure,
  async beforeLoad({ location }) {
    try {
      await queries.ensureQueryData(sessionQuery)
    } catch (error) {
      if (!(error instanceof ReverieError && error.status === 401)) throw error
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } })
    }
  },
})

const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const homeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/home.tsx'), 'Home'),
})

export const keysRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/keys',
  validateSearch: (search): { q?: string; disabled?: true; new?: true } => ({
    ...(textIn(search.q) && { q: String(search.q) }),
    ...(search.disabled ? { disabled: true as const } : {}),
    ...(search.new ? { new: true as const } : {}),
  }),
  component: lazyRouteComponent(() => import('./pages/keys/keys.tsx'), 'Keys'),
})

export const membersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/members',
  validateSearch: (search): { invite?: true } => (search.invite ? { invite: true } : {}),
  component: lazyRouteComponent(() => import('./pages/members/members.tsx'), 'MembersPage'),
})

export const activityRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/activity',
  validateSearch: (search): { action?: AuditEntry['action'] } =>
    textIn(search.action) ? { action: search.action as AuditEntry['action'] } : {},
  component: lazyRouteComponent(() => import('./pages/activity/activity.tsx'), 'Activity'),
})

const accountRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/account.tsx'), 'Account'),
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
    appRoute.addChildren([homeRoute, keysRoute, membersRoute, activityRoute, accountRoute]),
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
