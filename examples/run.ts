import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Reverie } from '@reverie/sdk'
import { prepareTemplate } from '../server/test/database.ts'
import { startTestServer, until } from '../server/test/harness.ts'
import { startLlmDouble } from './llm-double.ts'

/**
 * Runs every example, and those of the integrations, as its README says, against a live server on a fresh database
 * (`TEST_DATABASE_URL`): `node examples/run.ts`, or `node examples/run.ts rag chat` for some. The last line is one JSON object.
 */
const run = promisify(execFile)
type Env = Record<string, string>

const examples: Record<string, (env: Env) => Promise<void>> = {
  chat: runChat,
  rag: env => runReadme('rag', env),
  migrate: env => runReadme('migrate', env),
  supermemory: env => runReadme('supermemory', env),
  'ai-sdk': env => runReadme('../integrations/ai-sdk', env),
  langgraph: env => runReadme('../integrations/langgraph', env),
  'openai-agents': env => runReadme('../integrations/openai-agents', env),
  python: env => runReadme('../integrations/python', env),
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(examples)
const unknown = names.find(name => !(name in examples))
if (unknown) throw new Error(`There is no example ${unknown}. There are: ${Object.keys(examples).join(', ')}`)

await prepareTemplate()
// Form memories soon after the last message, instead of after the default of five seconds.
const server = await startTestServer({ config: { DREAM_QUIET_MS: 200 } })
const failed: string[] = []
for (const name of names) {
  const started = performance.now()
  const failure = await examples[name]!({ REVERIE_URL: server.url, REVERIE_KEY: server.client.key }).catch(
    error => error,
  )
  if (failure) failed.push(name)
  if (failure) console.error(failure)
  console.log(`${failure ? 'FAILED' : 'ok'}  ${name}  ${Math.round(performance.now() - started)} ms`)
}
await server.close()
console.log(JSON.stringify({ examples: names.length, failed, ok: failed.length === 0 }))
process.exitCode = failed.length === 0 ? 0 : 1

/** Runs each ```bash block that a ```text block follows; every line of the text must be in the output. */
async function runReadme(name: string, env: Env): Promise<void> {
  const readme = readFileSync(join(import.meta.dirname, name, 'README.md'), 'utf8')
  const blocks = [...readme.matchAll(/```bash\n([^`]*)```\s+```text\n([\s\S]*?)```/g)]
  assert.ok(blocks.length > 0, `${name}/README.md shows no command with its output`)
  for (const [, command, expected] of blocks) {
    const lines = (await bash(name, command!, env)).split('\n')
    for (const line of expected!.trimEnd().split('\n'))
      assert.ok(lines.includes(line), `"${command!.trim()}" did not print "${line}":\n${lines.join('\n')}`)
  }
}

/** Runs two sessions, each in its own process. A fact from the first must reach the model in the second. */
async function runChat(env: Env): Promise<void> {
  const llm = await startLlmDouble()
  const say = (text: string) =>
    bash('chat', `echo '${text}' | node chat.ts ada`, { ...env, LLM_URL: llm.url, LLM_MODEL: 'double' })
  try {
    assert.match(await say('I am vegan and I live in Lisbon.'), /Nice to meet you\./)
    await untilRemembered(env, 'chat_ada')
    assert.match(await say('What could I cook tonight?'), /I remember: .*vegan/)
  } finally {
    llm.close()
  }
}

async function untilRemembered({ REVERIE_URL, REVERIE_KEY }: Env, containerTag: string): Promise<void> {
  const reverie = new Reverie({ baseUrl: REVERIE_URL!, apiKey: REVERIE_KEY! })
  for await (const { id } of reverie.documents.list({ containerTags: [containerTag] }))
    await until(
      () => reverie.get(id),
      ({ dreamingStatus }) => dreamingStatus === 'done',
    )
}

/** Uses the Node.js that runs this file, because another one on PATH may be too old to run TypeScript. */
async function bash(name: string, command: string, env: Env): Promise<string> {
  const PATH = `${join(process.execPath, '..')}:${process.env.PATH}`
  const cwd = join(import.meta.dirname, name)
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', command], {
    cwd,
    env: { ...process.env, ...env, PATH },
    timeout: 120_000,
  })
  return stdout
}
