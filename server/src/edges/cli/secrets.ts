import { setTimeout as sleep } from 'node:timers/promises'
import { resealConnections } from '../../features/connections/reseal-connections.ts'
import { listOrganizations } from '../../features/keys/store.ts'
import { type ResealReport, resealSettings } from '../../features/settings/reseal-settings.ts'
import { listSettings } from '../../features/settings/store.ts'
import { resealEndpoints } from '../../features/webhooks/reseal-endpoints.ts'
import type { Config } from '../../platform/config.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { unscoped } from '../../platform/db/tx.ts'
import { keyIdOf } from '../../platform/lib/seal.ts'
import { learningMs } from '../../platform/secrets/follow-secrets-file.ts'
import { openSecrets } from '../../platform/secrets/open-secrets.ts'
import {
  newSecretsKey,
  openSecretsKeys,
  readSecretsKeys,
  replaceSecretsKeys,
  secretsPath,
} from '../../platform/secrets/secrets-file.ts'
import { CommandError } from './command-error.ts'
import { withCells } from './directory.ts'

/**
 * Rotates the key. A key in `secrets.json` is replaced here; a key in SECRETS_KEY was already replaced by the operator. Then
 * every sealed secret is sealed with the new key. Idempotent.
 */
export async function rotateSecretsCommand(config: Config, options: { sameKey?: boolean }): Promise<void> {
  await withCells(config, async cells => {
    // Connect before creating a key, so an unreachable database does not waste one.
    await unscoped(cells.directory, db => listSettings(db, undefined, 1))
    if (config.SECRETS_KEY === '' && !options.sameKey) await makeNewKey(config)
    const { secretsKey, oldSecretsKeys } = await openSecrets(config)
    if (config.SECRETS_KEY !== '' && oldSecretsKeys.length === 0)
      console.log(
        'SECRETS_KEYS_OLD is empty: Reverie can decrypt only secrets that the current key encrypted.',
      )
    const done = await resealAll(cells, [secretsKey, ...oldSecretsKeys])
    console.log(
      `Checked ${done.secrets} secrets and re-encrypted ${done.resealed}. The current key is ${keyIdOf(secretsKey)}.`,
    )
    failIfUnreadable(
      done,
      'Add the key that encrypted them to SECRETS_KEYS_OLD, or enter these secrets again.',
    )
    console.log(
      'Now restart every Reverie process. Also run "reverie migrate" if the database login is derived from the key. After a day, no link needs the old key: run "reverie secrets forget-old".',
    )
  })
}

async function makeNewKey({ DATA_DIR }: Config): Promise<void> {
  const { current, old } = await openSecretsKeys(DATA_DIR)
  const path = secretsPath(DATA_DIR)
  await replaceSecretsKeys(path, { current: newSecretsKey(), old: [current, ...old] })
  console.log(
    `Created a new key in ${path}. The file keeps the old key, which still decrypts older secrets. Back up the file.`,
  )
  // Processes that run read the file each second. Until they know the key they could not open what it encrypts.
  await sleep(learningMs)
}

/** Refuses while a secret is still sealed with an old key, because it could never be read again. */
export async function forgetOldSecretsCommand(config: Config): Promise<void> {
  if (config.SECRETS_KEY !== '')
    throw new CommandError(
      'SECRETS_KEY is set, so secrets.json is not used. Remove the old keys from SECRETS_KEYS_OLD.',
    )
  const path = secretsPath(config.DATA_DIR)
  const keys = await readSecretsKeys(path)
  if (keys === undefined || keys.old.length === 0) {
    console.log('There are no old keys.')
    return
  }
  await withCells(config, async cells => {
    const { secretsKey } = await openSecrets(config)
    failIfUnreadable(await resealAll(cells, [secretsKey]), 'Run "reverie secrets rotate --same-key" first.')
    await replaceSecretsKeys(path, { current: keys.current, old: [] })
    console.log(`Removed ${keys.old.length} old keys. Links that they signed are no longer valid.`)
  })
}

async function resealAll(cells: Cells, keys: readonly [Buffer, ...Buffer[]]): Promise<ResealReport> {
  const report = await resealSettings(cells.directory, keys, ({ secrets, resealed }) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${secrets} secrets checked, ${resealed} re-encrypted\n`)
  })
  for (const organization of await unscoped(cells.directory, listOrganizations)) {
    for (const { cell } of cells.reach(organization))
      await resealEndpoints(cell, organization.id, keys, report)
    await resealConnections(cells, organization, keys, report)
  }
  return report
}

function failIfUnreadable({ unreadable }: ResealReport, todo: string): void {
  if (unreadable.length === 0) return
  throw new CommandError(
    `${unreadable.length} secrets cannot be decrypted with the current keys, and were not changed:\n${unreadable.slice(0, 20).join('\n')}\n${todo}`,
  )
}
