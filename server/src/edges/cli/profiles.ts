import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'

/** Servers that a person has logged in to, in a file that only they can read. */

export type Profile = { url: string; key: string; organization?: string | undefined }

export type Profiles = { current: string | undefined; profiles: Record<string, Profile> }

type ProfileConfig = Pick<Config, 'REVERIE_CONFIG_DIR' | 'REVERIE_PROFILE'>

const namePattern = /^[\w.-]{1,40}$/

export const profilesPath = ({ REVERIE_CONFIG_DIR }: ProfileConfig): string =>
  join(REVERIE_CONFIG_DIR, 'profiles.json')

export async function readProfiles(config: ProfileConfig): Promise<Profiles> {
  const path = profilesPath(config)
  const text = await readFile(path, 'utf8').catch(error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return { current: undefined, profiles: {} }
  try {
    const { current, profiles } = JSON.parse(text) as Profiles
    return { current, profiles: { ...profiles } }
  } catch {
    throw new CommandError(`${path} is not valid JSON. Correct it, or remove it and log in again.`)
  }
}

/** Written beside the file and renamed, so that a crash leaves the old file. */
export async function writeProfiles(config: ProfileConfig, profiles: Profiles): Promise<void> {
  const path = profilesPath(config)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, path)
}

/** The profile that a command uses: the named one, else that of REVERIE_PROFILE, else the current one. */
export async function findProfile(
  config: ProfileConfig,
  named: string | undefined,
): Promise<(Profile & { name: string }) | undefined> {
  const wanted = named ?? (config.REVERIE_PROFILE || undefined)
  const { current, profiles } = await readProfiles(config)
  const name = wanted ?? current
  const profile = name === undefined ? undefined : profiles[name]
  if (name !== undefined && profile) return { name, ...profile }
  if (wanted !== undefined)
    throw new CommandError(
      `There is no profile "${wanted}". Create it with: reverie login --profile ${wanted}`,
      exitCodes.notFound,
    )
  return undefined
}

export function checkProfileName(name: string): string {
  if (namePattern.test(name)) return name
  throw new CommandError(
    'The name of a profile has 1 to 40 letters, digits, dots, hyphens and underscores.',
    exitCodes.usage,
  )
}
