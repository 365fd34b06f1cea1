import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const host = join(import.meta.dirname, 'opencode-host.mjs')
const program = join(dirname(fileURLToPath(import.meta.resolve('opencode-supermemory'))), 'cli.js')

export type Step = { message: string } | { tool: object } | { event: object }

/** A machine with the published plugin for OpenCode: a home directory, a project, and a browser that opens nothing. */
export class OpenCode {
  readonly home = mkdtempSync(join(tmpdir(), 'reverie-opencode-'))
  readonly project = join(this.home, 'demo-project')
  readonly #env: Record<string, string>

  constructor(env: Record<string, string>) {
    mkdirSync(this.project)
    const browser = join(this.home, 'xdg-open')
    writeFileSync(browser, '#!/bin/sh\nexit 0\n')
    chmodSync(browser, 0o755)
    const { SUPERMEMORY_API_KEY: _, ...own } = process.env
    this.#env = { ...(own as Record<string, string>), HOME: this.home, ...env }
    this.#env.PATH = `${this.home}${delimiter}${process.env.PATH}`
  }

  /** Settings of the plugin, as its installer writes them. */
  configure(settings: object): void {
    const directory = join(this.home, '.config/opencode')
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, 'supermemory.json'), JSON.stringify(settings))
  }

  /** Starts OpenCode in the project, in a new process. Returns what each step answered. */
  async run(steps: Step[], input: { messages?: object[] } = {}): Promise<unknown[]> {
    const child = this.spawn([host])
    child.stdin!.end(JSON.stringify({ directory: this.project, steps, ...input }))
    const [printed, errors, [code]] = await Promise.all([
      text(child.stdout!),
      text(child.stderr!),
      once(child, 'close'),
    ])
    if (code !== 0) throw new Error(`the plugin ended with ${code}: ${errors}`)
    return printed
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line))
  }

  /** The container of the project, from the log of the plugin. */
  async findProjectTag(): Promise<string> {
    await this.run([])
    const log = readFileSync(join(this.home, '.opencode-supermemory.log'), 'utf8')
    return /"canonical":"([^"]+)"/.exec(log)![1]!
  }

  /** Runs a command of the plugin, such as `status`. */
  async command(...args: string[]): Promise<{ code: number; printed: string; errors: string }> {
    const child = this.spawn([program, ...args])
    child.stdin!.end()
    const [printed, errors, [code]] = await Promise.all([
      text(child.stdout!),
      text(child.stderr!),
      once(child, 'close'),
    ])
    return { code, printed, errors }
  }

  /** Starts `login`. `url` is the page that it opens; `ended` is what it printed. */
  async logIn(): Promise<{ url: string; ended: Promise<string> }> {
    const child = this.spawn([program, 'login'])
    const { promise, resolve } = Promise.withResolvers<string>()
    let printed = ''
    child.stdout!.setEncoding('utf8').on('data', part => {
      printed += part
      const url = /visit: (\S+)\n/.exec(printed)?.[1]
      if (url) resolve(url)
    })
    const ended = once(child, 'close').then(() => printed)
    return { url: await promise, ended }
  }

  spawn(args: string[]): ChildProcess {
    return spawn(process.execPath, args, { cwd: this.project, env: this.#env })
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true })
  }
}
