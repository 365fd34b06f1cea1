const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /Edg\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
]
const systems: [name: string, pattern: RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
]

/** "Firefox on Linux", from the name that a browser sends. */
export function browserOf(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser'
  const find = (list: typeof browsers) => list.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const [browser, system] = [find(browsers), find(systems)]
  return [browser ?? userAgent.split('/')[0], system].filter(Boolean).join(' on ')
}
