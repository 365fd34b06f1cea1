import type { SettingChanges, SettingValues } from '@reverie/sdk'
import { queries, reverie } from '../../data/client.ts'
import { settingsQuery } from '../../data/queries.ts'
import { counted } from '../../parts/numbers.ts'
import { say, sayError } from '../../parts/toasts.tsx'

const isSecret = (name: string) => name.endsWith('ClientSecret')

/** Saves the changes. The undo sends the values from before; secrets are not known, so they stay as they are. */
export async function saveSettings(stored: SettingValues, changes: SettingChanges): Promise<boolean> {
  const names = Object.keys(changes) as (keyof SettingValues)[]
  const back = Object.fromEntries(
    names.filter(name => !isSecret(name)).map(name => [name, stored[name] ?? null]),
  )
  const saved = await send(changes)
  if (saved)
    say(`${counted(names.length, 'setting')} saved.`, {
      undo: () => void send(back).then(undone => undone && say('The settings are as before.')),
    })
  return saved
}

async function send(changes: SettingChanges): Promise<boolean> {
  try {
    queries.setQueryData(settingsQuery.queryKey, await reverie.settings.update(changes))
    return true
  } catch (error) {
    sayError(error)
    return false
  }
}
