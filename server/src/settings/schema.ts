import { z } from 'zod'
import { storableText } from '../lib/storable-text.ts'

/** Providers an organization may bring its own OAuth application for. */
export const connectorProviders = ['googleDrive', 'notion', 'onedrive', 'github'] as const

const bucket = z.object({ key: storableText.min(1).max(100), description: storableText.max(1000) })

const items = z.array(storableText.min(1).max(500)).max(500)

const general = {
  shouldLLMFilter: z.boolean().meta({
    description:
      'True: memories follow `filterPrompt`, `includeItems`, `excludeItems` and `filterTags`. False: none of them applies. Unset: `filterPrompt` does not apply.',
  }),
  filterPrompt: storableText.min(1).max(750).meta({
    description:
      'What to remember. A language model follows it as far as it can. Without one, what it says is wanted only (`Only remember pets.`) leaves out what is clearly about something else, and what it says is not wanted leaves out nothing: name that in `excludeItems`.',
  }),
  categories: items,
  includeItems: items,
  excludeItems: items,
  filterTags: z.array(z.object({ tag: storableText.min(1).max(255), score: z.number() })).max(500),
}

const modern = {
  ...general,
  chunkSize: z.int().min(200).max(8000),
  profileBuckets: z
    .array(bucket)
    .max(50)
    .refine(
      buckets => new Set(buckets.map(({ key }) => key)).size === buckets.length,
      'must have different keys',
    ),
  workspacePrompt: storableText.max(1500),
}

function connectorFields() {
  return Object.fromEntries(
    connectorProviders.flatMap(provider => [
      [`${provider}CustomKeyEnabled`, z.boolean()],
      [`${provider}ClientId`, storableText.max(1000)],
      [`${provider}ClientSecret`, storableText.min(1).max(4000)],
    ]),
  ) as Record<
    `${(typeof connectorProviders)[number]}${'CustomKeyEnabled' | 'ClientId' | 'ClientSecret'}`,
    z.ZodType
  >
}

/** Null clears a setting. */
const nullable = <T extends Record<string, z.ZodType>>(fields: T) =>
  Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, type.nullable().optional()])) as {
    [K in keyof T]: z.ZodOptional<z.ZodNullable<T[K]>>
  }

export const updateSettingsBody = z.object(nullable({ ...modern, ...connectorFields() }))
export type SettingsPatch = z.output<typeof updateSettingsBody>

/** The older generation knows fewer fields. */
export const updateSettingsBodyV2 = z.object(nullable(general))

export const settingsJson = updateSettingsBody
export const settingsUpdatedJson = z.object({ orgId: z.string(), orgSlug: z.string(), updated: settingsJson })
export const settingsUpdatedJsonV2 = z.object({ message: z.string(), settings: updateSettingsBodyV2 })
