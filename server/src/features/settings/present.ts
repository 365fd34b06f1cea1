import type { Organization } from '../../platform/access/principal.ts'
import { encodeId } from '../../platform/lib/ids.ts'
import { updateSettingsBodyV2 } from './schema.ts'
import type { StoredSettings } from './store.ts'
import { isSecretSetting, secretMask } from './update-settings.ts'

export function presentSettings(settings: StoredSettings): StoredSettings {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, isSecretSetting(name) ? secretMask : value]),
  )
}

export function presentUpdate({ id, slug }: Organization, settings: StoredSettings) {
  return { orgId: encodeId(id), orgSlug: slug, updated: presentSettings(settings) }
}

/** The answer of the older generation, which knows fewer settings. */
export function presentUpdateV2(settings: StoredSettings) {
  const known = Object.keys(updateSettingsBodyV2.shape)
  const shown = Object.entries(presentSettings(settings)).filter(([name]) => known.includes(name))
  return { message: 'Settings updated', settings: Object.fromEntries(shown) }
}
