import { randomBytes } from 'node:crypto'
import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeDirectory } from '../lib/make-directory.ts'

/** The keys cannot be read or created; the message says what to do. */
export class SecretsError extends Error {}

export const secretsPath = (dataDir: string) => join(dataDir, 'secrets.json')

/** Only the owner may read it: this key opens connector secrets and signs links to every file. */
const fileMode = 0o600
const directoryMode = 0o700

const about =
  'Encrypts connector secrets and signs links to files. Keep it private, and back it up with the database: what it encrypted cannot be read without it.'

/** `current` encrypts; the `old` keys decrypt what they encrypted. */
export type SecretsKeys = { current: string; old: string[] }

/**
 * The keys of this installation, created at its first start. Processes that start at the same time get the same ones.
 */
export async function openSecretsKeys(dataDir: string): Promise<SecretsKeys> {
  const path = secretsPath(dataDir)
  return (await readSecretsKeys(path)) ?? (await createSecretsKeys(path))
}

/** Undefined when there is no file. An unusable file is never replaced: it may be the only key to old secrets. */
export async function readSecretsKeys(path: string): Promise<SecretsKeys | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new SecretsError(
      `${path} cannot be read (${code ?? message}). Make it readable for the user that runs Reverie, or set SECRETS_KEY.`,
    )
  }
  const keys = keysIn(text)
  if (keys !== undefined) return keys
  throw new SecretsError(
    `${path} is damaged: it must hold JSON with SECRETS_KEY, 32 bytes in base64. Restore it from a backup or set SECRETS_KEY. Without a backup, delete it: connector secrets must then be entered again, and old links to files stop working.`,
  )
}

const isKey = (key: unknown): key is string => typeof key === 'string' && /^[A-Za-z0-9+/]{43}=$/.test(key)

function keysIn(text: string): SecretsKeys | undefined {
  try {
    const { SECRETS_KEY: current, SECRETS_KEYS_OLD: old = [] } = JSON.parse(text)
    return isKey(current) && Array.isArray(old) && old.every(isKey) ? { current, old } : undefined
  } catch {
    return undefined
  }
}

/** Replaces the keys in the file atomically. */
export async function replaceSecretsKeys(path: string, { current, old }: SecretsKeys): Promise<void> {
  const draft = draftOf(path)
  try {
    await writeDurably(draft, { about, SECRETS_KEY: current, SECRETS_KEYS_OLD: old })
    await rename(draft, path)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new SecretsError(`${path} cannot be replaced (${code ?? message}). Nothing was changed.`)
  } finally {
    await rm(draft, { force: true })
  }
}

const draftOf = (path: string) => `${path}.${process.pid}-${randomBytes(4).toString('hex')}`

export const newSecretsKey = () => randomBytes(32).toString('base64')

/**
 * Written completely under another name first, then linked: a link fails where a file exists, so the first process
 * wins.
 */
async function createSecretsKeys(path: string): Promise<SecretsKeys> {
  const draft = draftOf(path)
  try {
    await makeDirectory(dirname(path), directoryMode)
    await writeDurably(draft, { about, SECRETS_KEY: newSecretsKey() })
    await link(draft, path).catch(ignoreExisting)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw cannotCreate(path, code ?? message)
  } finally {
    await rm(draft, { force: true })
  }
  const keys = await readSecretsKeys(path)
  if (keys === undefined) throw cannotCreate(path, 'it is a link to nothing')
  return keys
}

function cannotCreate(path: string, reason: string): SecretsError {
  // In a container, the folder of a host belongs to root, and Reverie is somebody else.
  const user = process.getuid ? ` (user ${process.getuid()})` : ''
  return new SecretsError(
    `${path} cannot be created (${reason}). Set DATA_DIR to a directory that Reverie${user} may write to, or set SECRETS_KEY (openssl rand -base64 32).`,
  )
}

async function writeDurably(path: string, content: object): Promise<void> {
  const file = await open(path, 'wx', fileMode)
  try {
    await file.writeFile(`${JSON.stringify(content, undefined, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
