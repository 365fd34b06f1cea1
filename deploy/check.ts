import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Ajv } from 'ajv'
import { parse } from 'yaml'

/**
 * `node deploy/check.ts` checks the Helm chart and the systemd units, with helm, kubeconform and systemd-analyze where the
 * machine has them. It says which of them it lacks.
 */
const folder = import.meta.dirname
const chart = join(folder, 'helm/reverie')
const work = mkdtempSync(join(tmpdir(), 'reverie-deploy-'))
const faults: string[] = []

try {
  checkCopies()
  checkValues()
  checkSettings()
  renderChart()
  checkUnits()
} finally {
  rmSync(work, { recursive: true })
}
for (const fault of faults) console.error(fault)
console.log(faults.length === 0 ? 'The chart and the units are valid.' : `${faults.length} faults.`)
if (faults.length > 0) process.exitCode = 1

/** A chart can read only files of its own folder. */
function checkCopies(): void {
  const [original, copy] = [join(folder, 'seccomp.json'), join(chart, 'files/seccomp.json')].map(read)
  if (original !== copy)
    faults.push('deploy/helm/reverie/files/seccomp.json differs from deploy/seccomp.json: copy it')
}

/** Helm checks the same schema at each installation, also where this machine has no helm. */
function checkValues(): void {
  const validate = new Ajv({ strict: false, allErrors: true }).compile(
    JSON.parse(read(join(chart, 'values.schema.json'))),
  )
  const usual = parse(read(join(chart, 'values.yaml')))
  for (const path of valueFiles()) {
    const values = path === '' ? usual : merge(usual, parse(read(path)))
    if (validate(values)) continue
    for (const error of validate.errors!)
      faults.push(`${basename(path) || 'values.yaml'}: ${error.instancePath} ${error.message}`)
  }
}

/** A misspelt setting would have no effect, and nobody would notice. */
function checkSettings(): void {
  const known = new Set(read(join(folder, '../.env.example')).match(/\b[A-Z][A-Z0-9_]{3,}\b/g))
  const files = [...globSync(join(chart, 'templates/*')), ...globSync(join(folder, 'systemd/*'))]
  for (const path of files) {
    const named = read(path).matchAll(
      /"([A-Z][A-Z_]{3,})"|\bname: ([A-Z][A-Z_]{3,})$|^(?:Environment=|#?)([A-Z][A-Z_]{3,})=/gm,
    )
    for (const [, inDict, inEnv, inUnit] of named) {
      const name = inDict ?? inEnv ?? inUnit!
      if (!known.has(name) && name !== 'PATH')
        faults.push(`${basename(path)}: ${name} is not a setting of Reverie`)
    }
  }
}

function renderChart(): void {
  if (!has('helm')) {
    console.log('(no helm here: the templates were not rendered)')
    return
  }
  for (const path of valueFiles()) {
    const values = path === '' ? [] : ['--values', path]
    run('helm', ['lint', '--strict', chart, ...values])
    const rendered = join(work, 'rendered.yaml')
    writeFileSync(
      rendered,
      run('helm', ['template', 'memory', chart, '--kube-version', '1.31.0', ...values]) ?? '',
    )
    if (has('kubeconform')) run('kubeconform', ['-strict', '-summary', '-ignore-missing-schemas', rendered])
  }
}

/** The units, with a program that exists here in place of ours: systemd-analyze looks for it. */
function checkUnits(): void {
  if (!has('systemd-analyze')) {
    console.log('(no systemd-analyze here: the units were not verified)')
    return
  }
  const units = globSync(join(folder, 'systemd/*.{service,target}'))
  const copies = units.map(path => {
    const copy = join(work, basename(path))
    writeFileSync(copy, read(path).replaceAll('/opt/reverie/current/node_modules/.bin/reverie', '/bin/true'))
    return copy
  })
  run('systemd-analyze', ['verify', '--man=no', ...copies])
}

/** No file, and the examples that try every part of the chart. */
function valueFiles(): string[] {
  return ['', ...globSync(join(folder, 'helm/examples/*.yaml')).sort()]
}

/** As helm merges values: objects by key, everything else is replaced. */
function merge(usual: unknown, given: unknown): unknown {
  if (!isObject(usual) || !isObject(given)) return given
  const merged = { ...usual }
  for (const [key, value] of Object.entries(given)) merged[key] = merge(usual[key], value)
  return merged
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function run(command: string, args: string[]): string | undefined {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status === 0) return stdout
  faults.push(`${command} ${args[0]}: ${(stderr || stdout).trim()}`)
  return undefined
}

function has(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`])
    return true
  } catch {
    return false
  }
}

function read(path: string): string {
  return readFileSync(path, 'utf8')
}
