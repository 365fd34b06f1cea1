/** Matches the commands for newcomers in README.md: the bash block after each `<!-- first-hour: name -->`. */
const marked = /<!-- first-hour: ([\w ]+) -->\s*```bash\n([\s\S]*?)```/g

const names = [
  'debian install',
  'debian start',
  'npx start',
  'docker start',
  'own install',
  'own start',
  'use',
  'command',
] as const
export type BlockName = (typeof names)[number]

export type Blocks = Record<BlockName, string>

export function readBlocks(readme: string): Blocks {
  const found = Array.from(readme.matchAll(marked), ([, name, script]) => [name!, script!] as const)
  const order = found.map(([name]) => name).join(', ')
  if (order !== names.join(', '))
    throw new Error(`README.md should mark these blocks: ${names.join(', ')}. It has: ${order}`)
  return Object.fromEntries(found) as Blocks
}
