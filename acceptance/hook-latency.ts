import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { OpenCode } from './clients/opencode.ts'
import { putAway, startOneCell } from './layouts.ts'

/**
 * `npm run acceptance -- hooks` measures how long the user of a coding agent waits for a memory plugin: from the start of
 * the hook's process until it has printed its answer. It starts a server, fills the containers of a repository, and runs
 * each hook `--rounds` times, one after the other. The last line printed is one JSON object.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '40' }, memories: { type: 'string', default: '500' } },
})
const [rounds, memories] = [Number(values.rounds), Number(values.memories)]

/** A person notices a delay of the prompt from about this time on. The plugins give up after 3 s. */
const goalMs = 400

type Hook = { name: string; run(): Promise<void> }
type Server = { url: string; key: string }

async function main(): Promise<void> {
  const { target } = await startOneCell()
  const server = { url: target.REVERIE_URL!, key: target.REVERIE_KEY! }
  const machine = new OpenCode({ SUPERMEMORY_API_URL: server.url, SUPERMEMORY_API_KEY: server.key })
  const containerTag = await machine.findProjectTag()
  await fill(server, containerTag)
  const hooks = [
    bareProcess(),
    openCode('opencode-supermemory, first message', machine, { autoRecallEveryPrompt: false }),
    openCode('opencode-supermemory, first message with recall', machine, { autoRecallEveryPrompt: true }),
    ...replayedHooks(server, containerTag),
  ]
  const measured: Record<string, object> = {}
  for (const hook of hooks) measured[hook.name] = await measure(hook)
  machine.remove()
  const p95Ms = Math.max(...Object.values(measured).map(each => (each as { p95Ms: number }).p95Ms))
  const ok = p95Ms < goalMs
  console.log(JSON.stringify({ rounds, memories, hooks: measured, p95Ms, goalMs, ok }))
  process.exitCode = ok ? 0 : 1
}

async function fill({ url, key }: Server, containerTag: string): Promise<void> {
  const metadata = { sm_scope: 'personal' }
  const facts = Array.from({ length: memories }, (_, i) => ({
    content: `Module ${i} is owned by team ${i % 17} and is deployed on day ${i % 28} of the month.`,
    metadata,
  }))
  for (let from = 0; from < facts.length; from += 100) {
    const response = await fetch(`${url}/v4/memories`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ containerTag, memories: facts.slice(from, from + 100) }),
    })
    if (response.status !== 201) throw new Error(`POST /v4/memories answered ${response.status}`)
  }
}

async function measure({ name, run }: Hook): Promise<object> {
  await run()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await run()
    times.push(performance.now() - started)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))]!)
  const [p50Ms, p95Ms, maxMs] = [at(0.5), at(0.95), at(1)]
  console.log(`${name}: p50 ${p50Ms} ms, p95 ${p95Ms} ms, slowest ${maxMs} ms`)
  return { p50Ms, p95Ms, maxMs }
}

const question = 'Which team owns module 42, and when is it deployed?'

/** OpenCode is one long process; here it starts anew for each message, with the plugin. */
const openCode = (name: string, machine: OpenCode, settings: object): Hook => ({
  name,
  async run() {
    machine.configure(settings)
    const [parts] = (await machine.run([{ message: question }])) as [string[]]
    if (!parts[0]?.includes('[SUPERMEMORY]')) throw new Error(`${name} recalled nothing`)
  },
})

/** The floor: a process that reads its input and ends. */
const bareProcess = (): Hook => ({
  name: 'a Node process that does nothing',
  run: async () => void (await runProcess(['-e', 'process.stdin.resume()'], {})),
})

function replayedHooks(server: Server, containerTag: string): Hook[] {
  const others = [
    'repo_demo_project',
    'user_project_a',
    'claudecode_project_a',
    'codex_user_a',
    'codex_project_a',
  ]
  const profile = (tag: string, q?: string) => ({
    path: '/v4/profile',
    body: { containerTag: tag, ...(q && { q }) },
  })
  const customId = randomUUID()
  const turn = () =>
    `<|turn_start|>${new Date().toISOString()}\n\n<|start|>user<|message|>${question} ${randomUUID()}<|end|>\n\n<|start|>assistant<|message|>Team 8, on day 14.<|end|>\n\n<|turn_end|>`
  const hook = (name: string, requests: () => object[]): Hook => ({
    name,
    async run() {
      await runProcess([join(import.meta.dirname, 'clients/replayed-hook.mjs')], {
        ...server,
        requests: requests(),
      })
    },
  })
  return [
    hook('Claude Code, session start (six containers)', () =>
      [containerTag, ...others].map(tag => profile(tag, 'demo-project')),
    ),
    hook('Claude Code, prompt', () => [profile(containerTag, question)]),
    hook('Claude Code, capture of a turn', () => [
      {
        path: '/v3/documents',
        body: { content: turn(), containerTag, customId, metadata: { type: 'session_turn' } },
      },
    ]),
    hook('Codex, prompt (six containers)', () =>
      [containerTag, ...others].map(tag => profile(tag, question)),
    ),
  ]
}

async function runProcess(args: string[], input: object): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(input))
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return printed
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => putAway().finally(() => process.exit(1)))
}
try {
  await main()
} finally {
  await putAway()
}
