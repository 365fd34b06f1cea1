import { Reverie } from '@reverie/sdk'
import { ReverieStore } from './store.ts'

/** A LangGraph store that nodes share across threads, with a scripted node in place of your graph: `node example.ts`. */
const reverie = new Reverie({ baseUrl: process.env.REVERIE_URL!, apiKey: process.env.REVERIE_KEY! })
const store = new ReverieStore({ reverie, containerTag: 'langgraph_example' })

/** A node as a graph calls it, compiled with `graph.compile({ store })`. */
async function remember(state: { said: string }, config: { store: ReverieStore; userId: string }) {
  await config.store.put(['users', config.userId, 'facts'], state.said.slice(0, 20), { text: state.said })
  const known = await config.store.search(['users', config.userId], { query: 'What can I eat?', limit: 1 })
  return { reply: `I remember: ${known[0]?.value.text}` }
}

console.log((await remember({ said: 'I am vegan.' }, { store, userId: 'ada' })).reply)
await store.put(['users', 'ben', 'settings'], 'theme', { theme: 'dark', size: 14 })
console.log('Ben:', (await store.get(['users', 'ben', 'settings'], 'theme'))?.value)
console.log(
  'Namespaces:',
  (await store.listNamespaces({ prefix: ['users'] })).map(each => each.join('/')),
)
await store.delete(['users', 'ben', 'settings'], 'theme')
console.log('Deleted:', await store.get(['users', 'ben', 'settings'], 'theme'))
