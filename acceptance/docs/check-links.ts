import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/**
 * The last step of `npm run docs -- build`. It checks that every internal link of the built site leads to an existing page
 * and anchor, that the site loads nothing from other hosts, and that every relative link in Markdown leads to a file of
 * the repository. VitePress itself does not check anchors, the sidebar or files outside `docs/`.
 */
const repository = join(import.meta.dirname, '../..')
const site = join(repository, 'docs/.vitepress/dist')

function checkSite(): string[] {
  const pages = new Map(
    globSync('**/*.html', { cwd: site }).map(path => [path, readFileSync(join(site, path), 'utf8')]),
  )
  if (pages.size === 0) return [`there is no built site in ${site}`]
  return [...pages].flatMap(([page, html]) => [...checkPage(page, html, pages), ...findForeign(page, html)])
}

function checkPage(page: string, html: string, pages: Map<string, string>): string[] {
  const hrefs = new Set(Array.from(html.matchAll(/<a\b[^>]*?\bhref="([^"]*)"/g), ([, href]) => href!))
  return [...hrefs].flatMap(href => {
    if (/^[a-z]+:/i.test(href)) return []
    const [path, anchor] = decodeURI(href.replaceAll('&amp;', '&')).split('#') as [string, string?]
    const target = path ? toFile(posix.resolve('/', posix.dirname(page), path).slice(1), path, pages) : page
    if (target === undefined) return [`${page}: ${href} leads nowhere`]
    if (!anchor || !target.endsWith('.html')) return []
    return pages.get(target)?.includes(` id="${anchor}"`) ? [] : [`${page}: ${href} has no such anchor`]
  })
}

function toFile(path: string, href: string, pages: Map<string, string>): string | undefined {
  const candidates = href.endsWith('/') ? [join(path, 'index.html')] : [path, `${path}.html`]
  return candidates.find(file => pages.has(file) || (file !== '' && isFile(join(site, file))))
}

const isFile = (path: string) => existsSync(path) && statSync(path).isFile()

/** Finds scripts, styles, fonts and images from other hosts. Links that a reader may click are allowed. */
function findForeign(page: string, html: string): string[] {
  const sources = html.matchAll(/<(?:script|img|iframe|link|source)\b[^>]*?\b(?:src|href)="(https?:[^"]*)"/g)
  return Array.from(sources, ([, source]) => `${page} loads ${source}`)
}

function checkStyles(): string[] {
  return globSync('assets/**/*.css', { cwd: site })
    .filter(path => /(@import|url\()\s*['"]?https?:/.test(readFileSync(join(site, path), 'utf8')))
    .map(path => `${path} loads something from another host`)
}

/** Checks the links of Markdown files as read in the repository. */
function checkSources(): string[] {
  const files = ['*.md', 'docs/**/*.md', 'sdk/*.md', 'examples/**/*.md', 'acceptance/*.md']
  const found = globSync(files, { cwd: repository, exclude: path => /node_modules|\.vitepress/.test(path) })
  return found.flatMap(file => {
    const text = readFileSync(join(repository, file), 'utf8').replaceAll(/```[\s\S]*?```/g, '')
    const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link!)
    return links
      .filter(link => !/^([a-z]+:|#)/i.test(link) && !leadsSomewhere(file, link.replace(/#.*$/, '')))
      .map(link => `${file}: ${link} leads nowhere`)
  })
}

function leadsSomewhere(file: string, link: string): boolean {
  if (link.startsWith('/')) return true // A page of the site: checkSite covers it.
  const path = join(repository, dirname(file), link)
  return existsSync(path) || isPage(path)
}

/** API pages do not exist as files: they are generated when the site is built. */
const isPage = (path: string) =>
  existsSync(join(site, `${path.slice(join(repository, 'docs').length + 1).replace(/\.md$/, '')}.html`))

const faults = [...checkSite(), ...checkStyles(), ...checkSources()]
for (const fault of faults) console.error(fault)
console.log(
  JSON.stringify({
    pages: globSync('**/*.html', { cwd: site }).length,
    faults: faults.length,
    ok: faults.length === 0,
  }),
)
process.exitCode = faults.length === 0 ? 0 : 1
