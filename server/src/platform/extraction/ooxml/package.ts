import { posix } from 'node:path'
import { isCompoundFile } from '../cfb/is-compound-file.ts'
import { ExtractError } from '../extraction.ts'
import { toIsoDate } from '../iso-date.ts'
import { childrenOf, findAll, readXml, textOf, type XmlElement } from '../xml/xml.ts'
import { Zip } from '../zip/zip.ts'

export type Relationship = { id: string; type: string; target: string; isExternal: boolean }

/** An Office file since 2007: a zip of parts that refer to each other. */
export class OfficePackage {
  readonly zip: Zip

  constructor(bytes: Uint8Array) {
    if (isCompoundFile(bytes)) throw sealed(bytes)
    this.zip = new Zip(bytes)
  }

  /** The path of the document itself; `usual` is the default when the file does not say. */
  mainPart(usual: string): string {
    const main = this.relationshipsOf('').find(
      one => one.type === 'officeDocument' && this.zip.has(one.target),
    )
    const path = main?.target ?? usual
    if (!this.zip.has(path)) throw new ExtractError('extract.malformed', 'The file contains no document')
    return path
  }

  relationshipsOf(part: string): Relationship[] {
    const path = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)
    const root = this.read(path.replace(/^\.\//, ''))
    return root ? childrenOf(root, 'rel:Relationship').map(element => toRelationship(element, part)) : []
  }

  /** The parts that a part refers to by a type, which is the last word of the type's address. */
  partsOf(part: string, type: string): string[] {
    return this.relationshipsOf(part)
      .filter(one => one.type === type && !one.isExternal && this.zip.has(one.target))
      .map(one => one.target)
  }

  /** A part as XML. A damaged part counts as missing, because the rest can be read without it. */
  read(part: string): XmlElement | undefined {
    const bytes = this.zip.read(part)
    if (!bytes) return undefined
    try {
      return readXml(bytes)
    } catch (error) {
      if (error instanceof ExtractError && error.code === 'extract.malformed') return undefined
      throw error
    }
  }

  /** Title, author and date from `docProps/core.xml`. */
  properties(): { title?: string; author?: string; date?: string } {
    const part = this.relationshipsOf('').find(one => one.type === 'core-properties')?.target
    const core = this.read(part ?? 'docProps/core.xml')
    if (!core) return {}
    const said = (name: string) => textOf(findAll(core, [name])[0]).trim()
    const [title, author] = [said('dc:title'), said('dc:creator')]
    const date = toIsoDate(said('dcterms:modified')) ?? toIsoDate(said('dcterms:created'))
    return { ...(title && { title }), ...(author && { author }), ...(date && { date }) }
  }
}

function toRelationship(element: XmlElement, part: string): Relationship {
  const { Id = '', Type = '', Target = '', TargetMode = '' } = element.attributes
  const isExternal = TargetMode === 'External'
  return {
    id: Id,
    type: Type.slice(Type.lastIndexOf('/') + 1),
    target: isExternal ? Target : posix.resolve('/', posix.dirname(part), Target).slice(1),
    isExternal,
  }
}

/** With a password, the whole package is a stream of a compound file. */
function sealed(bytes: Uint8Array): ExtractError {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return file.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? new ExtractError('extract.encrypted', 'The file needs a password')
    : new ExtractError(
        'extract.malformed',
        'The file is in an older format than its type says. Save it again in the new format',
      )
}
