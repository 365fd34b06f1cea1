import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The keys cannot be read or made; the message says what to do. */
export class SecretsError extends Error {}

export const secretsPath = (dataDir: string) => join(dataDir, 'secrets.json')

/** Only the owner. Whoever has this key can read connector secrets and sign links to every file. */
const fileMode = 0o600
const directoryMode = 0o700

const about =
  'Encrypts connector secrets and signs links to files. Keep it private, and back it up with the database: what it encrypted cannot be read without it.'

/** The key of this installation, made at its first start. Processes that start at once get the same one. */
export async function keepSecretsKey(dataDir: string): Promise<string> {
  const path = secretsPath(dataDir)
  return (await readSecretsKey(path)) ?? (await createSecretsKey(path))
}

/** Undefined when there is no file. A file that cannot be used is never replaced: it may be all that opens old secrets. */
export async function readSecretsKey(path: string): Promise<string | undefined> {
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
  const key = keyIn(text)
  if (key !== undefined) return key
  throw new SecretsError(
    `${path} is damaged: it must hold JSON with SECRETS_KEY, 32 bytes in base64. Restore it from a backup or set SECRETS_KEY. Without a backup, delete it: connector secrets must then be entered again, and old links to files end.`,
  )
}

function keyIn(text: string): string | undefined {
  try {
    const key = JSON.parse(text)?.SECRETS_KEY
    return typeof key === 'string' && /^[A-Za-z0-9+/]{43}=$/.test(key) ? key : undefined
  } catch {
    return undefined
  }
}

/** Written whole under another name first, then linked: a link fails where a file exists, so the first process wins. */
async function createSecretsKey(path: string): Promise<string> {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: directoryMode })
    await writeDurably(draft, { about, SECRETS_KEY: randomBytes(32).toString('base64') })
    await link(draft, path).catch(ignoreExisting)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw cannotCreate(path, code ?? message)
  } finally {
    await rm(draft, { force: true })
  }
  const key = await readSecretsKey(path)
  if (key === undefined) throw cannotCreate(path, 'it is a link to nothing')
  return key
}

function cannotCreate(path: string, reason: string): SecretsError {
  return new SecretsError(
    `${path} cannot be created (${reason}). Set DATA_DIR to a directory that Reverie may write to, or set SECRETS_KEY (openssl rand -base64 32).`,
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
