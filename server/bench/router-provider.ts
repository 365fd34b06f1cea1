import { startProviderDouble } from '../../acceptance/provider-double.ts'

/** The program of a process that plays the model provider for `bench-router.ts`: it has a CPU of its own, as in real life. */
const provider = await startProviderDouble()
provider.answer = () => ({
  kind: 'text',
  text: 'The hives behind the mill are the first to move. '.repeat(8),
  pieces: 40,
})
setInterval(() => {
  provider.calls.length = 0
}, 1_000).unref()
process.send!(provider.url)
