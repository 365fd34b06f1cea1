/** A file in any form it may be at hand: a path is of the machine this runs on, and needs Node. */
export type Uploadable =
  | Blob
  | Uint8Array<ArrayBuffer>
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | { path: string }

/** Fields of a form are text: whatever is not is sent as JSON. */
export function toForm(file: Blob, name: string, fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields))
    if (value !== undefined) form.set(field, typeof value === 'string' ? value : JSON.stringify(value))
  form.set('file', file, name)
  return form
}

/** Streams are read to their end first: a request that may be sent again needs its body again. */
export async function toBlob(file: Uploadable): Promise<Blob> {
  if (file instanceof Blob) return file
  if (file instanceof Uint8Array) return new Blob([file])
  if (file instanceof ReadableStream) return new Response(file).blob() // not every browser can iterate over it
  if ('path' in file) return openPath(file.path)
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of file as AsyncIterable<Uint8Array<ArrayBuffer>>) parts.push(part)
  return new Blob(parts)
}

/** The name the server shall know the file by. */
export function nameOf(file: Uploadable): string {
  if (file instanceof File) return file.name
  const path = 'path' in file ? file.path : undefined
  return path?.split(/[/\\]/).at(-1) || 'file'
}

/** Stays on disk until it is sent. Named by a variable, so that bundlers for browsers leave it alone. */
async function openPath(path: string): Promise<Blob> {
  const moduleName = 'node:fs'
  const { openAsBlob } = (await import(/* @vite-ignore */ moduleName)) as typeof import('node:fs')
  return openAsBlob(path, { type: typeOf(path) })
}

/** By the ending; what is not known here, the server finds out. */
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
