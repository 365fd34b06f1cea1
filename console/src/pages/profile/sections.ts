import type { Profile } from '@reverie/sdk'

export type ProfileLine = { id?: string; memory: string }
export type ProfileSection = { name: string; note?: string; lines: ProfileLine[] }

const titles: Record<string, string> = { rest: 'Also known', guess: 'Inferred, not said' }

const titled = (name: string) =>
  titles[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[_-]/g, ' ')

/** The profile by section in the server's order: facts that last, then what is going on, then buckets. */
export function sectionsOf(answer: Profile | undefined): ProfileSection[] {
  if (!answer) return []
  const { lines = [], buckets = {} } = answer.profile
  const bySection = Map.groupBy(lines, ({ section, part }) =>
    part === 'dynamic' ? `now ${section}` : section,
  )
  return [
    ...[...bySection].map(([name, some]) => ({ name: titled(name.replace(/^now /, '')), lines: some })),
    ...Object.entries(buckets)
      .filter(([, memories]) => memories.length > 0)
      .map(([name, memories]) => ({
        name: titled(name),
        note: 'Bucket',
        lines: memories.map(memory => withId(memory, lines)),
      })),
  ]
}

function withId(memory: string, lines: readonly { id: string; memory: string }[]): ProfileLine {
  const id = lines.find(each => each.memory === memory)?.id
  return id === undefined ? { memory } : { id, memory }
}

/** The profile as a part of a system prompt. */
export function promptOf(tag: string, sections: readonly ProfileSection[]): string {
  const parts = sections.map(
    ({ name, lines }) => `${name}:\n${lines.map(({ memory }) => `- ${memory}`).join('\n')}`,
  )
  return `What you know about ${tag}:\n\n${parts.join('\n\n')}\n`
}

/** Estimated as the server does, at four characters each. */
export const tokensIn = (text: string) => Math.ceil(text.length / 4)
