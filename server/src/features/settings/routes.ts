import { type Route, route } from '../../platform/routing/route.ts'
import { getSettingsExample, updateSettingsExample, updateSettingsV2Example } from './examples.ts'
import { getSettings } from './get-settings.ts'
import { isPluginsWish } from './plugins-wish.ts'
import { presentSettings, presentUpdate, presentUpdateV2 } from './present.ts'
import {
  settingsJson,
  settingsUpdatedJson,
  settingsUpdatedJsonV2,
  updateSettingsBody,
  updateSettingsBodyV2,
} from './schema.ts'
import { type SettingsApp, updateSettings } from './update-settings.ts'

const tag = 'Settings'

export function settingsRoutes(app: SettingsApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/settings',
      access: 'organization',
      tag,
      summary: 'Get settings',
      description: 'Returns all settings that have a value. Others are absent. Client secrets are masked.',
      example: getSettingsExample,
      response: settingsJson,
      handle: async ({ principal }) =>
        presentSettings(await getSettings(app.cells.directory, principal.organization)),
    }),
    route({
      method: 'PATCH',
      path: '/v3/settings',
      access: 'organization',
      role: 'admin',
      grantRole: 'member',
      audit: {
        action: 'settings.change',
        facts: request => (isPluginsWish(request) ? undefined : changedNames(request)),
      },
      tag,
      summary: 'Update settings',
      description:
        'Changes the settings you send and keeps all others; null clears one. Filters and chunk size apply to documents that are processed after the change. A client secret is stored encrypted and never shown again. A plugin that sends `shouldLLMFilter` and `filterPrompt` with the key of its log-in page gets the settings as they are: it cannot change them.',
      example: updateSettingsExample,
      body: updateSettingsBody,
      response: settingsUpdatedJson,
      async handle({ principal, body }) {
        const { organization } = principal
        if (isPluginsWish({ principal, body }))
          return presentUpdate(organization, await getSettings(app.cells.directory, organization))
        return presentUpdate(organization, await updateSettings(app, organization.id, body))
      },
    }),
    route({
      method: 'PUT',
      path: '/v2/settings',
      access: 'organization',
      role: 'admin',
      audit: { action: 'settings.change', facts: changedNames },
      tag,
      summary: 'Update settings (older generation)',
      description:
        'Changes the same settings as `PATCH /v3/settings`, but only some of them. New clients use `/v3/settings`.',
      example: updateSettingsV2Example,
      body: updateSettingsBodyV2,
      response: settingsUpdatedJsonV2,
      async handle({ principal: { organization }, body }) {
        return presentUpdateV2(await updateSettings(app, organization.id, body))
      },
    }),
  ]
}

/** Names only, because values may be secrets. */
const changedNames = ({ body }: { body: unknown }) => ({ details: { changed: Object.keys(body as object) } })
