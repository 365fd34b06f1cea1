export type GoogleAnswer = { status: number; body?: unknown; headers?: Record<string, string> }
export type GoogleAsked = { method: string; path: string; query: URLSearchParams; body: unknown }

/** An error as Google writes it. */
export const refusal = (
  status: number,
  reason: string,
  headers: Record<string, string> = {},
): GoogleAnswer => ({
  status,
  headers,
  body: { error: { code: status, message: `Because of ${reason}`, errors: [{ domain: 'global', reason }] } },
})
