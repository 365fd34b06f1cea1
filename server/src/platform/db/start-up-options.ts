type Settings = Readonly<Record<string, string | number>>

/**
 * Builds the address and the settings of the start-up packet. An address may bring its own options, which pg would use
 * instead of ours. Here they come first, so that ours win.
 */
export function connectTo(url: string, settings: Settings): { connectionString: string; options: string } {
  const ours = Object.entries(settings).map(([setting, value]) => `-c ${setting}=${value}`)
  if (!/[?&]options=/.test(url)) return { connectionString: url, options: ours.join(' ') }
  const address = new URL(url)
  const given = address.searchParams.get('options') ?? ''
  address.searchParams.delete('options')
  return { connectionString: address.href, options: [given, ...ours].join(' ') }
}
