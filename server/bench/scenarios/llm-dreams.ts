import { setTimeout as sleep } from 'node:timers/promises'
import { sayEvery } from '../../measure/report.ts'
import { createClient, install } from '../installation.ts'
import type { Reverie } from '../processes.ts'
import { command } from '../trial.ts'
import { quick } from './dreams.ts'
import { LlmBill } from './llm-bill.ts'
import { compareMemories, Talk } from './talk.ts'

/**
 * A slow language model reads conversations, answers with garbage now and then and has storms of rate limits, while
 * workers are killed in the middle of its calls; and again in a second organization without faults. Both end with the
 * same memories, although the model is shown what is known, which depends on the order of arrival. Only answers that were
 * not stored when a worker was killed are paid for twice.
 */
export const llmDreams = command({
  options: { conversations: 300, workerKills: 8, concurrency: 8 },
  deadlineSeconds: ({ conversations }) => 240 + conversations,
  async run(trial, { conversations, workerKills, concurrency }) {
    const bill = await LlmBill.start()
    const cluster = await trial.clusters.create('a')
    const settings = await install(trial, [cluster], { ...quick, ...bill.settings })
    const api = await trial.processes.start('serve', 'api', settings)
    const disturbed = new Talk(await createClient(trial, settings, 'disturbed', api.url), cluster)
    const peaceful = new Talk(await createClient(trial, settings, 'peaceful', api.url), cluster)
    const workers = await Promise.all(
      ['worker-1', 'worker-2'].map(name => trial.processes.start('worker', name, settings)),
    )
    const progress = sayEvery(5, () => `${disturbed}; in peace ${peaceful}; ${bill.billed.length} answers`)
    bill.isStormy = true
    await disturbed.send(0, conversations, concurrency)
    let inFlight = 0
    for (let kill = 0; kill < workerKills; kill++) {
      await disturbed.untilDreamed((conversations * kill) / (workerKills + 1))
      inFlight += await killInCall(workers[kill % workers.length]!, bill)
    }
    await disturbed.untilDreamed(conversations)
    const { refused, tokens, knownTokens } = bill
    const repeats = bill.repeats()
    bill.isStormy = false
    bill.begin()
    await peaceful.send(0, conversations, concurrency)
    await peaceful.untilDreamed(conversations)
    progress.stop()
    const compared = await compareMemories(disturbed, peaceful)
    const { crashes } = trial.processes
    Object.assign(trial.figures, { conversations, workerKills, inFlight, refused, ...compared, crashes })
    const peacefulTokens = bill.tokens
    const again = { paidAgain: repeats.tokens, unexplained: repeats.unexplained }
    Object.assign(trial.figures, {
      tokens,
      knownTokens,
      peacefulTokens,
      ...again,
      peacefulAgain: bill.repeats().tokens,
    })
    await bill.close()
    const isSame = compared.missing === 0 && compared.surplus === 0 && compared.memories > 0
    const isPaidOnce = repeats.unexplained === 0 && tokens - repeats.tokens === peacefulTokens
    return isSame && isPaidOnce && knownTokens > 0 && inFlight > 0 && refused > 0 && crashes === 0
  },
})

/** Returns the number of calls in flight. */
async function killInCall(worker: Reverie, bill: LlmBill): Promise<number> {
  await worker.answers()
  // Half of the calls may belong to the other worker.
  for (let tries = 0; bill.inFlight < 2 && tries < 500; tries++) await sleep(10)
  const { inFlight } = bill
  bill.strike()
  await worker.kill()
  return inFlight
}
