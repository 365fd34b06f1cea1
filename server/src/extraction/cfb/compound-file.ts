import CFB from 'cfb'
import { ExtractError, type Extraction } from '../extraction.ts'
import { isCompoundFile } from './is-compound-file.ts'
import { readProperties } from './properties.ts'

/** The container of Office files before 2007: streams by name. */
export class CompoundFile {
  readonly #container: ReturnType<typeof CFB.read>

  constructor(bytes: Uint8Array) {
    // The library would open a zip as well, and believe it.
    if (!isCompoundFile(bytes)) throw new ExtractError('extract.malformed', 'The file is not of this format')
    try {
      this.#container = CFB.read(Buffer.from(bytes), { type: 'buffer' })
    } catch (error) {
      throw new ExtractError('extract.malformed', 'The file is damaged', { cause: error })
    }
    // What its company's rights server locked; beside it is a page that says so.
    if (this.find('\tDRMContent')) throw new ExtractError('extract.encrypted', 'The file is locked')
  }

  /** A stream of the root; embedded files have streams of the same names further down. */
  find(name: string): Buffer | undefined {
    const path = `${this.#container.FullPaths[0] ?? ''}${name}`.toLowerCase()
    const index = this.#container.FullPaths.findIndex(full => full.toLowerCase() === path)
    const content = this.#container.FileIndex[index]?.content
    return content && Buffer.from(content)
  }

  /** Title, author and date, as the file's own summary says. */
  properties(): Pick<Extraction, 'title' | 'author' | 'date'> {
    const summary = this.find('\u0005SummaryInformation')
    return summary ? readProperties(summary) : {}
  }
}
