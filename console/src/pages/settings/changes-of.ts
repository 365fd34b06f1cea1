import type { SettingChanges, SettingValues } from '@reverie/sdk'

/** What the server shows in place of a stored secret. Sent back, it changes nothing. */
export const secretMask = '********'

/** The settings that differ from the stored ones. Empty ones are cleared. */
export function changesOf(stored: SettingValues, draft: SettingChanges): SettingChanges {
  const cleaned = Object.entries(draft).map(([name, value]) => [name, isEmpty(value) ? null : value] as const)
  return Object.fromEntries(
    cleaned.filter(
      ([name, value]) =>
        value !== secretMask &&
        JSON.stringify(value) !== JSON.stringify(stored[name as keyof SettingValues] ?? null),
    ),
  )
}

const isEmpty = (value: unknown) =>
  value === '' || value === undefined || (Array.isArray(value) && value.length === 0)
