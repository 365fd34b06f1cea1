/** What a client asks for: the query that the server has signed, and the parts of it that people should know. */
export type ConsentRequest = {
  query: string
  clientId: string
  /** Where the browser is sent with the code. */
  goesTo: string
  mayWrite: boolean
}

/** Reads the one parameter of the page. Undefined if it is no request. */
export function readConsent(request: string | undefined): ConsentRequest | undefined {
  const query = request === undefined ? undefined : decode(request)
  if (query === undefined) return undefined
  const asked = new URLSearchParams(query)
  const [clientId, address] = [asked.get('client_id'), asked.get('redirect_uri')]
  if (!clientId || !address || !URL.canParse(address)) return undefined
  const { host, protocol } = new URL(address)
  const scopes = asked.get('scope')?.split(' ')
  return {
    query,
    clientId,
    goesTo: host || protocol.replace(':', ''),
    mayWrite: !scopes || scopes.includes('memory:write'),
  }
}

function decode(text: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0))
    return new TextDecoder().decode(bytes)
  } catch {
    return undefined
  }
}
