import { text } from 'node:stream/consumers'
import { SupermemoryPlugin } from 'opencode-supermemory'

/**
 * Hosts the published plugin as OpenCode does. Reads the directory, the messages of the session and the steps from the
 * standard input, and prints a line of JSON for each step: the parts of a message after the hook, or the answer of the tool.
 */
const { directory, sessionID = 'session', messages = [], steps } = JSON.parse(await text(process.stdin))

// OpenCode logs promises that nobody awaits, such as the plugin's request to change settings.
process.on('unhandledRejection', error => console.error(`unhandled: ${error}`))

// The plugin asks the npm registry for updates. The tests answer for no host but the server.
const { fetch } = globalThis
globalThis.fetch = (input, init) =>
  `${input instanceof Request ? input.url : input}`.startsWith(process.env.SUPERMEMORY_API_URL)
    ? fetch(input, init)
    : Promise.reject(new Error('no network'))

const client = {
  provider: { list: async () => ({ data: { all: [] } }) },
  tui: { showToast: async () => undefined },
  session: {
    messages: async () => ({ data: messages }),
    summarize: async () => undefined,
    promptAsync: async () => undefined,
  },
}

const hooks = await SupermemoryPlugin({ directory, client })

async function take(step) {
  if (step.tool) return JSON.parse(await hooks.tool.supermemory.execute(step.tool))
  if (step.event) return (await hooks.event({ event: step.event })) ?? null
  const output = { message: { id: 'message' }, parts: [{ type: 'text', text: step.message }] }
  await hooks['chat.message']({ sessionID }, output)
  return output.parts.map(part => part.text)
}

for (const step of steps) console.log(JSON.stringify(await take(step)))
