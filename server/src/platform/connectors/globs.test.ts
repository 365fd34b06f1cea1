import { expect, test } from 'vitest'
import { compileGlobs, globsSchema } from './globs.ts'

test.each([
  ['*.md', 'a.md', true],
  ['*.md', 'sub/deep/a.md', true],
  ['*.md', 'a.mdx', false],
  ['/a.md', 'a.md', true],
  ['/a.md', 'sub/a.md', false],
  ['docs/*.md', 'docs/a.md', true],
  ['docs/*.md', 'docs/sub/a.md', false],
  ['docs/**/*.md', 'docs/a.md', true],
  ['docs/**/*.md', 'docs/x/y/a.md', true],
  ['**/x/**/y/*.md', 'a/x/b/x/y/c/y/d.md', true],
  ['docs', 'docs/x/a.md', true],
  ['docs', 'a/docs/b.md', true],
  ['docs/', 'docs/b.md', true],
  ['docs', 'mydocs/b.md', false],
  ['*.{md,txt}', 'a.txt', true],
  ['{a,b}/{c,d}.md', 'b/c.md', true],
  ['note-?.md', 'note-1.md', true],
  ['note-?.md', 'note-12.md', false],
  ['a[1].md', 'a[1].md', true],
  ['caf\u00e9.md', 'cafe\u0301.md', true],
])('the pattern %s and the path %s: %s', (glob, path, isMatch) => {
  expect(compileGlobs([glob])(path)).toBe(isMatch)
})

test('a pattern of many stars takes no time', () => {
  const matches = compileGlobs(['*a'.repeat(90), `${'**/x/'.repeat(35)}y`])
  expect(matches(`${'a'.repeat(250)}b`)).toBe(false)
  expect(matches('x/'.repeat(500))).toBe(false)
})

test('a pattern with thousands of alternatives is refused', () => {
  expect(globsSchema.safeParse(['{a,b}'.repeat(7)]).success).toBe(false)
  expect(globsSchema.safeParse(['{a,b}'.repeat(6)]).success).toBe(true)
})
