import type { Role } from '@reverie/sdk'

export const roleOptions: { value: Role; label: string }[] = [
  { value: 'viewer', label: 'Viewer' },
  { value: 'member', label: 'Member' },
  { value: 'admin', label: 'Admin' },
  { value: 'owner', label: 'Owner' },
]

/** The roles that somebody with this role may give. */
export const grantable = (may: (role: Role) => boolean) => roleOptions.filter(({ value }) => may(value))
