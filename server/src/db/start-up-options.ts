type Settings = Readonly<Record<string, string | number>>

/**
 * Where to connect, with settings in the start-up packet. An address may bring options of its own, which pg would take in
 * place of ours: they come first here, so that ours hold.
 */
export function connectTo(url: string, settings: Settings): { connectionString: string; options: string } {
  const ours = Object.entries(settings).map(([setting, value]) => `-c ${setting}=${value}`)
  if (!/[?&]options=/.test(url)) return { connectionString: url, options: ours.join(' ') }
  const address = new URL(url)
  const given = address.searchParams.get('options') ?? ''
  address.searchParams.delete('options')
  return { connectionString: address.href, options: [given, ...ours].join(' ') }
}
