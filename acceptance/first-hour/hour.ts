import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from '../mcp-agent.ts'
import { Api } from './api.ts'
import type { Newcomer } from './newcomer.ts'
import { isTaken, printedPorts } from './ports.ts'
import type { Background, Terminal } from './terminal.ts'

export const keyPattern = /\bsm_[0-9a-z]+_[0-9a-f]+\b/

/** A running server and a second shell to use it. */
export type Session = { shell: Terminal; server: Background; port: number; key: string; api: Api }

/**
 * Starts the server in a terminal with the command from README.md. It must print its address, the key and the next
 * step.
 */
export async function startInTerminal(shell: Terminal, command: string, port: number): Promise<Session> {
  const server = shell.start(command, { tty: true })
  await server.printed(new RegExp(`http://127\\.0\\.0\\.1:${port}`))
  const [key] = await server.printed(keyPattern)
  await server.printed(/curl /)
  assert.doesNotMatch(server.stdout, /^\s*\{"level"/m, 'a terminal shows lines for people, not JSON')
  const settings = { REVERIE_KEY: key, REVERIE_URL: `http://127.0.0.1:${port}` }
  return { shell: shell.with(settings), server, port, key, api: new Api(settings.REVERIE_URL, key) }
}

/**
 * Runs the first memory of README.md. It repeats the query, because the pause in README.md is too short on a busy
 * machine.
 */
export async function useAsPrinted({ shell, port, key }: Session, block: string): Promise<void> {
  const script = block
    .replace(/(REVERIE_KEY=)sm_\w+/, `$1${key}`)
    .replaceAll(`:${printedPorts.api}/`, `:${port}/`)
  assert.ok(script.includes(key), 'the block "use" should set REVERIE_KEY=sm_…, to be replaced')
  const [settings] = script.split('\n', 1)
  const asking = script.split(/^sleep \d+$/m)[1]
  assert.ok(asking, 'the block "use" should pause between adding and asking')
  let printed = await shell.run(script)
  const id = /^\{"id":"(\w{22})"/.exec(printed)?.[1]
  assert.ok(id, `the document was not accepted: ${printed}`)
  const deadline = Date.now() + 60_000
  while (!(printed.includes(`"documentId":"${id}"`) && /"(static|dynamic)":\["[^"]*Lisbon/.test(printed))) {
    assert.ok(Date.now() < deadline, `search and profile do not know what was added: ${printed}`)
    await sleep(1_000)
    printed = await shell.run(`${settings}\n${asking}`)
  }
}

/** Connects an agent to the address that README.md prints. It recalls what was added before it, by HTTP and by stdio. */
export async function recallByAgent({ api, port, key, shell }: Session, readme: string): Promise<void> {
  const printed = `http://127.0.0.1:${printedPorts.api}/mcp`
  assert.ok(readme.includes(printed), `README.md should name the address ${printed}`)
  for (const way of ['http', 'stdio'] as const) {
    const program = join(shell.directory, 'reverie')
    await using agent = await Agent.connect({
      url: `http://127.0.0.1:${port}`,
      key,
      way,
      program,
      mode: 'auto',
    })
    const { text } = await agent.call('search_memory', {
      query: 'Where does Ada live now?',
      containerTag: 'user_42',
    })
    assert.match(text, /Lisbon/, `an agent at ${api.url} recalls by ${way}`)
  }
}

/** Runs the commands of README.md: add a file, search it, and run doctor, which must find no fault. */
export async function commandAsPrinted({ shell }: Session, block: string): Promise<void> {
  const printed = await shell.run(block)
  assert.match(printed, /handbook/, '"reverie add" says into which container tag it stored the file')
  assert.match(printed, /supermemory/, '"reverie search" finds the file')
}

export async function lookAround({ api }: Session): Promise<void> {
  const home = await (await fetch(`${api.url}/`, { headers: { accept: 'text/html' } })).text()
  assert.match(home, /<title>[^<]*Reverie/)
  const docs = await fetch(`${api.url}/docs`)
  assert.equal(docs.status, 200)
  const ready = await api.call('GET', '/ready')
  assert.equal(ready.json.status, 'ready')
}

/** Makes common mistakes of the first hour. Each error must say what is expected. */
export async function makeMistakes({ api, shell, port }: Session): Promise<void> {
  const misspelt = await api.call('POST', '/v3/documents', {
    content: 'Tea at four.',
    contanerTag: 'user_42',
  })
  assert.equal(misspelt.status, 400)
  assert.match(String(misspelt.json.error), /contanerTag.*containerTag/)
  const date = await api.call('POST', '/v3/documents', { content: 'Tea.', documentDate: 'tomorrow' })
  assert.match(String(date.json.error), /YYYY-MM-DD/)
  const method = await api.call('PUT', '/v3/documents', {})
  assert.equal(method.status, 405)
  assert.match(String(method.headers.get('allow')), /POST/)
  const option = await shell.try('./reverie add "Tea at four." --tagg zed')
  assert.notEqual(option.code, 0)
  assert.match(option.stderr, /--tag/)
  const taken = await shell.try('./reverie start')
  assert.equal(taken.code, 1)
  assert.match(taken.stderr, new RegExp(`${port}`))
  assert.doesNotMatch(taken.stderr, /\n\s+at /, 'a taken port is a sentence, not a stack')
}

/** Checks that a document shows its outcome: the number of memories, or the reason why it failed. */
export async function seeWhatHappened({ api }: Session): Promise<void> {
  const remembered = await api.ended(await addText(api, 'My sister Ingrid lives in Oslo.'))
  assert.equal(remembered.status, 'done')
  assert.ok(Number(remembered.memoryCount) > 0, JSON.stringify(remembered))
  assert.equal((remembered.dreamingOutcome as { outcome: string }).outcome, 'formed')
  const broken = await api.ended(await api.upload('report.pdf', '%PDF-1.7\nnothing more', 'application/pdf'))
  assert.equal(broken.status, 'failed')
  assert.equal(broken.title, 'report.pdf')
  assert.match(String(broken.errorCode), /^extract\./)
  assert.ok(String(broken.errorMessage).length > 10)
  assert.notEqual(broken.dreamingStatus, 'dreaming')
  const blocked = await api.ended(await addText(api, 'http://10.0.0.1/handbook'))
  assert.equal(blocked.errorCode, 'fetch.blocked_address')
  assert.match(String(blocked.errorMessage), /FETCH_ALLOW/)
}

async function addText(api: Api, content: string): Promise<string> {
  const { json } = await api.call('POST', '/v3/documents', {
    content,
    containerTag: 'user_42',
    dreaming: 'instant',
  })
  return String(json.id)
}

/** Uses a key for one user. The key need not repeat its tag and sees nothing else. */
export async function useScopedKey({ shell, api }: Session): Promise<void> {
  const printed = await shell.run('./reverie keys create default --tag user_42 --expires 30d')
  const scoped = new Api(api.url, keyPattern.exec(printed)![0])
  const profile = await scoped.call('POST', '/v4/profile', {})
  assert.equal(profile.status, 200, profile.text)
  assert.match(profile.text, /Lisbon/)
  assert.equal((await scoped.call('POST', '/v4/profile', { containerTag: 'handbook' })).status, 403)
}

/**
 * Stops the server and starts it again through npm, as a supervisor would. Standard output must be JSON only, the key and
 * the signed URL of a file must still work, and SIGTERM to npm must end the server.
 */
export async function restart({ api, server, port, shell }: Session): Promise<void> {
  const file = await api.upload('notes.txt', 'Kilns are fired at 1,200 °C.', 'text/plain')
  const { json } = await api.call('GET', `/v3/documents/${file}/file-url`)
  await server.end()
  assert.equal(await isTaken(port), false, 'the server ended with its terminal')
  const again = shell.start('npm --silent start', { tty: false })
  await again.printed(/"msg":"Reverie listens on/)
  for (const line of again.stdout.trim().split('\n')) assert.doesNotThrow(() => JSON.parse(line), line)
  assert.equal((await api.call('GET', `/v3/documents/${file}`)).status, 200)
  assert.equal((await fetch(String(json.url))).status, 200, 'a link to a file works after a restart')
  await again.terminate()
  assert.equal(await isTaken(port), false, 'SIGTERM to npm ends the server')
}

/** Checks that the server wrote only to its own directories. */
export function lookAtHome({ home }: Newcomer): void {
  const found = readdirSync(home).flatMap(entry =>
    readdirSync(join(home, entry)).map(each => `${entry}/${each}`),
  )
  const strangers = found.filter(path => !/^\.(cache|local|npm)\/(reverie|share|_)/.test(path))
  assert.deepEqual(strangers, [], 'nothing but our own directories appears in the home directory')
}
