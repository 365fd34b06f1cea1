import type { Principal } from '../../platform/access/principal.ts'
import { reaches } from '../../platform/access/roles.ts'
import { AppError } from '../../platform/errors.ts'

/** The filter that a plugin sends at its start, whatever the organization has chosen. */
const wishes = ['shouldLLMFilter', 'filterPrompt']

/**
 * Whether a plugin asks for its own filter with a key that may not change settings. The request then changes nothing and
 * succeeds: `opencode-supermemory` sends it without waiting, and its process ends if it is refused. Other settings are refused.
 */
export function isPluginsWish({ principal, body }: { principal: Principal; body: unknown }): boolean {
  const { grant, organization } = principal
  if (!grant || reaches(grant.role, 'admin')) return false
  if (Object.keys(body as object).every(name => wishes.includes(name))) return true
  throw new AppError('auth.role_required', {
    message: `This needs the role admin, and the role of this key in ${organization.name} is ${grant.role}`,
  })
}
