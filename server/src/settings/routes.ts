import { unscoped } from '../db/tx.ts'
import { type Route, route } from '../http/route.ts'
import { presentSettings, presentUpdate } from './present.ts'
import {
  settingsJson,
  settingsUpdatedJson,
  settingsUpdatedJsonV2,
  updateSettingsBody,
  updateSettingsBodyV2,
} from './schema.ts'
import { readSettings } from './store.ts'
import { type SettingsApp, updateSettings } from './update-settings.ts'

const tag = 'Settings'

export function settingsRoutes(app: SettingsApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/settings',
      access: 'organization',
      tag,
      summary: "The organization's settings; secrets are masked",
      response: settingsJson,
      async handle({ principal }) {
        return presentSettings(
          await unscoped(app.cells.directory, db => readSettings(db, principal.organization.id)),
        )
      },
    }),
    route({
      method: 'PATCH',
      path: '/v3/settings',
      access: 'organization',
      tag,
      summary: 'Change settings; null clears one',
      body: updateSettingsBody,
      response: settingsUpdatedJson,
      async handle({ principal: { organization }, body }) {
        return presentUpdate(organization, await updateSettings(app, organization.id, body))
      },
    }),
    route({
      method: 'PUT',
      path: '/v2/settings',
      access: 'organization',
      tag,
      summary: 'Change settings (older generation)',
      body: updateSettingsBodyV2,
      response: settingsUpdatedJsonV2,
      async handle({ principal: { organization }, body }) {
        const settings = presentSettings(await updateSettings(app, organization.id, body))
        const known = Object.keys(updateSettingsBodyV2.shape)
        return {
          message: 'Settings updated',
          settings: Object.fromEntries(Object.entries(settings).filter(([name]) => known.includes(name))),
        }
      },
    }),
  ]
}
