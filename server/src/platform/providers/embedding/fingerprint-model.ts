import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Hashes the files that decide a model's vectors: directories with the same hash hold the same model. */
export async function fingerprintModel(directory: string): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await listModelFiles(directory)) {
    hash.update(`${file}\n`)
    for await (const part of createReadStream(join(directory, file))) hash.update(part)
  }
  return hash.digest('hex').slice(0, 12)
}

async function listModelFiles(directory: string): Promise<string[]> {
  const files = await readdir(directory, { recursive: true })
  return files.filter(file => /\.(json|onnx|onnx_data)$/.test(file)).sort()
}
