import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { webCrawler } from '../../src/platform/connectors/web-crawler.ts'
import { PulledItems, pullIntoMap, pullWithKills, seededRandom } from '../../test/connectors/pull-into-map.ts'
import { testSource } from '../../test/connectors/test-source.ts'
import { startRealServer } from './real-server.ts'

/** Crawls a folder of pages that nginx serves with kills, changes it in every way, and compares page by page with the disk. */
const { values } = parseArgs({ options: { pages: { type: 'string', default: '1000' } } })
const count = Number(values.pages)

const server = await startRealServer(
  'nginx',
  (file, folder) => ['nginx', '-c', file, '-p', folder, '-g', 'daemon off;'],
  (folder, port) => `
pid ${folder}/pid;
error_log ${folder}/log;
user nobody nogroup;
events {}
http {
  access_log off;
  types { text/html html; text/plain txt; application/xml xml; }
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    root ${folder}/data;
    index index.html;
    location = /old.html { return 301 /p0.html; }
    location = /round.html { return 302 /round.html; }
  }
}
`,
)
chmodSync(server.folder, 0o755)

const root = join(server.folder, 'data')
const origin = `http://127.0.0.1:${server.port}`
const texts = new Map<string, string>()
const words = (n: number) => [...String(n)].map(digit => 'abcdefghij'[Number(digit)]).join('')

/** Pages lead to each other in a tree. `null` removes one. */
function write(n: number, text: string | null): void {
  const name = n < 0 ? 'index' : `p${n}`
  const path = n < 0 ? '/' : `/${name}.html`
  if (text === null) {
    rmSync(join(root, `${name}.html`))
    texts.delete(path)
    return
  }
  const links =
    n < 0
      ? ['p0', 'old', 'round']
      : [2 * n + 1, 2 * n + 2].filter(next => next < count).map(next => `p${next}`)
  const anchors = links.map(link => `<a href="/${link}.html">.</a>`).join('')
  writeFileSync(join(root, `${name}.html`), `<title>${text}</title><p>${text}</p>${anchors}`)
  texts.set(path, text)
}

function differences(pulled: PulledItems): string[] {
  const stored = new Map(
    [...pulled.items].map(([id, { text }]) => [id.slice(origin.length), /<p>(.*)<\/p>/.exec(text)?.[1]]),
  )
  return [...new Set([...stored.keys(), ...texts.keys()])].filter(
    path => stored.get(path) !== texts.get(path),
  )
}

const source = (day: number) => {
  const settings = { startUrl: `${origin}/`, maxPages: 20_000, maxDepth: 50 }
  const now = new Date(Date.UTC(2026, 10, 18) + day * 86_400_000).toISOString()
  return testSource(webCrawler, { settings: settings as never, now })
}

try {
  mkdirSync(root, { recursive: true })
  write(-1, 'Home')
  for (let n = 0; n < count; n++) write(n, `Story ${words(n)}`)
  const pulled = new PulledItems()
  const faults: Record<string, string[]> = {}
  await pullWithKills(webCrawler, () => source(0), pulled, seededRandom(31))
  faults.first = differences(pulled)
  const { reads } = pulled
  // Every page is due: nginx answers 304.
  await pullIntoMap(webCrawler, source(40), pulled)
  faults.unchanged = pulled.reads === reads ? [] : [`${pulled.reads - reads} pages were read again`]
  for (let n = 0; n < count; n += 20) write(n, `Story ${words(n)} revised`)
  // Leaves of the tree: nothing below them is lost.
  for (let n = count - 1; n > count - 20; n -= 2) write(n, null)
  await pullIntoMap(webCrawler, source(120), pulled)
  faults.changed = differences(pulled)
  const ok = Object.values(faults).every(list => list.length === 0)
  console.log(
    JSON.stringify({ ok, pages: pulled.items.size, failures: [...pulled.failures], ...(!ok && { faults }) }),
  )
} finally {
  await server.stop()
}
