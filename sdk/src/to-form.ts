/** The forms of a file that `upload` accepts. A path is on the local machine, and needs Node.js. */
export type Uploadable =
  | Blob
  | Uint8Array<ArrayBuffer>
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | { path: string }

/** Form fields are text, so other values are sent as JSON. */
export function toForm(file: Blob, name: string, fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields))
    if (value !== undefined) form.set(field, typeof value === 'string' ? value : JSON.stringify(value))
  form.set('file', file, name)
  return form
}

/** A stream is read completely first, because a retry needs the body again. */
export async function toBlob(file: Uploadable): Promise<Blob> {
  if (file instanceof Blob) return file
  if (file instanceof Uint8Array) return new Blob([file])
  if (file instanceof ReadableStream) return new Response(file).blob() // not every browser can iterate over it
  if ('path' in file) return openPath(file.path)
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of file as AsyncIterable<Uint8Array<ArrayBuffer>>) parts.push(part)
  return new Blob(parts)
}

/** The file name that the server stores. */
export function nameOf(file: Uploadable): string {
  if (file instanceof File) return file.name
  const path = 'path' in file ? file.path : undefined
  return path?.split(/[/\\]/).at(-1) || 'file'
}

/** The file stays on disk until it is sent. The module name is a variable, so browser bundlers do not resolve it. */
async function openPath(path: string): Promise<Blob> {
  const moduleName = 'node:fs'
  const { openAsBlob } = (await import(/* @vite-ignore */ moduleName)) as typeof import('node:fs')
  return openAsBlob(path, { type: typeOf(path) })
}

/** MIME type by the file extension. The server detects all other types. */
function typeOf(path: string): string {
  const types: Record<string, string> = {
    ...{
      txt: 'text/plain',
      md: 'text/markdown',
      html: 'text/html',
      csv: 'text/csv',
      json: 'application/json',
    },
    ...{ pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', mp3: 'audio/mpeg' },
  }
  return types[path.split('.').at(-1)!.toLowerCase()] ?? 'application/octet-stream'
}
