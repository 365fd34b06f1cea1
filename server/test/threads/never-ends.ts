import { parentPort } from 'node:worker_threads'

/** A stand-in for the rules thread: a text with `loop` never finishes, `throw` fails, `exit` ends the thread. */
parentPort?.on('message', ({ passage: { text } }: { passage: { text: string } }) => {
  if (text.includes('exit')) process.exit(1)
  if (text.includes('throw')) return parentPort?.postMessage({ type: 'failed', message: 'A rule failed' })
  while (text.includes('loop'));
  parentPort?.postMessage({ type: 'facts', facts: [{ text }] })
})
parentPort?.postMessage({ type: 'ready' })
