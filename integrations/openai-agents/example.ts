import { Agent, Runner } from '@openai/agents-core'
import { assistantMessage, modelResponder, ScriptedModel } from '@openai/agents-core/testing'
import { Reverie } from '@reverie/sdk'
import { ReverieSession } from './session.ts'

/** Sessions of the OpenAI Agents SDK, with a scripted model in place of yours: `node example.ts`. */
const reverie = new Reverie({ baseUrl: process.env.REVERIE_URL!, apiKey: process.env.REVERIE_KEY! })
const containerTag = 'agents_ada'

/** Says how many items it was given, and what its instructions know about the user. */
const model = () =>
  new ScriptedModel([
    modelResponder(({ request: { input, systemInstructions = '' } }) => {
      const known = systemInstructions.split('\n').filter(line => line.startsWith('- '))
      return [assistantMessage(`${input.length} items. I know: ${known.join(' ') || 'nothing'}`)]
    }),
  ])

async function chat(sessionId: string, question: string) {
  const session = new ReverieSession({ reverie, containerTag, sessionId })
  const agent = new Agent({
    name: 'Assistant',
    model: model(),
    instructions: async () => `You know about the user:\n${await session.recall(question)}`,
  })
  const { finalOutput } = await new Runner({ tracingDisabled: true }).run(agent, question, { session })
  return { session, finalOutput: finalOutput ?? '' }
}

console.log('Monday:', (await chat('agents-monday', 'I am vegan and I live in Lisbon.')).finalOutput)
const { session, finalOutput } = await chat('agents-monday', 'Thanks.')
console.log('Later:', finalOutput.slice(0, 8))
for await (const { dreamingStatus } of reverie.documents.watch('agents-monday', { containerTag }))
  if (dreamingStatus === 'done') break
console.log('Tuesday:', /vegan/.test((await chat('agents-tuesday', 'What could I cook?')).finalOutput))
await session.popItem()
console.log('Items:', (await session.getItems()).length)
