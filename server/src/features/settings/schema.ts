import { z } from 'zod'
import { storableText } from '../../platform/lib/storable-text.ts'

/** Providers for which an organization may bring its own OAuth application. */
export const connectorProviders = ['googleDrive', 'notion', 'onedrive', 'github'] as const

const bucket = z.object({
  key: storableText.min(1).max(100).describe('Name of the bucket in a profile, for example `work`.'),
  description: storableText.max(1000).describe('Description of the memories that belong in the bucket.'),
})

const items = z.array(storableText.min(1).max(500)).max(500)

const general = {
  shouldLLMFilter: z
    .boolean()
    .describe(
      'True: `filterPrompt`, `includeItems`, `excludeItems` and `filterTags` apply. False: none of them applies. Unset: `filterPrompt` does not apply.',
    ),
  filterPrompt: storableText.min(1).max(750).meta({
    description:
      'Instruction on what to remember, 1 to 750 characters. A language model follows it. Without a language model, only instructions such as "Only remember pets." work. List things to leave out in `excludeItems`.',
    example: 'Only remember facts about pets.',
  }),
  categories: items.meta({
    description: 'Subjects the organization cares about, at most 500. Stored and returned only.',
    example: ['pets'],
  }),
  includeItems: items.meta({
    description: 'Words or kinds of facts to remember; others are left out. At most 500.',
    example: ['preferences'],
  }),
  excludeItems: items.meta({
    description: 'Words or kinds of facts never to remember; stronger than `includeItems`. At most 500.',
    example: ['salary'],
  }),
  filterTags: z
    .array(
      z.object({
        tag: storableText.min(1).max(255).describe('Name of the tag.'),
        score: z.number().describe('Weight of the tag.'),
      }),
    )
    .max(500)
    .describe('Weighted tags, at most 500. Stored and returned only.'),
}

const modern = {
  ...general,
  chunkSize: z
    .int()
    .min(200)
    .max(8000)
    .describe(
      'Target size of a chunk in characters, 200 to 8,000. Applies to documents that are processed after the change.',
    ),
  profileBuckets: z
    .array(bucket)
    .max(50)
    .refine(
      buckets => new Set(buckets.map(({ key }) => key)).size === buckets.length,
      'must not repeat a key',
    )
    .describe('Buckets that profiles are sorted into, at most 50.'),
  workspacePrompt: storableText.max(1500).meta({
    description: 'About the organization, up to 1,500 characters. Stored and returned only.',
    example: 'We run a ceramics studio.',
  }),
}

function connectorFields() {
  return Object.fromEntries(
    connectorProviders.flatMap(provider => [
      [
        `${provider}CustomKeyEnabled`,
        z.boolean().describe('Whether to connect with your own OAuth application.'),
      ],
      [`${provider}ClientId`, storableText.max(1000).describe('Client id of your own OAuth application.')],
      [
        `${provider}ClientSecret`,
        storableText.min(1).max(4000).describe('Client secret; stored encrypted, shown masked.'),
      ],
    ]),
  ) as Record<
    `${(typeof connectorProviders)[number]}${'CustomKeyEnabled' | 'ClientId' | 'ClientSecret'}`,
    z.ZodType
  >
}

/** Copies the description to the wrapped type: inside a union with null it would not be shown. */
const describeAs = <T extends z.ZodType>(inner: z.ZodType, outer: T): T =>
  outer.meta({ ...inner.meta() }) as T

/** Null clears a setting. */
const nullable = <T extends Record<string, z.ZodType>>(fields: T) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, type]) => [name, describeAs(type, type.nullable().optional())]),
  ) as {
    [K in keyof T]: z.ZodOptional<z.ZodNullable<T[K]>>
  }

export const updateSettingsBody = z.object(nullable({ ...modern, ...connectorFields() }))
export type SettingsPatch = z.output<typeof updateSettingsBody>

/** The older API generation has fewer fields. */
export const updateSettingsBodyV2 = z.object(nullable(general))

export const settingsJson = updateSettingsBody
export const settingsUpdatedJson = z.object({
  orgId: z.string().describe('Id of the organization.'),
  orgSlug: z.string().describe('Short name of the organization.'),
  updated: settingsJson.describe('All settings after the change.'),
})
export const settingsUpdatedJsonV2 = z.object({
  message: z.string().describe('The result in a sentence.'),
  settings: updateSettingsBodyV2.describe('Settings of this generation after the change.'),
})
