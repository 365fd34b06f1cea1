import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'

/** What the server does instead of answering: a status, or half of an answer. */
export type GitFault = { status: number; headers?: Record<string, string> } | 'broken off'

/** A repository that a test writes, and its bare copy, which git's own `http-backend` serves. */
export class GitServer {
  readonly #folder: string
  readonly #server = createServer((request, response) => void this.#serve(request, response))
  readonly requests: string[] = []
  readonly authorizations: string[] = []
  token: string | undefined
  fault: ((request: IncomingMessage) => GitFault | undefined) | undefined
  /** Where the repository has moved to. */
  redirect: string | undefined
  url = ''

  constructor(folder: string) {
    this.#folder = folder
  }

  async start(): Promise<void> {
    this.#git('.', 'init', '--quiet', '--initial-branch=main', 'work')
    this.#git('.', 'init', '--quiet', '--bare', '--initial-branch=main', 'notes.git')
    this.#git('notes.git', 'config', 'uploadpack.allowFilter', 'true')
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/notes.git`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** Writes files (null removes one) and pushes them. Returns the commit. */
  commit(
    files: Record<string, string | Uint8Array | null>,
    { isForced = false, branch = 'main' } = {},
  ): string {
    for (const [path, content] of Object.entries(files)) {
      const file = join(this.#folder, 'work', path)
      if (content === null) rmSync(file, { recursive: true })
      else {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, content)
      }
    }
    this.#git('work', 'add', '--all')
    this.#git('work', 'commit', '--quiet', '--allow-empty', '-m', 'Change', ...(isForced ? ['--amend'] : []))
    this.#git('work', 'push', '--quiet', '--force', '../notes.git', `HEAD:${branch}`)
    return this.#git('work', 'rev-parse', 'HEAD').trim()
  }

  /** Runs git where the test writes, such as to move a file. */
  inWork(...args: string[]): string {
    return this.#git('work', ...args)
  }

  /** Forgets commits that no branch leads to, as hosts do some time after a forced push. */
  forget(): void {
    this.#git('notes.git', 'reflog', 'expire', '--expire=now', '--all')
    this.#git('notes.git', 'gc', '--quiet', '--prune=now')
  }

  /** The files of the branch, read by git itself. */
  files(): Record<string, string> {
    const paths = this.#git('notes.git', 'ls-tree', '-r', '-z', '--name-only', 'main')
      .split('\0')
      .filter(Boolean)
    return Object.fromEntries(paths.map(path => [path, this.#git('notes.git', 'show', `main:${path}`)]))
  }

  #git(folder: string, ...args: string[]): string {
    const settings = [
      'user.name=Ada',
      'user.email=ada@example.org',
      'protocol.file.allow=always',
      'commit.gpgSign=false',
    ]
    const all = [...settings.flatMap(pair => ['-c', pair]), ...args]
    return execFileSync('git', all, {
      cwd: join(this.#folder, folder),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests.push(`${request.method} ${request.url}`)
    if (request.headers.authorization) this.authorizations.push(request.headers.authorization)
    const fault = this.fault?.(request)
    if (fault && fault !== 'broken off') return void response.writeHead(fault.status, fault.headers).end()
    if (this.redirect !== undefined)
      return void response
        .writeHead(301, { location: this.redirect + request.url!.replace(/^\/[^/]+/, '') })
        .end()
    const given = Buffer.from(
      (request.headers.authorization ?? '').replace('Basic ', ''),
      'base64',
    ).toString()
    if (this.token !== undefined && given.split(':')[1] !== this.token)
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
    const { status, headers, body } = await this.#run(request)
    response.writeHead(status, headers)
    if (fault !== 'broken off') return void response.end(body)
    response.write(body.subarray(0, body.length / 2))
    request.socket.destroySoon()
  }

  /** By CGI, as a web server runs it. */
  async #run(request: IncomingMessage) {
    const [path = '', query = ''] = request.url!.split('?')
    const { headers } = request
    const child = spawn('git', ['http-backend'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        GIT_PROJECT_ROOT: this.#folder,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: path,
        QUERY_STRING: query,
        REQUEST_METHOD: request.method!,
        REMOTE_ADDR: '127.0.0.1',
        CONTENT_TYPE: headers['content-type'] ?? '',
        GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
        HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
        ...(headers['content-length'] && { CONTENT_LENGTH: headers['content-length'] }),
      },
    })
    request.pipe(child.stdin).on('error', () => undefined)
    const output = await buffer(child.stdout)
    const end = output.indexOf('\r\n\r\n')
    const fields = output
      .subarray(0, end)
      .toString()
      .split('\r\n')
      .map(line => line.split(': ') as [string, string])
    const status = Number.parseInt(fields.find(([name]) => name === 'Status')?.[1] ?? '200', 10)
    return {
      status,
      headers: Object.fromEntries(fields.filter(([name]) => name !== 'Status')),
      body: output.subarray(end + 4),
    }
  }
}
