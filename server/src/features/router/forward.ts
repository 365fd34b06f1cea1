import type { Readable } from 'node:stream'

/** A request on its way to a provider. */
export type ProviderRequest = {
  url: URL
  headers: Record<string, string | string[]>
  body: Buffer
  /** Aborted when the client leaves: the provider then stops generating. */
  signal: AbortSignal
}

/** The head of a provider's response, and its body as it arrives. */
export type ProviderResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Readable
}

/** The connections to providers. */
export type Forwarder = { forward: Forward; close(): Promise<void> }

/** Sends a request to a provider, by the rules of safe fetch. Throws an AppError if there is no response. */
export type Forward = (request: ProviderRequest) => Promise<ProviderResponse>
