import { misspeltSettings } from '../../../platform/config.ts'
import { type Finding, warning } from './finding.ts'

/** Invalid settings end every command before a check runs, so only names that nobody reads are left to find. */
export function checkSettings(): Finding[] {
  return misspeltSettings().map(({ name, meant }) =>
    warning('settings', `${name} is not a setting and has no effect`, `Rename it if you meant ${meant}.`),
  )
}
