import { type Source, unscoped } from '../../platform/db/tx.ts'
import { type AnySealedValue, reseal, UnsealError } from '../../platform/lib/seal.ts'
import { listSettings, replaceSetting } from './store.ts'
import { isSecretSetting, sealedFor } from './update-settings.ts'

/** The current key first, then older ones. */
export type SealKeys = readonly [Buffer, ...Buffer[]]

export type ResealReport = { secrets: number; resealed: number; unreadable: string[] }

const pageSize = 200

/**
 * Seals every secret of every organization with the current key. It skips secrets sealed with that key, so an
 * interrupted run can be repeated. A secret that no key opens is named and left as it is.
 */
export async function resealSettings(
  directory: Source,
  keys: SealKeys,
  onProgress: (sofar: ResealReport) => void = () => undefined,
): Promise<ResealReport> {
  const sofar: ResealReport = { secrets: 0, resealed: 0, unreadable: [] }
  for (let after: string | undefined; ; ) {
    const page = await unscoped(directory, db => listSettings(db, after, pageSize))
    for (const { org, settings } of page)
      for (const [name, value] of Object.entries(settings))
        if (isSecretSetting(name) && isSealed(value))
          await resealOne(directory, keys, sofar, { org, name, value })
    onProgress(sofar)
    if (page.length < pageSize) return sofar
    after = page.at(-1)!.org
  }
}

const isSealed = (value: unknown): value is AnySealedValue =>
  typeof value === 'object' && value !== null && 'v' in value && 'key' in value

async function resealOne(
  directory: Source,
  keys: SealKeys,
  sofar: ResealReport,
  { org, name, value }: { org: string; name: string; value: AnySealedValue },
): Promise<void> {
  sofar.secrets++
  try {
    const to = reseal(keys, sealedFor(org, name), value)
    if (to === undefined) return
    if (await unscoped(directory, db => replaceSetting(db, org, name, { from: value, to }))) sofar.resealed++
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error
    sofar.unreadable.push(`${org} ${name}: ${error.message}`)
  }
}
