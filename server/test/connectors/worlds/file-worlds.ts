import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CopyObjectCommand, DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { createS3Client } from '../../../src/platform/blobs/s3-client.ts'
import type { S3Server } from '../../s3-server.ts'
import { GitServer } from '../git-server.ts'
import type { WebdavServer } from '../webdav-server.ts'
import { large, textOf, World } from './world.ts'

/** A folder of the disk. Its files are an hour old: those of the last two seconds are compared by content. */
export class FolderWorld extends World {
  readonly provider = 'folder'
  override renameKeeps = true
  readonly path: string
  #age = 3_600

  constructor(path: string) {
    super()
    this.path = path
    mkdirSync(path, { recursive: true })
  }

  connection() {
    return { settings: { path: this.path } }
  }
  keyOf(name: string) {
    return `${name.length % 2 ? 'odd/' : ''}${name}.md`
  }
  write(name: string, text: string) {
    const file = join(this.path, this.keyOf(name))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    const time = Date.now() / 1_000 - this.#age--
    utimesSync(file, time, time)
  }
  erase(name: string) {
    rmSync(join(this.path, this.keyOf(name)))
  }
  override move(from: string, to: string) {
    const file = join(this.path, this.keyOf(to))
    mkdirSync(dirname(file), { recursive: true })
    renameSync(join(this.path, this.keyOf(from)), file)
  }
  spoil(name: string) {
    this.write(name, large('Too large'))
  }
  async close() {
    await rm(this.path, { recursive: true, force: true })
  }
}

export class GitWorld extends World {
  readonly provider = 'git'
  override renameKeeps = true
  readonly server: GitServer
  readonly #folder: string
  #pending: Record<string, string | null> = {}

  constructor(folder: string) {
    super()
    this.#folder = folder
    this.server = new GitServer(folder)
  }

  connection() {
    return { settings: { url: this.server.url } }
  }
  keyOf(name: string) {
    return `notes/${name}.md`
  }
  /** One commit for all: each takes three processes of git. */
  override async fill(count: number) {
    for (let n = 0; n < count; n++) {
      this.items.set(`n${n}`, textOf(`n${n}`, 0))
      this.#pending[this.keyOf(`n${n}`)] = textOf(`n${n}`, 0)
    }
    this.#commit()
  }
  write(name: string, text: string) {
    this.#pending[this.keyOf(name)] = text
    this.#commit()
  }
  erase(name: string) {
    this.#pending[this.keyOf(name)] = null
    this.#commit()
  }
  override move(from: string, to: string) {
    this.#pending[this.keyOf(from)] = null
    this.write(to, this.items.get(to)!)
  }
  spoil(name: string) {
    this.write(name, large('Too large'))
  }
  async close() {
    await this.server.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  #commit() {
    this.server.commit(this.#pending)
    this.#pending = {}
  }
}

/** Plain WebDAV knows files by their paths. Nextcloud gives them ids. */
export class WebdavWorld extends World {
  readonly provider = 'webdav'
  readonly server: WebdavServer
  override renameKeeps: boolean

  constructor(server: WebdavServer) {
    super()
    this.server = server
    this.renameKeeps = server.kind === 'nextcloud'
  }

  connection() {
    return { settings: { url: this.server.url }, credentials: { username: 'ada', password: 'secret' } }
  }
  keyOf(name: string) {
    return `${name.length % 2 ? 'odd/' : ''}${name}.md`
  }
  write(name: string, text: string) {
    this.server.write(this.keyOf(name), text)
  }
  erase(name: string) {
    this.server.remove(this.keyOf(name))
  }
  override move(from: string, to: string) {
    this.server.move(this.keyOf(from), this.keyOf(to))
  }
  spoil(name: string) {
    this.write(name, large('Too large'))
  }
  close() {
    return this.server.close()
  }
}

/** A bucket is shared: each world has a prefix of its own. */
export class S3World extends World {
  readonly provider = 's3'
  override renameKeeps = true
  readonly #server: S3Server
  readonly #client: ReturnType<typeof createS3Client>
  readonly #prefix: string

  constructor(server: S3Server, prefix: string) {
    super()
    this.#server = server
    this.#prefix = prefix
    this.#client = createS3Client({ ...server, forcePathStyle: true })
  }

  connection() {
    const { bucket, endpoint, credentials } = this.#server
    // The SDK adds fields of its own to the object.
    const { accessKeyId, secretAccessKey } = credentials
    return {
      settings: { bucket, endpoint, prefix: this.#prefix },
      credentials: { accessKeyId, secretAccessKey },
    }
  }
  keyOf(name: string) {
    return `${this.#prefix}${name}.md`
  }
  write(name: string, Body: string) {
    return this.#client.send(
      new PutObjectCommand({ Bucket: this.#server.bucket, Key: this.keyOf(name), Body }),
    )
  }
  erase(name: string) {
    return this.#client.send(new DeleteObjectCommand({ Bucket: this.#server.bucket, Key: this.keyOf(name) }))
  }
  override async move(from: string, to: string) {
    const { bucket } = this.#server
    const CopySource = `/${bucket}/${this.keyOf(from)}`
    await this.#client.send(new CopyObjectCommand({ Bucket: bucket, Key: this.keyOf(to), CopySource }))
    await this.erase(from)
  }
  spoil(name: string) {
    return this.write(name, large('Too large'))
  }
  async close() {
    this.#client.destroy()
  }
}
