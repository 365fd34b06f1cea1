import type { SettingChanges, SettingValues } from '@reverie/sdk'

/** What each group of settings gets: the values as they would be saved, and how to change them. */
export type FormProps = {
  values: SettingValues
  isReadOnly: boolean
  set(changes: SettingChanges): void
}
