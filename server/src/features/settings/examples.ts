/** Bodies shown in the API description. A test checks each against its schema. */

const settings = {
  shouldLLMFilter: true,
  filterPrompt: 'Only remember facts about pets.',
  excludeItems: ['salary'],
}

export const getSettingsExample = {
  response: { ...settings, chunkSize: 1200, notionClientSecret: '********' },
}

export const updateSettingsExample = {
  body: settings,
  response: { orgId: '1CbgdhVREVkT2TV2Z8FYBo', orgSlug: 'acme', updated: settings },
}

export const updateSettingsV2Example = {
  body: settings,
  response: { message: 'Settings updated', settings },
}
