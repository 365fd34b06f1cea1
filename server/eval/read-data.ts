import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Reads the collections as published: plain or compressed, whichever is there. */
export class DataFolder {
  readonly path: string

  constructor(path: string) {
    if (!existsSync(path))
      throw new Error(`No data in ${path}: say where it is with --data (see docs/evaluation.md)`)
    this.path = path
  }

  text(file: string): string {
    const plain = join(this.path, file)
    return existsSync(plain)
      ? readFileSync(plain, 'utf8')
      : gunzipSync(readFileSync(`${plain}.gz`)).toString('utf8')
  }

  json<T>(file: string): T {
    return JSON.parse(this.text(file)) as T
  }

  lines<T>(file: string): T[] {
    return this.text(file)
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as T)
  }
}
