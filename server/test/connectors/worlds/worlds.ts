import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type S3Server, startS3Server } from '../../s3-server.ts'
import { startWebServer } from '../../web-server.ts'
import { ImapServer } from '../imap-server.ts'
import { WebdavServer } from '../webdav-server.ts'
import { FolderWorld, GitWorld, S3World, WebdavWorld } from './file-worlds.ts'
import { FeedWorld, GithubWorld, ImapWorld, SiteWorld } from './web-worlds.ts'
import type { World } from './world.ts'

let s3: Promise<S3Server> | undefined
let prefixes = 0

/** Closes what worlds share. */
export async function closeWorlds(): Promise<void> {
  await (await s3)?.close()
  s3 = undefined
}

const temporary = () => mkdtempSync(join(tmpdir(), 'reverie-world-'))

/** Every connector of this build that needs no OAuth. `folders` is where folders may be connected. */
export const worlds: Readonly<Record<string, (folders: string) => Promise<World>>> = {
  folder: async folders => new FolderWorld(mkdtempSync(join(folders, 'vault-'))),
  git: async () => {
    const world = new GitWorld(temporary())
    await world.server.start()
    return world
  },
  GitHub: async () => {
    const world = new GithubWorld()
    await world.server.start()
    return world
  },
  S3: async () => {
    s3 ??= startS3Server()
    return new S3World(await s3, `world-${++prefixes}/`)
  },
  'web site': async () => new SiteWorld(await startWebServer()),
  feed: async () => new FeedWorld(await startWebServer()),
  IMAP: async () => new ImapWorld(await ImapServer.start()),
  WebDAV: async () => new WebdavWorld(await WebdavServer.start('plain')),
  Nextcloud: async () => new WebdavWorld(await WebdavServer.start('nextcloud')),
}
