import type { Rule } from '../../src/language/rules/rule.ts'

/**
 * Counts the matches of a rule from now on. Only the expression of this rule becomes slower: its own `exec` replaces the
 * built-in one. `matchAll` and `split` work on a copy of an expression, so they are counted by their results.
 */
export function countMatches({ expression }: Rule): { matches: number } {
  const count = { matches: 0 }
  const { exec, [Symbol.matchAll]: matchAll, [Symbol.split]: split } = RegExp.prototype
  Object.assign(expression, {
    exec(this: RegExp, text: string) {
      const match = exec.call(this, text)
      if (match) count.matches++
      return match
    },
    [Symbol.matchAll](this: RegExp, text: string) {
      const found = [...matchAll.call(new RegExp(this), text)]
      count.matches += found.length
      return found.values()
    },
    [Symbol.split](this: RegExp, text: string, limit?: number) {
      const parts = split.call(new RegExp(this), text, limit)
      if (parts.length > 1) count.matches++
      return parts
    },
  })
  return count
}
