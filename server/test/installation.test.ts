import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, matchesGlob, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { configSchema } from '../src/platform/config/schema.ts'
import { loadConfig } from '../src/platform/config.ts'
import { finish } from './run-reverie.ts'

/**
 * The files of an installation: manifests, Dockerfile and docker-compose.yml must agree with each other and with the
 * server.
 */
const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const compose = parse(read('docker-compose.yml'))
const dockerLines = read('Dockerfile').replaceAll('\\\n', ' ').split('\n')
/** The last stage of the Dockerfile, which becomes the image. */
const image = dockerLines.slice(dockerLines.findLastIndex(line => line.startsWith('FROM ')))
const env: Record<string, string> = Object.fromEntries(
  image
    .filter(line => line.startsWith('ENV '))
    .flatMap(line => Array.from(line.matchAll(/(\w+)=(\S+)/g), ([, name, value]) => [name, value])),
)

describe('Node.js', () => {
  test.each(['package.json', 'server/package.json', 'console/package.json', 'acceptance/package.json'])(
    '24 or newer is required by %s',
    path => expect(JSON.parse(read(path)).engines).toEqual({ node: '>=24' }),
  )

  test('20 or newer is required by the SDK', () => {
    expect(JSON.parse(read('sdk/package.json')).engines).toEqual({ node: '>=20' })
  })

  test('24 is the base of every image in the Dockerfile', () => {
    expect(dockerLines).toContain('ARG NODE_IMAGE=node:24-bookworm-slim')
    const bases = dockerLines.filter(line => /^FROM (?!manifests)/.test(line))
    expect(bases.length).toBeGreaterThan(0)
    for (const base of bases) expect(base).toMatch(/^FROM \$\{NODE_IMAGE\}/)
  })

  test('24 is required by the command line and doctor', () => {
    const sources = globSync('server/{src/edges/cli,bin}/**/*.{ts,js}', { cwd: root }).map(read)
    const asked = sources.flatMap(text =>
      Array.from(text.matchAll(/const oldest\w* = (\d+)/g), ([, major]) => major),
    )
    expect(new Set(asked)).toEqual(new Set(['24']))
  })
})

describe('the Docker image', () => {
  const volumes: string[] = compose.services.reverie.volumes.map((volume: string) => volume.split(':')[1])
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

  test('runs reverie below tini, and has a command named reverie', () => {
    expect(image).toContain('ENTRYPOINT ["tini", "--", "reverie"]')
    expect(image.join('\n')).toContain('ln -s /app/server/bin/reverie.js /usr/local/bin/reverie')
  })

  test('asks for its health on the port of the settings, of the API or of a worker alone', async () => {
    const [, script] = /HEALTHCHECK .*CMD (\[.*\])$/.exec(
      image.find(line => line.startsWith('HEALTHCHECK'))!,
    )!
    const [, ...args] = JSON.parse(script!) as string[]
    const ready = createServer((_request, response) => response.end())
    await new Promise<void>(resolve => ready.listen(0, '127.0.0.1', resolve))
    const port = String((ready.address() as AddressInfo).port)
    const check = async (settings: Record<string, string>) =>
      (await finish(spawn(process.execPath, args, { env: settings }))).code
    expect(await check({ PORT: port, WORKER_PORT: '1' })).toBe(0)
    expect(await check({ PORT: '1', WORKER_PORT: port })).toBe(0)
    expect(await check({ PORT: '1', WORKER_PORT: '1' })).toBe(1)
    ready.close()
    // Compose would ask 8787, whatever PORT says.
    expect(compose.services.reverie.healthcheck).not.toHaveProperty('test')
  })

  test('is built only from files that the Dockerfile copies and .dockerignore lets through', () => {
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

describe('docker-compose.yml', () => {
  const { reverie, postgres } = compose.services

  test('runs the server without capabilities, without new privileges, and with writes only to volumes', () => {
    expect(reverie).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'] })
    expect(reverie.security_opt).toEqual(['no-new-privileges:true', 'seccomp:./deploy/seccomp.json'])
    expect(reverie).not.toHaveProperty('privileged')
    expect(reverie).not.toHaveProperty('cap_add')
  })

  test('publishes only on loopback, and still requires a sandbox as on a public server', () => {
    for (const port of [...reverie.ports, ...postgres.ports]) expect(port).toMatch(/^127\.0\.0\.1:/)
    expect(reverie.environment).not.toHaveProperty('EXTRACT_SANDBOX')
    expect(loadConfig({ HOST: reverie.environment.HOST ?? env.HOST }).EXTRACT_SANDBOX).toBe('required')
  })

  test('takes its images by digest if .env has the digests that deploy/pin-images prints', () => {
    const folder = mkdtempSync(join(tmpdir(), 'reverie-pin-'))
    const fake = `#!/bin/sh\n[ "$1" = pull ] || echo "registry.example/$5@sha256:0123"\n`
    writeFileSync(join(folder, 'docker'), fake, { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env.PATH}` }
    const printed = execFileSync(join(root, 'deploy/pin-images'), { env, encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    const pinned = Object.fromEntries(
      printed
        .trim()
        .split('\n')
        .map(line => line.split('=') as [string, string]),
    )
    const wanted = [postgres.image, reverie.build.args.NODE_IMAGE].map(
      image => /^\$\{(\w+):-(.*)\}$/.exec(image)!,
    )
    for (const [, name, tag] of wanted) expect(pinned[name!]).toBe(`${tag}@sha256:0123`)
    expect(Object.keys(pinned)).toHaveLength(wanted.length)
  })
})

describe('the seccomp profile of the container', () => {
  type Rule = { names: string[]; action: string; errnoRet?: number; args?: unknown[] }
  const profile = JSON.parse(read('deploy/seccomp.json'))
  const rules: Rule[] = profile.syscalls
  const freely = new Set(
    rules.filter(({ action, args }) => action === 'SCMP_ACT_ALLOW' && !args).flatMap(({ names }) => names),
  )

  test('refuses system calls that it does not name, on both processor architectures of the images', () => {
    expect(profile.defaultAction).toBe('SCMP_ACT_ERRNO')
    expect(profile.archMap.map(({ architecture }: { architecture: string }) => architecture)).toEqual([
      'SCMP_ARCH_X86_64',
      'SCMP_ARCH_AARCH64',
    ])
    for (const { names, action } of rules) {
      expect(['SCMP_ACT_ALLOW', 'SCMP_ACT_ERRNO']).toContain(action)
      for (const name of names) expect(name).toMatch(/^[a-z_0-9]+$/)
    }
  })

  test('allows the namespaces of bubblewrap, Landlock and seccomp', () => {
    const needed = ['clone', 'mount', 'umount2', 'pivot_root', 'sethostname', 'prctl', 'seccomp']
    const landlock = ['landlock_create_ruleset', 'landlock_add_rule', 'landlock_restrict_self']
    expect([...needed, ...landlock].filter(name => !freely.has(name))).toEqual([])
    // A seccomp filter cannot see the flags of clone3, so clone3 fails and the C library falls back to clone.
    expect(rules.find(({ names }) => names.includes('clone3'))).toMatchObject({ errnoRet: 38 })
  })

  test.each(['bpf', 'io_uring_setup', 'ptrace', 'process_vm_readv', 'setns', 'unshare', 'chroot', 'keyctl'])(
    'refuses %s',
    name => expect(freely.has(name)).toBe(false),
  )

  test.each(['init_module', 'kexec_load', 'reboot', 'swapon', 'clock_settime', 'fsopen', 'move_mount'])(
    'refuses %s',
    name => expect(freely.has(name)).toBe(false),
  )
})

const copySources = {
  recursive: true,
  filter: (path: string) => !['node_modules', 'dist'].includes(basename(path)),
}

/** Files and folders of the repository that the stages up to `npm run build` contain. */
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
