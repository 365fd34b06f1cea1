import type { Role } from '@reverie/sdk'
import {
  Activity,
  BookUser,
  Brain,
  Cable,
  ChartLine,
  FileText,
  House,
  KeyRound,
  type LucideIcon,
  Settings,
  TextSearch,
  UserRound,
  Webhook,
} from 'lucide-react'

type Path =
  | '/'
  | '/recall'
  | '/memories'
  | '/memories/graph'
  | '/documents'
  | '/connections'
  | '/profile'
  | '/activity'
  | '/activity/audit'
  | '/keys'
  | '/keys/apps'
  | '/webhooks'
  | '/usage'
  | '/usage/requests'
  | '/settings'
  | '/settings/containers'
  | '/settings/members'
  | '/settings/health'
  | '/account'

/** A page, and the role that it needs. */
export type Tab = { to: Path; label: string; role: Role }

export type Place = Tab & {
  Icon: LucideIcon
  /** Words by which the palette finds it. */
  words: string
}

/** Pages that share a place of the rail. The first one that a person may see is where the rail leads. */
export const memoriesTabs: readonly Tab[] = [
  { to: '/memories', label: 'List', role: 'viewer' },
  { to: '/memories/graph', label: 'Graph', role: 'viewer' },
]
export const activityTabs: readonly Tab[] = [
  { to: '/activity', label: 'Processing', role: 'viewer' },
  { to: '/activity/audit', label: 'Audit log', role: 'admin' },
]
export const keysTabs: readonly Tab[] = [
  { to: '/keys', label: 'Keys', role: 'admin' },
  { to: '/keys/apps', label: 'Apps', role: 'viewer' },
]
export const usageTabs: readonly Tab[] = [
  { to: '/usage', label: 'Figures', role: 'viewer' },
  { to: '/usage/requests', label: 'Requests', role: 'admin' },
]
export const settingsTabs: readonly Tab[] = [
  { to: '/settings', label: 'Settings', role: 'viewer' },
  { to: '/settings/containers', label: 'Containers', role: 'viewer' },
  { to: '/settings/members', label: 'Members', role: 'viewer' },
  { to: '/settings/health', label: 'Health', role: 'viewer' },
]

/** What is remembered: the upper part of the rail. */
export const memoryPlaces: readonly Place[] = [
  { to: '/', label: 'Home', Icon: House, role: 'viewer', words: 'start overview' },
  {
    to: '/recall',
    label: 'Recall',
    Icon: TextSearch,
    role: 'viewer',
    words: 'search playground why golden questions compare embedding sets models',
  },
  {
    to: '/memories',
    label: 'Memories',
    Icon: Brain,
    role: 'viewer',
    words: 'facts forget correct review inferred',
  },
  {
    to: '/documents',
    label: 'Documents',
    Icon: FileText,
    role: 'viewer',
    words: 'files upload text failed retry',
  },
  {
    to: '/connections',
    label: 'Connections',
    Icon: Cable,
    role: 'viewer',
    words: 'sources connectors sync import drive notion github rss folder mailbox',
  },
  { to: '/profile', label: 'Profile', Icon: BookUser, role: 'viewer', words: 'briefing prompt buckets' },
]

/** How it runs: the lower part of the rail. */
export function operatePlaces(may: (role: Role) => boolean): Place[] {
  return [
    {
      to: '/activity',
      label: 'Activity',
      Icon: Activity,
      role: 'viewer',
      words: 'processing queue failed retry',
    },
    {
      to: may('admin') ? '/keys' : '/keys/apps',
      label: 'Keys · Apps',
      Icon: KeyRound,
      role: 'viewer',
      words: 'api token plugins access',
    },
    ...(may('admin')
      ? ([
          {
            to: '/webhooks',
            label: 'Webhooks',
            Icon: Webhook,
            role: 'admin',
            words: 'events deliveries replay endpoints',
          },
        ] as const)
      : []),
    {
      to: '/usage',
      label: 'Usage',
      Icon: ChartLine,
      role: 'viewer',
      words: 'requests errors latency spending cost',
    },
    {
      to: '/settings',
      label: 'Settings',
      Icon: Settings,
      role: 'viewer',
      words: 'filter buckets chunk prompt',
    },
  ]
}

/** Pages that only the palette and menus lead to by name. */
export const furtherPlaces: readonly Place[] = [
  {
    to: '/memories/graph',
    label: 'Graph of memories',
    Icon: Brain,
    role: 'viewer',
    words: 'nodes edges relations entities',
  },
  { to: '/activity/audit', label: 'Audit log', Icon: Activity, role: 'admin', words: 'history who did what' },
  { to: '/keys/apps', label: 'Apps', Icon: KeyRound, role: 'viewer', words: 'plugins grants revoke' },
  {
    to: '/usage/requests',
    label: 'Request log',
    Icon: ChartLine,
    role: 'admin',
    words: 'errors status slow',
  },
  {
    to: '/settings/containers',
    label: 'Containers',
    Icon: Settings,
    role: 'viewer',
    words: 'tags merge delete',
  },
  {
    to: '/settings/members',
    label: 'Members',
    Icon: Settings,
    role: 'viewer',
    words: 'people team roles invite',
  },
  {
    to: '/settings/health',
    label: 'Health',
    Icon: Settings,
    role: 'viewer',
    words: 'ready gates model status',
  },
  { to: '/account', label: 'Account', Icon: UserRound, role: 'viewer', words: 'sessions password profile' },
]
