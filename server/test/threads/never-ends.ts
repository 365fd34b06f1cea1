import { parentPort } from 'node:worker_threads'

/** Reads as the rules would that never finish a text which says so. */
parentPort?.on('message', ({ text }: { text: string }) => {
  if (text.includes('exit')) process.exit(1)
  if (text.includes('throw')) return parentPort?.postMessage({ type: 'failed', message: 'A rule failed' })
  while (text.includes('loop'));
  parentPort?.postMessage({ type: 'facts', facts: [{ text }] })
})
parentPort?.postMessage({ type: 'ready' })
