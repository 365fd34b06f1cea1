import { packLines, unpackLines } from '../pack-lines.ts'

/** What a folder held when it was listed last. */
export type FolderRecord = { etag: string; folders: string[]; externalIds: string[] }

/** Folders by path, with the ids of their files: what is needed to skip unchanged folders and to notice what is gone. */
export class FolderTable {
  readonly #folders = new Map<string, FolderRecord>()

  constructor(packed = '') {
    for (const line of unpackLines(packed)) {
      const [path, etag = '', folders = '', files = ''] = line.split('\t')
      const record = { etag: unescapeName(etag), folders: split(folders), externalIds: [] as string[] }
      const folder = unescapeName(path!)
      record.externalIds = split(files).map(file => toExternalId(folder, file))
      this.#folders.set(folder, record)
    }
  }

  get(path: string): FolderRecord | undefined {
    return this.#folders.get(path)
  }

  set(path: string, record: FolderRecord): void {
    this.#folders.set(path, record)
  }

  /** Forgets a folder with those below it. Returns the ids of their files. */
  remove(path: string): string[] {
    const record = this.#folders.get(path)
    if (!record) return []
    this.#folders.delete(path)
    return [...record.externalIds, ...record.folders.flatMap(name => this.remove(join(path, name)))]
  }

  /** Makes every folder look changed. */
  forgetEtags(): void {
    for (const record of this.#folders.values()) record.etag = ''
  }

  paths(): string[] {
    return [...this.#folders.keys()]
  }

  /** All ids, of all folders. */
  externalIds(): Set<string> {
    return new Set([...this.#folders.values()].flatMap(({ externalIds }) => externalIds))
  }

  pack(): string {
    const lines = [...this.#folders].map(([path, { etag, folders, externalIds }]) =>
      [
        escapeName(path),
        escapeName(etag),
        folders.map(escapeName).join('/'),
        externalIds.map(id => fromExternalId(path, id)).join('/'),
      ].join('\t'),
    )
    return packLines(lines)
  }
}

export function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** `id:12` where the server has ids, else the path. In the table `#12`, or `.` and the name. */
function fromExternalId(folder: string, id: string): string {
  return id.startsWith('id:')
    ? `#${id.slice(3)}`
    : `.${escapeName(id.slice(folder === '' ? 5 : folder.length + 6))}`
}

function toExternalId(folder: string, file: string): string {
  return file.startsWith('#') ? `id:${file.slice(1)}` : `path:${join(folder, file.slice(1))}`
}

export function externalIdOf(path: string, fileId: string | undefined): string {
  return fileId === undefined ? `path:${path}` : `id:${fileId}`
}

function split(names: string): string[] {
  return names === '' ? [] : names.split('/').map(unescapeName)
}

function escapeName(text: string): string {
  return text.replace(/[%\t\n\r]/g, character => encodeURIComponent(character))
}

function unescapeName(text: string): string {
  return text.replace(/%(25|09|0A|0D)/g, code => decodeURIComponent(code))
}
