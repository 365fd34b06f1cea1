import { estimateTokens } from '../src/platform/lib/tokens.ts'
import { readByScript, startScriptedLlm } from '../test/scripted-llm.ts'
import { writeSection } from './evaluation-file.ts'
import { type Client, openInstallation } from './installation.ts'

/**
 * The cost of a language model in our pipeline: tokens it reads and writes per 1,000 tokens of documents, for short
 * notes that arrive together (`dynamic`) and for the same notes read at once (`instant`). The model is a script and a
 * token is four characters, so the figures describe our prompts and grouping, not a model.
 */
const count = 60

const cities = ['Lisbon', 'Porto', 'Ghent', 'Turin', 'Graz', 'Lyon', 'Bergen', 'Tartu', 'Split', 'Cork']
const pets = ['dog', 'cat', 'parrot', 'tortoise', 'horse', 'rabbit']
const names = [
  'Bruno',
  'Miso',
  'Rio',
  'Olive',
  'Figaro',
  'Nutmeg',
  'Pepper',
  'Juno',
  'Basil',
  'Clover',
  'Otto',
]

const note = (i: number): string =>
  `user: Something about this week, before I forget it: I live in ${cities[i % cities.length]} at the moment, and ` +
  `my ${pets[i % pets.length]} is called ${names[i % names.length]}. We went for a long walk along the river on day ${i + 1}, ` +
  'had soup at the market, and came home before the rain.\nassistant: That sounds like a good day, thank you for telling me.'

const notes = Array.from({ length: count }, (_, i) => note(i))

type Dreaming = 'dynamic' | 'instant'
type Figure = { calls: number; tokensPer1000: number; memories: number }

async function main(): Promise<void> {
  const llm = await startScriptedLlm({ answer: readByScript })
  let tokens = 0
  llm.answer = call => {
    const answer = readByScript(call)
    const sent = call.messages.map(({ content }) => content).join('')
    tokens += estimateTokens(sent) + estimateTokens(JSON.stringify(answer))
    return answer
  }
  const installation = await openInstallation(undefined, { ...llm.config, DREAM_QUIET_MS: '1500' })
  const measure = async (dreaming: Dreaming): Promise<Figure> => {
    tokens = 0
    llm.calls.length = 0
    const memories = await dream(installation.client, dreaming)
    const read = estimateTokens(notes.join(''))
    return { calls: llm.calls.length, tokensPer1000: Math.round((tokens / read) * 1_000), memories }
  }
  try {
    const grouped = await measure('dynamic')
    const alone = await measure('instant')
    console.table({ 'grouped (dynamic)': grouped, 'alone (instant)': alone })
    if (process.argv.includes('--write')) writeSection('cost', describe(grouped, alone))
    const ok = grouped.tokensPer1000 < alone.tokensPer1000 && grouped.memories === alone.memories
    console.log(
      JSON.stringify({
        tokensPer1000Grouped: grouped.tokensPer1000,
        tokensPer1000Alone: alone.tokensPer1000,
        ok,
      }),
    )
    if (!ok) process.exitCode = 1
  } finally {
    await installation.close()
    await llm.close()
  }
}

const describe = (grouped: Figure, alone: Figure): string => `## What a language model costs

${count} short notes through the whole loop, with a scripted model and tokens of four characters: the figures are of our prompts and
of how we group, and of no model. Made by \`npm run eval -- cost --write\`.

| | calls | tokens read and written for 1,000 of the documents | memories |
|---|---|---|---|
| read together (\`dynamic\`) | ${grouped.calls} | ${grouped.tokensPer1000} | ${grouped.memories} |
| each alone (\`instant\`) | ${alone.calls} | ${alone.tokensPer1000} | ${alone.memories} |`

/** Returns the number of memories. Notes to be read at once are added one after the other, as they would arrive. */
async function dream(client: Client, dreaming: Dreaming): Promise<number> {
  const containerTag = `cost_${dreaming}`
  const documents = notes.map((content, i) => ({
    content,
    containerTag,
    dreaming,
    documentDate: new Date(Date.UTC(2024, 4, 7, 18, i)).toISOString(),
  }))
  if (dreaming === 'dynamic') {
    const { results } = await client.post<{ results: { id: string }[] }>('/v3/documents/batch', { documents })
    for (const { id } of results) await untilDreamed(client, id)
  } else {
    for (const document of documents) {
      const { id } = await client.post<{ id: string }>('/v3/documents', document)
      await untilDreamed(client, id)
    }
  }
  const asked = { containerTags: [containerTag], limit: 100 }
  const { memoryEntries } = await client.post<{ memoryEntries: unknown[] }>('/v4/memories/list', asked)
  return memoryEntries.length
}

async function untilDreamed(client: Client, id: string): Promise<void> {
  for (;;) {
    const { status, dreamingStatus } = await client.get<Record<string, string>>(`/v3/documents/${id}`)
    if (status === 'failed') throw new Error(`Document ${id} failed`)
    if (dreamingStatus === 'done') return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

await main()
