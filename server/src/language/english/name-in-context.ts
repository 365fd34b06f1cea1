const name = String.raw`(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)`

/**
 * Any of these words, at the beginning of a sentence or inside one. A name is recognised by its capital, so case
 * matters.
 */
const anyOf = (words: string): string =>
  `\\b(?:${words
    .split(' ')
    .map(word => `[${word[0]!.toUpperCase()}${word[0]}]${word.slice(1)}`)
    .join('|')})`

/** Patterns with which owners say whom a container is about. */
const ways = [
  `${anyOf('user person customer client patient student speaker author owner')}(?:['’]s name)? is (?:called |named )?${name}`,
  `${anyOf('user name person customer')}\\s*: *${name}`,
  `${anyOf('conversation conversations chat chats notes messages diary journal memories')} (?:of|with|by|from|about) ${name}`,
  `^${name}(?:['’]s | is |, an? )`,
].map(way => new RegExp(way, 'u'))

/** The speaker's name, if the owner gives it in the container's `entityContext`. */
export function nameInContext(entityContext: string | undefined): string | undefined {
  if (entityContext === undefined) return undefined
  for (const way of ways) {
    const found = way.exec(entityContext)?.[1]
    if (found !== undefined && !/^(?:The|This|That|These|A|An|It|User)$/.test(found)) return found
  }
  return undefined
}
