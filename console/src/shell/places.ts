import type { Role } from '@reverie/sdk'
import {
  Activity,
  BookUser,
  Brain,
  FileText,
  House,
  KeyRound,
  type LucideIcon,
  TextSearch,
  UserRound,
  Users,
} from 'lucide-react'

export type Place = {
  to:
    | '/'
    | '/recall'
    | '/memories'
    | '/documents'
    | '/profile'
    | '/keys'
    | '/members'
    | '/activity'
    | '/account'
  label: string
  Icon: LucideIcon
  /** The role that the page needs. */
  role: Role
  /** Words by which the palette finds it. */
  words: string
}

/** The pages of the rail, in its order. */
export const places: readonly Place[] = [
  { to: '/', label: 'Home', Icon: House, role: 'viewer', words: 'start overview' },
  {
    to: '/recall',
    label: 'Recall',
    Icon: TextSearch,
    role: 'viewer',
    words: 'search playground why golden questions',
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
  { to: '/profile', label: 'Profile', Icon: BookUser, role: 'viewer', words: 'briefing prompt buckets' },
  { to: '/activity', label: 'Activity', Icon: Activity, role: 'admin', words: 'audit log history' },
  { to: '/keys', label: 'Keys', Icon: KeyRound, role: 'admin', words: 'api token' },
  { to: '/members', label: 'Members', Icon: Users, role: 'viewer', words: 'people team roles invite' },
  { to: '/account', label: 'Account', Icon: UserRound, role: 'viewer', words: 'sessions password profile' },
]
