import type { Organization } from '../keys/principal.ts'
import { encodeId } from '../lib/ids.ts'
import type { StoredSettings } from './store.ts'
import { isSecret } from './update-settings.ts'

/** Shown instead of a secret: there is one, and nothing more. */
const mask = '********'

export function presentSettings(settings: StoredSettings): StoredSettings {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, isSecret(name) ? mask : value]),
  )
}

export function presentUpdate({ id, slug }: Organization, settings: StoredSettings) {
  return { orgId: encodeId(id), orgSlug: slug, updated: presentSettings(settings) }
}
