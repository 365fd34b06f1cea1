import { namings } from './rules/namings.ts'

/** The speaker's name, if the owner gives it in the container's `entityContext`. */
export function nameInContext(entityContext: string | undefined): string | undefined {
  if (entityContext === undefined) return undefined
  for (const { expression } of namings) {
    const found = expression.exec(entityContext)?.[1]
    if (found !== undefined && !['The', 'This', 'That', 'These', 'A', 'An', 'It', 'User'].includes(found))
      return found
  }
  return undefined
}
