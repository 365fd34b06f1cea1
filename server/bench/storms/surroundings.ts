import { rmSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Misbehaviour, startEmbeddingServer } from '../../test/embedding-server.ts'
import { startWebServer } from '../../test/web-server.ts'
import { type Receiver, startReceiver } from '../../test/webhook-receiver.ts'
import { type Door, openDoor } from '../door.ts'
import { mountSmallDisk, type SmallDisk } from '../small-disk.ts'
import type { Settings } from '../supervised.ts'
import { type Clock, makeClock } from './clock.ts'

const diskMegabytes = 64

/** Everything outside of Reverie and Postgres, on the loopback, with faults at will. */
export type Surroundings = {
  settings: Settings
  embedder: Door
  /** Undefined: the model answers. */
  setEmbedderFault(fail: Misbehaviour | undefined): void
  receiver: Receiver
  /** The disk of uploaded and temporary files. Undefined on a machine that may not mount one. */
  disk: SmallDisk | undefined
  clock: Clock
  blobDir: string
  /** Where clients have folders to connect. */
  folders: string
  /** The address of a page that contains a word. */
  pageAbout(word: string): string
  close(): Promise<void>
}

export async function openSurroundings(): Promise<Surroundings> {
  let failure: Misbehaviour | undefined
  const model = await startEmbeddingServer({ behave: () => failure })
  // The model to switch to has other dimensions.
  const next = await startEmbeddingServer({ dimensions: 256 })
  const embedder = await openDoor(model.url)
  const web = await startWebServer({})
  const receiver = await startReceiver()
  const folders = await mkdtemp(join(tmpdir(), 'reverie-storms-'))
  const disk = await mountSmallDisk(diskMegabytes)
  const clock = makeClock()
  // Also when the run is interrupted.
  const leave = () => {
    clock.close()
    rmSync(folders, { recursive: true, force: true })
  }
  process.once('exit', leave)
  const files = disk?.path ?? folders
  await mkdir(join(files, 'tmp'), { recursive: true })
  return {
    settings: {
      ...modelSettings(embedder.url, next.url),
      BLOB_DIR: join(files, 'blobs'),
      TMPDIR: join(files, 'tmp'),
      DATA_DIR: join(folders, 'data'),
      CONNECTOR_FOLDERS: folders,
    },
    embedder,
    setEmbedderFault: fail => {
      failure = fail
    },
    receiver,
    disk,
    clock,
    blobDir: join(files, 'blobs'),
    folders,
    pageAbout(word) {
      const text = `The skipper ${word} sails to Bergen with a cargo of salt.`
      web.site[`/${word}`] = { body: `<html><title>Boats</title><body><p>${text}</p></body></html>` }
      return `${web.url}/${word}`
    },
    async close() {
      await Promise.all([embedder.close(), receiver.close(), web.close(), model.close(), next.close()])
      await disk?.close()
      process.off('exit', leave)
      leave()
    },
  }
}

function modelSettings(url: string, nextUrl: string): Settings {
  return {
    EMBEDDER: 'http',
    EMBEDDER_URL: url,
    EMBEDDER_MODEL: 'double',
    EMBEDDER_DIMENSIONS: '384',
    EMBEDDER_NEXT: 'http',
    EMBEDDER_NEXT_URL: nextUrl,
    EMBEDDER_NEXT_MODEL: 'next-double',
    EMBEDDER_NEXT_DIMENSIONS: '256',
  }
}
