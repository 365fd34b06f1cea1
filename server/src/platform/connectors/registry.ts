import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Connector } from './connector.ts'

/** Loads a connector on first use, so that no process pays for the libraries of sources that nobody connects to. */
export type LoadConnector = () => Promise<Connector>

/** Every connector of this build, by the name of its provider. */
export const ownConnectors: Readonly<Record<string, LoadConnector>> = {
  folder: async () => (await import('./folder.ts')).folder as Connector,
  git: async () => (await import('./git.ts')).git as Connector,
  github: async () => (await import('./github.ts')).github as Connector,
  'github-token': async () => (await import('./github.ts')).githubToken as Connector,
  gmail: async () => (await import('./gmail.ts')).gmail as Connector,
  'google-drive': async () => (await import('./google-drive.ts')).googleDrive as Connector,
  granola: async () => (await import('./granola.ts')).granola as Connector,
  imap: async () => (await import('./imap.ts')).imap as Connector,
  notion: async () => (await import('./notion.ts')).notion as Connector,
  'notion-token': async () => (await import('./notion.ts')).notionToken as Connector,
  onedrive: async () => (await import('./onedrive.ts')).openOneDrive() as Connector,
  rss: async () => (await import('./rss.ts')).rss as Connector,
  s3: async () => (await import('./s3.ts')).s3 as Connector,
  'slack-token': async () => (await import('./slack.ts')).slackToken as Connector,
  'web-crawler': async () => (await import('./web-crawler.ts')).webCrawler as Connector,
  webdav: async () => (await import('./webdav.ts')).webdav as Connector,
}

/** The connectors of a process: those of this build, and modules that the operator names. */
export class Connectors {
  readonly #loading = new Map<string, Promise<Connector>>()
  readonly #loaders: Map<string, LoadConnector>
  readonly #modules: readonly string[]
  #read: Promise<void> | undefined

  /** `modules` are files whose default export is a connector. */
  constructor(
    loaders: Readonly<Record<string, LoadConnector>> = ownConnectors,
    modules: readonly string[] = [],
  ) {
    this.#loaders = new Map(Object.entries(loaders))
    this.#modules = modules
  }

  async find(provider: string): Promise<Connector | undefined> {
    await this.#readModules()
    const load = this.#loaders.get(provider)
    if (!load) return undefined
    const known = this.#loading.get(provider) ?? load()
    this.#loading.set(provider, known)
    // A module that could not be loaded is tried again at the next use.
    known.catch(() => this.#loading.delete(provider))
    return known
  }

  async names(): Promise<string[]> {
    await this.#readModules()
    return [...this.#loaders.keys()].sort()
  }

  async list(): Promise<Connector[]> {
    const found = await Promise.all((await this.names()).map(name => this.find(name)))
    return found.filter(connector => connector !== undefined)
  }

  /** Adds a connector to this process, for tests. */
  add(connector: Connector): void {
    this.#loaders.set(connector.describe.provider, async () => connector)
    this.#loading.delete(connector.describe.provider)
  }

  #readModules(): Promise<void> {
    this.#read ??= this.#load()
    return this.#read
  }

  async #load(): Promise<void> {
    for (const module of this.#modules) {
      const path = isAbsolute(module) ? module : resolve(module)
      const { default: connector } = (await import(pathToFileURL(path).href)) as { default: Connector }
      this.add(connector)
    }
  }
}
