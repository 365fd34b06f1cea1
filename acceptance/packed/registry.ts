import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

type Manifest = { name: string; version: string }

/** A registry on loopback that has only our package. npm asks it for our scope, and its usual registry for everything else. */
export class Registry {
  readonly url: string
  readonly #server: Server

  private constructor(server: Server, url: string) {
    this.#server = server
    this.url = url
  }

  static async open(archive: string, manifest: Manifest): Promise<Registry> {
    const content = readFileSync(archive)
    const server = createServer((request, response) => {
      const origin = `http://${request.headers.host}`
      const isArchive = request.url === '/archive.tgz'
      if (!isArchive && decodeURIComponent(request.url ?? '') !== `/${manifest.name}`)
        return response.writeHead(404).end('{}')
      response.setHeader('content-type', isArchive ? 'application/octet-stream' : 'application/json')
      return response.end(isArchive ? content : JSON.stringify(describe(manifest, content, origin)))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new Registry(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

/** What npm asks for: the versions of a package. `_hasShrinkwrap` is what a registry notes when it is given such a package. */
function describe(manifest: Manifest, content: Buffer, origin: string) {
  const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`
  const dist = { tarball: `${origin}/archive.tgz`, integrity }
  const { name, version } = manifest
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, _hasShrinkwrap: true, dist } },
  }
}
