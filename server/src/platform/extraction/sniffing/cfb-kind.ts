import type { FileKind } from '../kinds.ts'

/** No office file has more sectors; a longer chain is circular. */
const maxSectors = 4_096

const lastSector = 0xfffffffa

/** Kinds by stream in the root. Embedded files have streams of the same names at deeper levels. */
const streams: readonly (readonly [RegExp, FileKind])[] = [
  [/^WordDocument$/i, 'doc'],
  [/^(?:Workbook|Book)$/i, 'xls'],
  [/^(?:PowerPoint Document|PP40|PP97_DUALSTORAGE)$/i, 'ppt'],
  [/^__(?:properties_version1\.0|nameid_version1\.0)/i, 'msg'],
]

/** Whether this is the wrapper of an encrypted docx, pptx or xlsx. */
export function isEncryptedPackage(names: readonly string[]): boolean {
  return names.some(name => name.toLowerCase() === 'encryptedpackage')
}

export function cfbKind(names: readonly string[]): FileKind | undefined {
  return streams.find(([pattern]) => names.some(name => pattern.test(name)))?.[1]
}

/** Names in the root of a compound file (the container of the old Office formats); none when it is damaged. */
export function listCfbRoot(bytes: Uint8Array): string[] {
  if (bytes.length < 512) return []
  const file = new CompoundDirectory(bytes)
  return file.rootNames()
}

type Entry = { name: string; left: number; right: number; child: number }

class CompoundDirectory {
  readonly #view: DataView
  readonly #sectorSize: number

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#sectorSize = this.#view.getUint16(30, true) === 12 ? 4096 : 512
  }

  rootNames(): string[] {
    const entries = this.#entries()
    const names: string[] = []
    const seen = new Set<number>()
    const open = [entries[0]?.child ?? -1]
    while (open.length > 0) {
      const id = open.pop()!
      const entry = entries[id]
      if (!entry || seen.has(id)) continue
      seen.add(id)
      names.push(entry.name)
      open.push(entry.left, entry.right)
    }
    return names
  }

  #entries(): Entry[] {
    const entries: Entry[] = []
    for (const start of this.#directorySectors())
      for (let at = start; at + 128 <= start + this.#sectorSize; at += 128)
        if (at + 128 <= this.#view.byteLength) entries.push(this.#entry(at))
    return entries
  }

  #entry(at: number): Entry {
    const length = Math.min(64, this.#view.getUint16(at + 64, true))
    let name = ''
    for (let i = 0; i + 2 < length; i += 2) name += String.fromCharCode(this.#view.getUint16(at + i, true))
    return {
      name,
      left: this.#view.getUint32(at + 68, true),
      right: this.#view.getUint32(at + 72, true),
      child: this.#view.getUint32(at + 76, true),
    }
  }

  *#directorySectors(): Generator<number> {
    let sector = this.#view.getUint32(48, true)
    for (let i = 0; i < maxSectors && sector < lastSector; i++) {
      const start = (sector + 1) * this.#sectorSize
      if (start >= this.#view.byteLength) return
      yield start
      sector = this.#next(sector)
    }
  }

  /** The next sector according to the allocation table, which is itself spread over sectors. */
  #next(sector: number): number {
    const perSector = this.#sectorSize / 4
    const table = this.#tableSector(Math.floor(sector / perSector))
    const at = (table + 1) * this.#sectorSize + (sector % perSector) * 4
    return table < lastSector && at + 4 <= this.#view.byteLength ? this.#view.getUint32(at, true) : lastSector
  }

  /** The header lists the first 109 sectors of the table, a chain of sectors lists the others. */
  #tableSector(index: number): number {
    if (index < 109) return this.#view.getUint32(76 + index * 4, true)
    const perSector = this.#sectorSize / 4 - 1
    let list = this.#view.getUint32(68, true)
    for (let skip = Math.floor((index - 109) / perSector); ; skip--) {
      const start = (list + 1) * this.#sectorSize
      if (list >= lastSector || start + this.#sectorSize > this.#view.byteLength) return lastSector
      if (skip === 0) return this.#view.getUint32(start + ((index - 109) % perSector) * 4, true)
      list = this.#view.getUint32(start + perSector * 4, true)
    }
  }
}
