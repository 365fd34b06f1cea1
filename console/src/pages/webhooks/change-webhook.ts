import type { ReplaySelection, Webhook } from '@reverie/sdk'
import { queries, reverie } from '../../data/client.ts'
import { counted } from '../../parts/numbers.ts'
import { say, sayError } from '../../parts/toasts.tsx'
import { hostOf } from './webhook-words.ts'

/** Runs a change, says what happened, and reads the list and the log again. */
async function change(work: () => Promise<string>): Promise<void> {
  try {
    say(await work())
  } catch (error) {
    sayError(error)
  }
  await queries.invalidateQueries({ queryKey: ['webhooks'] })
}

export const setEnabled = ({ id, ...webhook }: Webhook, enabled: boolean) =>
  change(async () => {
    await reverie.webhooks.update(id, { enabled })
    return `${hostOf({ id, ...webhook })} is ${enabled ? 'on' : 'off'}.`
  })

export const deleteWebhook = (webhook: Webhook) =>
  change(async () => {
    await reverie.webhooks.delete(webhook.id)
    return `${hostOf(webhook)} is deleted.`
  })

export const sendTest = ({ id }: Webhook) =>
  change(async () => {
    await reverie.webhooks.test(id)
    return 'A test event is on its way.'
  })

export const replay = ({ id }: Webhook, selection: ReplaySelection) =>
  change(async () => {
    const { replayed, hasMore } = await reverie.webhooks.replay(id, selection)
    const rest = hasMore ? ' There are more: send them again once these are sent.' : ''
    return `${counted(replayed, 'event')} will be sent again.${rest}`
  })
