import { createHmac } from 'node:crypto'

/**
 * The headers of a message, by the Standard Webhooks specification: a stable id, the time of this attempt in seconds, and
 * a signature by each valid secret. A receiver accepts the message if one of them is right.
 */
export function signMessage(
  message: { id: string; at: Date; body: string },
  secrets: readonly Buffer[],
): Record<string, string> {
  const timestamp = Math.floor(message.at.getTime() / 1000)
  const signed = `${message.id}.${timestamp}.${message.body}`
  const signatures = secrets.map(
    secret => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
  )
  return {
    'webhook-id': message.id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': signatures.join(' '),
  }
}
