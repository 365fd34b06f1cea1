import { hash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { askEngine, engineFor, type Reference } from './engines.ts'
import type { Fixture } from './fixtures.ts'

/**
 * Readings of other engines, cached in a folder: LibreOffice takes longer for one file than we take for twenty. To
 * ask again, empty the folder.
 */
export class References {
  readonly #folder: string

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true })
    this.#folder = folder
  }

  async of({ extension, path, reference, bytes }: Fixture): Promise<Reference | undefined> {
    const engine = engineFor(extension)
    if (reference || !engine) return reference
    const kept = join(this.#folder, `${hash('sha256', bytes())}.${engine.name.replaceAll(' ', '-')}.json`)
    const known = await readFile(kept, 'utf8').catch(() => undefined)
    if (known !== undefined) return JSON.parse(known) as Reference
    const asked = await askEngine(extension, path)
    if (asked) await writeFile(kept, JSON.stringify(asked))
    return asked
  }
}
