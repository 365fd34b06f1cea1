import CFB from 'cfb'
import { ExtractError, type Extraction } from '../extraction.ts'
import { isCompoundFile } from './is-compound-file.ts'
import { readProperties } from './properties.ts'

type Streams = Map<string, { name: string; content: Buffer }>

/** A file with more embedded documents is a catalogue of drawings. */
const maxEmbedded = 20

const documentStreams = ['package', 'worddocument', 'workbook', 'book', 'powerpoint document']

/** The container format of Office files before 2007: streams by name. */
export class CompoundFile {
  readonly #container: ReturnType<typeof CFB.read>

  constructor(bytes: Uint8Array) {
    // The library would also accept a zip file.
    if (!isCompoundFile(bytes))
      throw new ExtractError('extract.malformed', 'The content of the file does not match its type')
    try {
      this.#container = CFB.read(Buffer.from(bytes), { type: 'buffer' })
    } catch (error) {
      throw new ExtractError('extract.malformed', 'The file is damaged', { cause: error })
    }
    // A rights management server has locked the document; the readable stream only says so.
    if (this.find('\tDRMContent'))
      throw new ExtractError('extract.encrypted', 'The file is protected by rights management')
  }

  /** A stream of the root. Embedded files have streams of the same names at deeper levels. */
  find(name: string): Buffer | undefined {
    const path = `${this.#container.FullPaths[0] ?? ''}${name}`.toLowerCase()
    const index = this.#container.FullPaths.findIndex(full => full.toLowerCase() === path)
    const content = this.#container.FileIndex[index]?.content
    return content && Buffer.from(content)
  }

  /** Office documents embedded in this one, each as a file of its own. Documents nested deeper are left out. */
  embedded(): Uint8Array[] {
    const folders = new Map<string, Streams>()
    const root = this.#container.FullPaths[0] ?? ''
    for (const [i, path] of this.#container.FullPaths.entries()) {
      const [, folder, name] = /^(.*\/)([^/]+)$/.exec(path) ?? []
      const content = this.#container.FileIndex[i]?.content
      if (name === undefined || folder === undefined || folder === root || !content) continue
      const streams = folders.get(folder) ?? new Map()
      folders.set(folder, streams.set(name.toLowerCase(), { name, content: Buffer.from(content) }))
    }
    const documents = [...folders].filter(([, streams]) => isDocument(streams)).slice(0, maxEmbedded)
    return documents
      .filter(([folder]) => !documents.some(([other]) => other !== folder && folder.startsWith(other)))
      .map(([, streams]) => toFile(streams))
  }

  /** Title, author and date from the file's summary. */
  properties(): Pick<Extraction, 'title' | 'author' | 'date'> {
    const summary = this.find('\u0005SummaryInformation')
    return summary ? readProperties(summary) : {}
  }
}

/**
 * Charts are workbooks of Microsoft Graph that hold the figures they are drawn from; they do not count as documents.
 */
function isDocument(streams: Streams): boolean {
  const maker = streams.get('\u0001compobj')?.content.toString('latin1') ?? ''
  return documentStreams.some(name => streams.has(name)) && !/Microsoft Graph|MSGraph/i.test(maker)
}

/** Since 2007 an embedded file is one stream. Older ones are a set of streams, which is packed into a file again. */
function toFile(streams: Streams): Uint8Array {
  const whole = streams.get('package')
  if (whole) return whole.content
  const container = CFB.utils.cfb_new()
  for (const { name, content } of streams.values()) CFB.utils.cfb_add(container, `/${name}`, content)
  return new Uint8Array(CFB.write(container, { type: 'buffer' }) as Buffer)
}
