export type DroppedFile = { file: File /** Path inside the folder that was dropped. */; path?: string }

/** The files of a drop, also those inside folders. Must be called while the event is handled: later its items are gone. */
export async function droppedFiles(transfer: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...transfer.items].flatMap(item => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return [...transfer.files].map(file => ({ file }))
  return (await Promise.all(entries.map(filesUnder))).flat()
}

/** The files of a folder that was chosen by the picker. */
export const pickedFiles = (files: FileList): DroppedFile[] =>
  [...files].map(file => (file.webkitRelativePath ? { file, path: file.webkitRelativePath } : { file }))

async function filesUnder(entry: FileSystemEntry): Promise<DroppedFile[]> {
  // Files that begin with a dot belong to the system or to a tool.
  if (entry.name.startsWith('.')) return []
  if (entry.isFile) return [await readFile(entry as FileSystemFileEntry)]
  const children = await readFolder((entry as FileSystemDirectoryEntry).createReader())
  return (await Promise.all(children.map(filesUnder))).flat()
}

async function readFile(entry: FileSystemFileEntry): Promise<DroppedFile> {
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
  const path = entry.fullPath.replace(/^\//, '')
  return path.includes('/') ? { file, path } : { file }
}

/** A reader answers at most 100 entries a call. */
async function readFolder(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}
