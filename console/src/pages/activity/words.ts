import type { AuditEntry } from '@reverie/sdk'

/** Each action of the audit log as the end of a sentence that begins with who did it. */
export const actionWords: Record<AuditEntry['action'], string> = {
  'key.create': 'created a key',
  'key.disable': 'disabled a key',
  'member.join': 'joined',
  'member.change_role': 'changed a role',
  'member.remove': 'removed a member',
  'invitation.create': 'invited somebody',
  'invitation.revoke': 'revoked an invitation',
  'person.sign_in': 'signed in',
  'person.sign_in_failed': 'failed to sign in',
  'person.sign_out': 'signed out',
  'person.change_password': 'changed their password',
  'person.reset_password': 'set a new password by a link',
  'session.revoke': 'ended a session',
  'settings.change': 'changed settings',
  'document.delete': 'deleted documents',
  'memory.forget': 'forgot memories',
  'container.change': 'changed a container',
  'container.delete': 'deleted a container',
  'container.merge': 'merged containers',
  'connection.create': 'added a connection',
  'connection.change': 'changed a connection',
  'connection.authorize': 'asked for a link to authorize a connection',
  'connection.delete': 'removed a connection',
  'export.create': 'started an export',
  'export.download': 'downloaded an export',
  'export.delete': 'deleted an export',
  'import.start': 'started an import',
  'webhook.create': 'added a webhook',
  'webhook.change': 'changed a webhook',
  'webhook.delete': 'deleted a webhook',
  'webhook.rotate_secret': 'rotated the secret of a webhook',
  'webhook.replay': 'sent events again',
}

/** Names of people and keys by their id. Those of removed people are unknown. */
export type Names = ReadonlyMap<string, string>

/** The end of a sentence that says what was done, to whom: `made Grace Hopper viewer`. */
export function sentenceOf({ action, target, details }: AuditEntry, names: Names): string {
  const { role, email, name } = details as Record<string, string | undefined>
  const known = target ? names.get(target) : undefined
  if (action === 'member.join' && role) return `joined as ${role}`
  if (action === 'member.change_role' && known && role) return `made ${known} ${role}`
  if (action === 'member.remove' && known) return `removed ${known}`
  if (action === 'invitation.create' && role) return `invited ${email ?? 'somebody'} as ${role}`
  if (action === 'key.create' && (name ?? known)) return `created the key “${name ?? known}”`
  if (action === 'key.disable' && known) return `disabled the key “${known}”`
  return actionWords[action]
}

/** Details that the sentence says already, or that nobody looks for. */
const unsaid = new Set(['role', 'name', 'email', 'invitation', 'expiresInDays'])

/** The other details of an entry in a line: `containerTag: user_42 · count: 3`. */
export function detailsOf({ action, details }: AuditEntry): string {
  return Object.entries(details)
    .filter(([name]) => !unsaid.has(name) || (name === 'email' && action === 'person.sign_in_failed'))
    .filter(([, value]) => value !== null && value !== '' && value !== undefined)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join(' · ')
}
