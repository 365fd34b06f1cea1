import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { webdav } from '../../src/platform/connectors/webdav.ts'
import { PulledItems, pullIntoMap, pullWithKills, seededRandom } from '../../test/connectors/pull-into-map.ts'
import { testSource } from '../../test/connectors/test-source.ts'
import { startRealServer } from './real-server.ts'

/** Reads a folder of Apache's mod_dav with kills, changes it in every way, and compares file by file with the disk. */
const { values } = parseArgs({ options: { files: { type: 'string', default: '1000' } } })
const count = Number(values.files)

const modules = 'mpm_event authn_core authn_file authz_core authz_user auth_basic dav dav_fs mime'.split(' ')
const server = await startRealServer(
  'apache',
  file => ['apache2', '-f', file, '-DFOREGROUND'],
  (folder, port) => {
    // {SHA} of "secret".
    writeFileSync(join(folder, 'users'), 'ada:{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ=\n')
    return `
ServerRoot "/usr/lib/apache2"
${modules.map(name => `LoadModule ${name}_module modules/mod_${name}.so`).join('\n')}
Listen 127.0.0.1:${port}
ServerName localhost
PidFile ${folder}/pid
ErrorLog ${folder}/log
User nobody
Group nogroup
TypesConfig /etc/mime.types
DocumentRoot ${folder}/data
DavLockDB ${folder}/data/.locks
<Directory ${folder}/data>
  Dav On
  AuthType Basic
  AuthName dav
  AuthUserFile ${folder}/users
  Require valid-user
</Directory>
`
  },
)

const root = join(server.folder, 'data', 'files')
const write = (path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
  // Apache gives a file of the last second a weak ETag, and a strong one later: it would be read twice, as it must be.
  const hourAgo = Date.now() / 1_000 - 3_600
  utimesSync(join(root, path), hourAgo, hourAgo)
}
const onDisk = () =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .map(path => [path.slice(root.length + 1), readFileSync(path, 'utf8')])
      .sort(),
  )
const differences = (pulled: PulledItems) => {
  const stored: Record<string, string> = Object.fromEntries(
    [...pulled.items.values()].map(({ metadata, text }) => [String(metadata.path), text]),
  )
  const disk: Record<string, string> = onDisk()
  return [...new Set([...Object.keys(stored), ...Object.keys(disk)])].filter(
    path => stored[path] !== disk[path],
  )
}
const source = () =>
  testSource(webdav, {
    settings: { url: `http://127.0.0.1:${server.port}/files/` } as never,
    credentials: { username: 'ada', password: 'secret' },
  })
async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return Math.round(performance.now() - started)
}

try {
  for (let n = 0; n < count; n++)
    write(`f${n % 20}/${n % 3 ? `größe & ${n % 4}/` : ''}n ${n}.md`, `Text ${n}`)
  const pulled = new PulledItems()
  const times: Record<string, number> = {}
  const faults: Record<string, string[]> = {}
  times.first = await timed(() => pullWithKills(webdav, source, pulled, seededRandom(23)))
  faults.first = differences(pulled)
  const { reads } = pulled
  times.unchanged = await timed(() => pullIntoMap(webdav, source(), pulled))
  faults.unchanged = pulled.reads === reads ? [] : ['files were read again']
  write('f0/n 0.md', 'Text 0 revised')
  write('new/deep/er/x.md', 'New')
  rmSync(join(root, 'f1'), { recursive: true })
  renameSync(join(root, 'f2'), join(root, 'renamed'))
  times.changed = await timed(() => pullIntoMap(webdav, source(), pulled))
  faults.changed = differences(pulled)
  const ok = Object.values(faults).every(list => list.length === 0)
  const { size } = pulled.items
  console.log(
    JSON.stringify({
      ok,
      files: size,
      ms: times,
      checkpointBytes: pulled.largestCheckpoint,
      faults: ok ? undefined : faults,
    }),
  )
} finally {
  await server.stop()
}
