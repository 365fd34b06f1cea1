import type { WebServer } from '../../web-server.ts'
import { GithubServer } from '../github-server.ts'
import type { ImapServer } from '../imap-server.ts'
import { large, textOf, World } from './world.ts'

/** Every third item is an issue. */
export class GithubWorld extends World {
  readonly provider = 'github-token'
  override renameKeeps = true
  readonly server = new GithubServer()
  readonly #repository = this.server.add(7, 'ada/notes')

  connection() {
    return {
      settings: { apiUrl: this.server.url, repositories: ['ada/notes'] },
      credentials: { token: 'good' },
    }
  }
  keyOf(name: string) {
    return this.#isIssue(name) ? `https://github.example/7/${this.#numberOf(name)}` : `${name}.md`
  }
  write(name: string, text: string) {
    if (this.#isIssue(name)) this.#repository.issue(this.#numberOf(name), text)
    else this.#repository.commit({ [this.keyOf(name)]: text })
  }
  erase(name: string) {
    if (this.#isIssue(name)) throw new Error('GitHub says nothing of issues that are deleted')
    this.#repository.commit({ [this.keyOf(name)]: null })
  }
  override move(from: string, to: string) {
    this.#repository.commit({ [this.keyOf(from)]: null, [this.keyOf(to)]: this.items.get(to)! })
  }
  spoil(name: string) {
    this.write(name, large('Too large'))
  }
  close() {
    return this.server.close()
  }

  #numberOf(name: string) {
    return Number(name.slice(1)) + 1
  }
  #isIssue(name: string) {
    return name.startsWith('n') && Number(name.slice(1)) % 3 === 0
  }
}

/** Each item is a thread. What is put again is an answer to it. */
export class ImapWorld extends World {
  readonly provider = 'imap'
  readonly server: ImapServer
  readonly #uids = new Map<string, number[]>()
  #spoiled: number | undefined

  constructor(server: ImapServer) {
    super()
    this.server = server
    server.folder('INBOX')
    server.fault = command => {
      const uid = /^UID FETCH (\d+) .*BODY\.PEEK\[\]/.exec(command)?.[1]
      return uid !== undefined && Number(uid) === this.#spoiled ? 'NO [SERVERBUG] damaged' : undefined
    }
  }

  connection() {
    return {
      settings: { host: '127.0.0.1', port: this.server.port, security: 'none' },
      credentials: { username: 'ada', password: 'secret' },
    }
  }
  keyOf(name: string) {
    return `Subject ${name}`
  }
  write(name: string, text: string) {
    const uids = this.#uids.get(name) ?? []
    const id = (n: number) => `<${name}.${n}@x>`
    const lines = [
      'From: bob@example.com',
      'To: ada@example.com',
      `Subject: ${uids.length > 0 ? 'Re: ' : ''}${this.keyOf(name)}`,
      `Date: Tue, 17 Nov 2026 09:${String(uids.length).padStart(2, '0')}:00 +0000`,
      `Message-ID: ${id(uids.length)}`,
      ...(uids.length > 0 ? [`References: ${uids.map((_, n) => id(n)).join(' ')}`] : []),
    ]
    uids.push(this.server.deliver('INBOX', [...lines, '', text, ''].join('\n')))
    this.#uids.set(name, uids)
  }
  erase(name: string) {
    for (const uid of this.#uids.get(name) ?? []) this.server.folder('INBOX').messages.delete(uid)
    this.#uids.delete(name)
  }
  async spoil(name: string) {
    await this.put(name)
    this.#spoiled = this.#uids.get(name)!.at(-1)
  }
  override async mend() {
    this.#spoiled = undefined
  }
  override async put(name: string) {
    const before = this.items.get(name)
    await super.put(name)
    if (before !== undefined) this.items.set(name, `${before} ${this.items.get(name)}`)
  }
  close() {
    return this.server.close()
  }
}

const page = (title: string, text: string) => ({
  body: `<html><head><title>${title}</title></head><body><p>${text}</p></body></html>`,
})

/** The linked pages of a feed, which says what it has deleted. */
export class FeedWorld extends World {
  readonly provider = 'rss'
  readonly web: WebServer
  readonly #deleted: string[] = []
  #changes = 0

  constructor(web: WebServer) {
    super()
    this.web = web
    this.web.site['/feed'] = () => ({ body: this.#feed() })
  }

  connection() {
    return { settings: { feedUrl: `${this.web.url}/feed`, content: 'page' } }
  }
  keyOf(name: string) {
    return `${this.web.url}/posts/${name}`
  }
  write(name: string, text: string) {
    this.web.site[`/posts/${name}`] = page(name, text)
    this.#changes++
  }
  erase(name: string) {
    this.#deleted.push(name)
  }
  spoil(name: string) {
    this.web.site[`/posts/${name}`] = { status: 404 }
    this.items.set(name, textOf(name, 0))
  }
  close() {
    return this.web.close()
  }

  #feed() {
    const date = new Date(Date.UTC(2026, 10, 17) + this.#changes * 1_000).toISOString()
    const entries = [...this.items].map(
      ([name, text]) =>
        `<entry><id>id-${name}</id><title>${text.replace('Text', 'About')}</title><updated>2026-11-17T10:00:00Z</updated><link href="/posts/${name}"/></entry>`,
    )
    const gone = this.#deleted.map(name => `<at:deleted-entry ref="id-${name}" when="2026-11-17T10:00:00Z"/>`)
    return `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0"><title>Posts</title><id>f</id><updated>${date}</updated>${entries.join('')}${gone.join('')}</feed>`
  }
}

/** A site with a sitemap: pages are read again when it names another date. */
export class SiteWorld extends World {
  readonly provider = 'web-crawler'
  readonly web: WebServer
  readonly #changed = new Map<string, number>()

  constructor(web: WebServer) {
    super()
    this.web = web
    this.items.set('', textOf('home', 0))
    this.web.site['/'] = page('Home', textOf('home', 0))
    this.web.site['/sitemap.xml'] = () => ({ body: this.#sitemap() })
  }

  connection() {
    return { settings: { startUrl: `${this.web.url}/` } }
  }
  keyOf(name: string) {
    return `/${name}`
  }
  write(name: string, text: string) {
    this.web.site[`/${name}`] = page(name, text)
    this.#changed.set(name, (this.#changed.get(name) ?? 0) + 1)
  }
  erase(name: string) {
    delete this.web.site[`/${name}`]
  }
  spoil(name: string) {
    this.write(name, large('Too large'))
  }
  close() {
    return this.web.close()
  }

  #sitemap() {
    const urls = [...this.#changed]
      .filter(([name]) => this.items.has(name))
      .map(
        ([name, changes]) =>
          `<url><loc>${this.web.url}/${name}</loc><lastmod>2026-11-${String(changes).padStart(2, '0')}</lastmod></url>`,
      )
    return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`
  }
}
