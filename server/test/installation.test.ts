import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, matchesGlob, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { configSchema, loadConfig } from '../src/config.ts'

/** What people install from: manifests, Dockerfile and docker-compose.yml must agree with each other and with the server. */
const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const dockerLines = read('Dockerfile').replaceAll('\\\n', ' ').split('\n')

describe('Node.js', () => {
  test.each(['package.json', 'server/package.json', 'console/package.json', 'acceptance/package.json'])(
    '24 or newer is what %s asks for',
    path => expect(JSON.parse(read(path)).engines).toEqual({ node: '>=24' }),
  )

  test('20 or newer is what the SDK asks for', () => {
    expect(JSON.parse(read('sdk/package.json')).engines).toEqual({ node: '>=20' })
  })

  test('24 is in every base image of the Dockerfile', () => {
    const images = dockerLines.filter(line => /^FROM node/.test(line))
    expect(images.length).toBeGreaterThan(0)
    for (const image of images) expect(image).toMatch(/^FROM node:24\b/)
  })

  test('24 is what the command line and doctor ask for', () => {
    const sources = globSync('server/{src/cli,bin}/**/*.{ts,js}', { cwd: root }).map(read)
    const asked = sources.flatMap(text =>
      Array.from(text.matchAll(/const oldest\w* = (\d+)/g), ([, major]) => major),
    )
    expect(new Set(asked)).toEqual(new Set(['24']))
  })
})

describe('the Docker image', () => {
  /** Of the last stage, which is the image. */
  const image = dockerLines.slice(dockerLines.findLastIndex(line => line.startsWith('FROM ')))
  const env = Object.fromEntries(
    image
      .filter(line => line.startsWith('ENV '))
      .flatMap(line => Array.from(line.matchAll(/(\w+)=(\S+)/g), ([, name, value]) => [name, value])),
  )
  const volumes: string[] = parse(read('docker-compose.yml')).services.reverie.volumes.map(
    (volume: string) => volume.split(':')[1],
  )
  const isKept = (path: string) => volumes.some(volume => !relative(volume, path).startsWith('..'))

  test('writes only to volumes of docker-compose.yml, so recreating the container loses nothing', () => {
    const config = loadConfig(env)
    const directories = Object.keys(configSchema.shape).filter(name => name.endsWith('_DIR'))
    expect(directories).toEqual(expect.arrayContaining(['DATA_DIR', 'BLOB_DIR', 'MODEL_DIR']))
    const outside = directories
      .map(name => [name, config[name as keyof typeof config]] as const)
      .filter(([, path]) => path !== '' && !isKept(String(path)))
    expect(outside).toEqual([])
  })

  test('switches off the telemetry of onnxruntime', () => {
    expect(env.ORT_DISABLE_TELEMETRY).toBe('1')
  })

  test('has node as its process, and a command named reverie', () => {
    expect(image).toContain('ENTRYPOINT ["node", "server/dist/main.js"]')
    expect(image.join('\n')).toContain('ln -s /app/server/dist/main.js /usr/local/bin/reverie')
  })

  test('is built from what the Dockerfile copies and .dockerignore lets through, and from nothing else', () => {
    const directory = mkdtempSync(join(tmpdir(), 'reverie-image-'))
    try {
      for (const path of buildContext()) cpSync(join(root, path), join(directory, path), copySources)
      for (const path of ['node_modules', 'server/node_modules', 'sdk/node_modules'])
        if (existsSync(join(root, path))) symlinkSync(join(root, path), join(directory, path))
      execFileSync('npm', ['run', 'build'], { cwd: directory, stdio: 'pipe' })
      expect(existsSync(join(directory, 'server/dist/main.js'))).toBe(true)
      expect(existsSync(join(directory, 'sdk/dist/package.json'))).toBe(true)
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
})

const copySources = {
  recursive: true,
  filter: (path: string) => !['node_modules', 'dist'].includes(basename(path)),
}

/** Files and folders of the repository that the stages up to `npm run build` have. */
function buildContext(): string[] {
  const building = dockerLines.slice(0, dockerLines.indexOf('RUN npm run build'))
  const patterns = building
    .filter(line => /^COPY (?!--from)/.test(line))
    .flatMap(line => line.split(/\s+/).slice(1, -1))
  const allowed = read('.dockerignore')
    .split('\n')
    .filter(line => line.startsWith('!'))
    .map(line => line.slice(1))
  const isAllowed = (path: string) =>
    allowed.some(pattern => matchesGlob(path, pattern) || path.startsWith(`${pattern}/`))
  return globSync(patterns, { cwd: root }).filter(isAllowed)
}
