import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../platform/config.ts'
import type { FoundFile } from './list-files.ts'

type Entry = { path: string; bytes: number; modifiedMs: number; sha256: string; id: string }

/** A file whose document was deleted. */
type Removal = { path: string; isRemoved: true }

/**
 * Which files a server has, so that a repeated or interrupted `add` sends only the others. One line for each file that the
 * server has accepted, appended at once: a killed command loses none.
 */
export class Ledger {
  readonly #path: string
  readonly #entries: Map<string, Entry>

  private constructor(path: string, entries: Map<string, Entry>) {
    this.#path = path
    this.#entries = entries
  }

  /** A ledger for each server, key and container tag: what one of them has, another may lack. */
  static async open(
    { REVERIE_CONFIG_DIR }: Pick<Config, 'REVERIE_CONFIG_DIR'>,
    of: { url: string; key: string; tag: string | undefined },
  ): Promise<Ledger> {
    const name = createHash('sha256')
      .update(`${of.url}\n${publicPart(of.key)}\n${of.tag ?? ''}`)
      .digest('hex')
    const folder = join(REVERIE_CONFIG_DIR, 'added')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${name.slice(0, 32)}.jsonl`)
    const text = await readFile(path, 'utf8').catch(() => '')
    const entries = new Map<string, Entry>()
    for (const line of text.split('\n').flatMap(readLine))
      if ('isRemoved' in line) entries.delete(line.path)
      else entries.set(line.path, line)
    return new Ledger(path, entries)
  }

  /** Whether the server has this file as it is now. Reads it only if its time has changed. */
  async has(file: FoundFile): Promise<boolean> {
    const known = this.#entries.get(file.path)
    if (!known || known.bytes !== file.bytes) return false
    if (known.modifiedMs === file.modifiedMs) return true
    if (known.sha256 !== (await hashOf(file.path))) return false
    await this.#append({ ...known, modifiedMs: file.modifiedMs })
    return true
  }

  idOf(path: string): string | undefined {
    return this.#entries.get(path)?.id
  }

  async note(file: FoundFile, sha256: string, id: string): Promise<void> {
    await this.#append({ path: file.path, bytes: file.bytes, modifiedMs: file.modifiedMs, sha256, id })
  }

  /** Its document was deleted: the same file would have to be sent again. */
  async forget(path: string): Promise<void> {
    this.#entries.delete(path)
    await this.#write({ path, isRemoved: true })
  }

  async #append(entry: Entry): Promise<void> {
    this.#entries.set(entry.path, entry)
    await this.#write(entry)
  }

  async #write(line: Entry | Removal): Promise<void> {
    await appendFile(this.#path, `${JSON.stringify(line)}\n`, { mode: 0o600 })
  }
}

/** Another key of the organization has another ledger; the secret part of a key is written nowhere. */
const publicPart = (key: string): string => key.split('_').slice(0, 2).join('_')

/** The last line may be cut off by a crash. */
function readLine(line: string): (Entry | Removal)[] {
  try {
    return [JSON.parse(line) as Entry | Removal]
  } catch {
    return []
  }
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part as Buffer)
  return hash.digest('hex')
}
