import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { type Node, type Program, parseSync, visitorKeys } from 'oxc-parser'
import { describe, expect, test } from 'vitest'

/**
 * The rules of the house, held by a machine: who may import whom, and which things are done in one place only. A rule
 * that must give way somewhere names the place and the reason, and a place that no longer needs it fails too.
 */
const root = join(import.meta.dirname, '../..')
const source = join(root, 'server/src')

/** `names` as the other module has them, `locals` as this one calls them. */
type Import = { target: string; names: string[]; locals: string[]; kind: 'value' | 'type' | 'dynamic' }
type Module = { path: string; text: string; program: Program; own: Import[]; foreign: Import[] }

/** What the service is made of: tests, and the suites they share, may do as they please. */
const modules = filesUnder(source)
  .filter(path => !/(\.test|contract-[\w-]+)\.ts$/.test(path))
  .map(readModule)

/**
 * The layers of the service, from the top: the first folder of a path. A file imports from its own layer and from those
 * below. `main.ts` stands above all of them.
 */
const layers = ['edges', 'app', 'processes', 'features', 'language', 'platform']

/** A layer consists of rooms: the second folder of a path, or the layer itself for a file that lies in it. */
const layerOf = (path: string) => path.slice(0, Math.max(0, path.indexOf('/')))
const roomOf = (path: string) => path.split('/').slice(0, -1).slice(0, 2).join('/')

describe('an import', () => {
  test('starts in a file of a layer, main.ts aside', () => {
    const homeless = modules.map(({ path }) => path).filter(path => !layers.includes(layerOf(path)))
    expect(homeless).toEqual(['main.ts'])
  })

  test('goes down the layers', () => {
    const height = (path: string) => layers.length - layers.indexOf(layerOf(path))
    const upward = arrows().filter(({ from, to }) => from !== 'main.ts' && height(to) > height(from))
    expect(upward.map(show)).toEqual([])
  })

  test('is part of no cycle between folders', () => {
    const rooms = new Map<string, Set<string>>()
    for (const { from, to } of arrows()) {
      const [room, other] = [roomOf(from), roomOf(to)]
      if (room !== other) rooms.set(room, (rooms.get(room) ?? new Set()).add(other))
    }
    expect(findCycle(new Map([...rooms].map(([room, others]) => [room, [...others]])))).toBeUndefined()
  })

  test('of a pure part reaches no infrastructure', () => {
    const ground = ['platform/lib', 'platform']
    const pure: Record<string, string[]> = {
      'language/rules': [],
      'language/dates': [...ground, 'language/rules'],
      'language/english': [
        ...ground,
        ...['language/rules', 'language/dates', 'language/languages', 'language/lexical'],
      ],
      'language/languages': ground,
      // Postgres stems the words.
      'language/lexical': [...ground, 'platform/db'],
      'platform/filters': ground,
      'platform/extraction': ground,
      'platform/access': ground,
      'platform/routing': [...ground, 'platform/access'],
      'platform/lib': ['platform'],
    }
    const reaching = arrows().filter(({ from, to }) => {
      const allowed = pure[roomOf(from)]
      return allowed && roomOf(to) !== roomOf(from) && !allowed.includes(roomOf(to))
    })
    expect(reaching.map(show)).toEqual([])
  })

  test('of the configuration is of its type only, except where a process begins', () => {
    const readers = modules.filter(({ own }) =>
      own.some(({ target, kind }) => /^platform\/config(\.ts$|\/)/.test(target) && kind !== 'type'),
    )
    const outside = readers.map(({ path }) => path).filter(path => !path.startsWith('platform/config'))
    expect(outside).toEqual(['edges/cli/action.ts', 'edges/cli/config-docs.ts'])
  })

  test('is part of no cycle between files, types and dynamic imports included', () => {
    const files = modules.map(({ path, own }): [string, string[]] => [path, own.map(({ target }) => target)])
    expect(findCycle(new Map(files))).toBeUndefined()
  })

  test('of the acceptance suite never names the server, which it tests over HTTP', () => {
    const suite = join(root, 'acceptance')
    const peeks = filesUnder(suite).flatMap(file => {
      const { staticImports } = parseSync(file, readFileSync(join(suite, file), 'utf8')).module
      return staticImports
        .map(({ moduleRequest }) => moduleRequest.value)
        .filter(target => {
          const path = normalize(join(dirname(file), target))
          // Adapters are clients: the suite runs them against the server, as it runs published plugins.
          const isPeek = path.startsWith('..') && !path.startsWith('../integrations/')
          return isPeek || target.startsWith('@reverie/server')
        })
        .map(target => `acceptance/${file} → ${target}`)
    })
    expect(peeks).toEqual([])
  })

  test('of a tool goes from bench to eval to measure, and is part of no cycle', () => {
    const tools = ['bench', 'eval', 'measure']
    const files = tools.flatMap(tool =>
      filesUnder(join(root, 'server', tool)).map(file => readModule(`../${tool}/${file}`)),
    )
    const toolOf = (path: string) => tools.indexOf(path.split('/')[1]!)
    const upward = files.flatMap(({ path, own }) =>
      own
        .filter(({ target }) => toolOf(target) >= 0 && toolOf(target) < toolOf(path))
        .map(({ target }) => `${path} → ${target}`),
    )
    expect(upward).toEqual([])
    const edges = files.map(({ path, own }): [string, string[]] => [path, own.map(({ target }) => target)])
    expect(findCycle(new Map(edges))).toBeUndefined()
  })

  test('names its file: there is no index.ts', () => {
    expect(modules.map(({ path }) => path).filter(path => /(^|\/)index\.ts$/.test(path))).toEqual([])
  })
})

type Arrow = { from: string; to: string }

const arrows = (): Arrow[] =>
  modules.flatMap(({ path, own }) => own.map(({ target }) => ({ from: path, to: target })))

const show = ({ from, to }: Arrow) => `${from} → ${to}`

/** The nodes of a cycle, or undefined. */
function findCycle(edges: Map<string, string[]>): string[] | undefined {
  const finished = new Set<string>()
  function visit(path: string, trail: string[]): string[] | undefined {
    const start = trail.indexOf(path)
    if (start >= 0) return [...trail.slice(start), path]
    if (finished.has(path)) return undefined
    for (const target of edges.get(path) ?? []) {
      const cycle = visit(target, [...trail, path])
      if (cycle) return cycle
    }
    finished.add(path)
    return undefined
  }
  for (const path of edges.keys()) {
    const cycle = visit(path, [])
    if (cycle) return cycle
  }
  return undefined
}

describe('in one place only:', () => {
  test('the environment is read in config.ts', () => {
    const reads = (node: Node) => {
      if (isMember(node, 'process', 'env')) return 'process.env'
      const taken = node.type === 'VariableDeclarator' && node.init && isName(node.init, 'process')
      return taken && node.id.type === 'ObjectPattern' && 'a part of process'
    }
    const exceptions = {
      'platform/providers/threads/start-runtime-thread.ts':
        'sets, and does not read: telemetry of the native runtime is off',
    }
    expectOnly(
      ['platform/config.ts'],
      'reads the environment',
      module => [
        ...find(module, reads),
        ...foreignNames(module, /^(node:)?process$/, ['env', 'Default', 'NamespaceObject']),
      ],
      exceptions,
    )
  })

  test('threads start in start-runtime-thread.ts, which switches telemetry of onnxruntime off', () => {
    const starts = (node: Node) =>
      node.type === 'NewExpression' && nameOf(node.callee) === 'Worker' && 'new Worker'
    expectOnly(['platform/providers/threads/start-runtime-thread.ts'], 'starts a thread', module =>
      find(module, starts),
    )
  })

  test('onnxruntime is loaded in threads only, after its telemetry was switched off', () => {
    const inThreads = /^platform\/providers\/\w+\/(load-\w[\w-]*|whisper-network|local-\w+-thread)\.ts$/
    expectOnly([inThreads], 'loads onnxruntime outside of a thread', ({ foreign, own }) =>
      [...foreign, ...own]
        .filter(({ kind }) => kind !== 'type')
        .map(({ target }) => target)
        .filter(
          target => /^(onnxruntime-node|@huggingface\/transformers)$/.test(target) || inThreads.test(target),
        ),
    )
  })

  test('SQL is in stores, in db and in lanes', () => {
    const exceptions = {
      'platform/filters/to-sql.ts':
        'makes conditions for the stores out of filters, and sends nothing itself',
      'edges/cli/run.ts': 'readiness asks "select 1"',
      'edges/cli/doctor/check-cells.ts': "asks the server's time, to compare the clocks, and its wal_level",
    }
    const statements = (node: Node) => {
      if (node.type === 'TaggedTemplateExpression' && rootName(node.tag) === 'sql') return 'sql`…`'
      if (node.type !== 'CallExpression') return false
      if (rootName(node.callee) === 'sql') return 'sql.…()'
      const text = node.arguments[0]
      const isText =
        text?.type === 'TemplateLiteral' || (text?.type === 'Literal' && typeof text.value === 'string')
      return (
        isText &&
        node.callee.type === 'MemberExpression' &&
        isName(node.callee.property, 'query') &&
        '.query(…)'
      )
    }
    expectOnly(
      [/^platform\/(db|lanes)\//, /[/-]store\.ts$/],
      'speaks SQL',
      module => find(module, statements),
      exceptions,
    )
  })

  test('the web framework is named where http/ serves, reads bodies, forwards and sends answers', () => {
    const named = ['server', 'docs-page', 'multipart', 'read-body', 'send-answer', 'forward-request']
    const edge = named.map(name => `edges/http/${name}.ts`)
    expectOnly(edge, 'names the web framework', module =>
      module.foreign.map(({ target }) => target).filter(target => /^@?fastify(\/|$)/.test(target)),
    )
  })

  test('statuses of errors are in errors.ts and in the definitions of routes', () => {
    // Providers, sources and links read the statuses of others, which are not ours to choose.
    const allowed = [
      'platform/errors.ts',
      /(^|[/-])routes(\.v\d+)?\.ts$/,
      /^platform\/providers\//,
      /^platform\/connectors\//,
      'features/connections/oauth/token-request.ts',
      'processes/pipeline/fetch/safe-request.ts',
      'processes/pipeline/fetch/read-response.ts',
      'features/webhooks/read-answer.ts',
    ]
    expectOnly(allowed, 'knows a status', module =>
      find(module, (node, parent) => isStatus(node) && isStatusLike(module, parent) && String(node.value)),
    )
  })

  test('the network is called in providers, in safe-fetch.ts and in its siblings', () => {
    const calls = (node: Node) =>
      node.type === 'CallExpression' &&
      (isName(node.callee, 'fetch') || isMember(node.callee, 'globalThis', 'fetch')) &&
      'fetch(…)'
    expectOnly(
      [
        /^platform\/providers\//,
        'processes/pipeline/fetch/safe-fetch.ts',
        'processes/pipeline/fetch/safe-forward.ts',
        'processes/pipeline/fetch/safe-post.ts',
        'processes/pipeline/fetch/safe-request.ts',
      ],
      'calls the network',
      module => [
        ...find(module, calls),
        ...foreignNames(module, /^(node:)?https?$/, [
          'request',
          'get',
          'Agent',
          'Default',
          'NamespaceObject',
        ]),
        ...module.foreign
          .map(({ target }) => target)
          .filter(target => /^(undici|axios|got|node-fetch)$/.test(target)),
      ],
      {
        'edges/cli/mcp.ts': 'passes messages of an agent to the server that its owner names',
        'edges/cli/top/scrape.ts': 'reads the metrics of processes that the operator names',
      },
    )
  })
})

describe('a route', () => {
  const isRoutes = ({ path }: Module) =>
    /(^|[/-])routes(\.v\d+)?\.ts$/.test(path) && !path.startsWith('edges/')

  test('leaves transactions to its operation', () => {
    const opening = modules
      .filter(isRoutes)
      .flatMap(({ path, own }) =>
        own
          .filter(({ target, kind }) => target === 'platform/db/tx.ts' && kind !== 'type')
          .flatMap(({ names }) => names.map(name => `${path} imports ${name}`)),
      )
    expect(opening).toEqual([])
  })

  test('leaves JSON to present', () => {
    const built = modules.filter(isRoutes).flatMap(module =>
      find(module, node => {
        if (node.type === 'ReturnStatement')
          return node.argument?.type === 'ObjectExpression' && 'an object is returned'
        return (
          node.type === 'ArrowFunctionExpression' &&
          node.async &&
          node.body.type === 'ObjectExpression' &&
          'an object is returned'
        )
      }).map(what => `${module.path}: ${what}`),
    )
    expect(built).toEqual([])
  })
})

test('importing a module does no work', () => {
  const exceptions = {
    'main.ts': 'is the program',
    'platform/providers/embedding/local-embedder-thread.ts': 'is the program of a worker thread',
    'platform/providers/transcription/local-transcriber-thread.ts': 'likewise',
    'platform/providers/judge/local-judge-thread.ts': 'likewise',
    'processes/pipeline/chunking/cut-thread.ts': 'likewise',
    'processes/dreaming/extract/reading-thread.ts': 'likewise',
    'platform/extraction/box/child.ts':
      'is the program of a process that reads files, and imported by nobody',
    'platform/db/pool.ts': 'tells pg once how to read int8',
  }
  expectOnly([], 'works when imported', workAtTop, exceptions)
})

/** Statements other than declarations, and in declarations whatever opens, reads or calls a function of ours. */
function workAtTop({ program, own }: Module): string[] {
  const declaration = /^(Import|Export|Function|Class|Variable|TS)\w*Declaration$/
  const beginning =
    /^(load|open|start|create|connect|run|read|write|listen|fetch|setInterval|setTimeout)([A-Z]|$)/
  const ours = new Set(own.filter(({ kind }) => kind === 'value').flatMap(({ locals }) => locals))
  return program.body.flatMap(statement => {
    if (!declaration.test(statement.type)) return [`${statement.type} at the top`]
    return findAtTop(statement, node => {
      if (node.type === 'AwaitExpression') return 'await'
      if (node.type === 'NewExpression')
        return /\b(Pool|Client|Worker|Kysely)$/.test(nameOf(node.callee)) && `new ${nameOf(node.callee)}`
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return false
      const { name } = node.callee
      return (ours.has(name) || beginning.test(name)) && `${name}(…)`
    })
  })
}

describe('the size', () => {
  const folders = [
    'server/src',
    'server/test',
    'server/bench',
    'server/eval',
    'server/measure',
    'acceptance',
    'sdk/src',
    'sdk/test',
    'examples',
    'integrations',
    'console/src',
  ]
  const files = folders.flatMap(folder => {
    const path = join(root, folder)
    const written = filesUnder(path).filter(file => !file.startsWith('generated/'))
    return written.map(file => ({
      path: `${folder}/${file}`,
      lines: countLines(readFileSync(join(path, file), 'utf8')),
    }))
  })

  test('of a file is at most 400 lines, 800 for a test', () => {
    const tooLong = files.filter(({ path, lines }) => lines > (/\.test\.ts$/.test(path) ? 800 : 400))
    expect(tooLong).toEqual([])
  })

  test('of a function is at most 60 lines, tables of routes aside', () => {
    const tooLong = modules
      .filter(({ path }) => !/routes(\.v\d+)?\.ts$/.test(path))
      .flatMap(module =>
        find(module, node => {
          const isFunction = /Function(Declaration|Expression)$/.test(node.type)
          const lines = countLines(module.text.slice(node.start, node.end))
          return isFunction && lines > 60 && `${module.path}: a function of ${lines} lines`
        }),
      )
    expect(tooLong).toEqual([])
  })
})

test('the root of the repository holds what a reader expects there and no debris', () => {
  const expected = [
    ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE'],
    ...['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json', 'biome.json'],
    ...['Dockerfile', 'docker-compose.yml', '.dockerignore', '.env.example', '.gitignore', '.npmrc'],
    ...[
      '.ci',
      '.github',
      'acceptance',
      'console',
      'deploy',
      'docs',
      'examples',
      'integrations',
      'reverie',
      'scripts',
      'sdk',
      'server',
    ],
  ]
  const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const entries = new Set(
    paths
      .trim()
      .split('\n')
      .map(path => path.split('/')[0]!),
  )
  expect([...entries].filter(entry => !expected.includes(entry))).toEqual([])
})

test('package.json has at most 13 scripts: measuring commands take a name instead', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(13)
})

function filesUnder(folder: string): string[] {
  let entries: import('node:fs').Dirent[]
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  } catch {
    return []
  }
  return entries
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .filter(path => !path.includes('node_modules'))
    .sort()
}

function readModule(path: string): Module {
  const text = readFileSync(join(source, path), 'utf8')
  const { program, module, errors } = parseSync(path, text)
  expect(errors, path).toEqual([])
  const imports: Import[] = []
  for (const { moduleRequest, entries } of module.staticImports)
    imports.push({
      target: moduleRequest.value,
      names: entries.map(({ importName }) => importName.name ?? importName.kind),
      locals: entries.map(({ localName }) => localName.value),
      kind: entries.length > 0 && entries.every(({ isType }) => isType) ? 'type' : 'value',
    })
  const unnamed = { names: [], locals: [] }
  for (const { moduleRequest, isType } of module.staticExports.flatMap(({ entries }) => entries))
    if (moduleRequest)
      imports.push({ target: moduleRequest.value, ...unnamed, kind: isType ? 'type' : 'value' })
  for (const { moduleRequest } of module.dynamicImports) {
    const target = text.slice(moduleRequest.start + 1, moduleRequest.end - 1)
    imports.push({ target, ...unnamed, kind: 'dynamic' })
  }
  const isOwn = ({ target }: Import) => target.startsWith('.')
  const resolve = (each: Import) => ({ ...each, target: normalize(join(dirname(path), each.target)) })
  return {
    path,
    text,
    program,
    own: imports.filter(isOwn).map(resolve),
    foreign: imports.filter(each => !isOwn(each)),
  }
}

/** What is found in a module, with its line. */
type Finder = (module: Module) => string[]

/** Fails for every module outside `allowed` in which something is found, and for every exception that is none. */
function expectOnly(
  allowed: (string | RegExp)[],
  what: string,
  finder: Finder,
  exceptions: Record<string, string> = {},
): void {
  const isAllowed = (path: string) =>
    allowed.some(place => (typeof place === 'string' ? place === path : place.test(path)))
  const found = modules
    .filter(({ path }) => !isAllowed(path))
    .flatMap(module => finder(module).map(text => ({ path: module.path, text })))
  const unexpected = found
    .filter(({ path }) => !(path in exceptions))
    .map(({ path, text }) => `${path} ${what}: ${text}`)
  expect(unexpected).toEqual([])
  const needless = Object.keys(exceptions).filter(path => !found.some(each => each.path === path))
  expect(needless, 'exceptions that are no longer needed').toEqual([])
}

type Match = (node: Node, parent: Node | undefined) => string | false | null | undefined

function find({ text, program }: Module, match: Match): string[] {
  const found: string[] = []
  walk(program, undefined, (node, parent) => {
    const what = match(node, parent)
    if (what) found.push(`${what} in line ${text.slice(0, node.start).split('\n').length}`)
    return true
  })
  return found
}

/** As `find`, but not inside of functions and fields: what happens when the statement is evaluated. */
function findAtTop(statement: Node, match: Match): string[] {
  const found: string[] = []
  walk(statement, undefined, (node, parent) => {
    const what = match(node, parent)
    if (what) found.push(what)
    return !/Function/.test(node.type) && !(node.type === 'PropertyDefinition' && !node.static)
  })
  return found
}

function walk(
  node: Node,
  parent: Node | undefined,
  enter: (node: Node, parent: Node | undefined) => boolean,
): void {
  if (!enter(node, parent)) return
  for (const key of visitorKeys[node.type] ?? []) {
    for (const child of [(node as unknown as Record<string, Node | Node[] | null>)[key]].flat())
      if (child) walk(child, node, enter)
  }
}

function foreignNames({ foreign }: Module, from: RegExp, names: string[]): string[] {
  return foreign
    .filter(({ target, kind }) => from.test(target) && kind !== 'type')
    .flatMap(each => each.names.filter(name => names.includes(name)).map(name => `${name} of ${each.target}`))
}

const isName = (node: Node, name: string) => node.type === 'Identifier' && node.name === name

function isMember(node: Node, object: string, property: string): boolean {
  if (node.type !== 'MemberExpression' || !isName(node.object, object)) return false
  return (
    isName(node.property, property) || (node.property.type === 'Literal' && node.property.value === property)
  )
}

/** `a` of `a`, `a.b`, `a.b(c).d`. */
function rootName(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return rootName(node.object)
  if (node.type === 'CallExpression') return rootName(node.callee)
  return undefined
}

/** `a.b` of `a.b`. */
function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name
  return node.type === 'MemberExpression' ? `${nameOf(node.object)}.${nameOf(node.property)}` : ''
}

function isStatus(node: Node): node is Node & { type: 'Literal'; value: number } {
  return (
    node.type === 'Literal' &&
    typeof node.value === 'number' &&
    Number.isInteger(node.value) &&
    node.value >= 400 &&
    node.value < 600
  )
}

/** Any such number in http/; elsewhere one that stands beside something called a status. */
function isStatusLike({ path, text }: Module, parent: Node | undefined): boolean {
  return (
    path.startsWith('edges/http/') ||
    (parent !== undefined && /status/i.test(text.slice(parent.start, parent.end)))
  )
}

function countLines(text: string): number {
  return text.trimEnd().split('\n').length
}
