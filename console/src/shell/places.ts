import type { Role } from '@reverie/sdk'
import { Activity, House, KeyRound, type LucideIcon, UserRound, Users } from 'lucide-react'

export type Place = {
  to: '/' | '/keys' | '/members' | '/activity' | '/account'
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
  { to: '/activity', label: 'Activity', Icon: Activity, role: 'admin', words: 'audit log history' },
  { to: '/keys', label: 'Keys', Icon: KeyRound, role: 'admin', words: 'api token' },
  { to: '/members', label: 'Members', Icon: Users, role: 'viewer', words: 'people team roles invite' },
  { to: '/account', label: 'Account', Icon: UserRound, role: 'viewer', words: 'sessions password profile' },
]
