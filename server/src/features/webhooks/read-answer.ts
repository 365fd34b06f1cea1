/** What the status of a receiver means, by the Standard Webhooks specification. Null: there was no answer. */

export const isDelivered = (status: number | null): boolean =>
  status !== null && status >= 200 && status <= 299

/** The receiver wants no more messages. */
export const isGone = (status: number | null): boolean => status === 410
