import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

type Claim = { section: string; claim: string; file: string; title: string }

/** Rows of the form: claim, test file, title of the test. */
function claimsOf(text: string): Claim[] {
  let section = ''
  return text.split('\n').flatMap(line => {
    section = /^#{2,3} (.+)$/.exec(line)?.[1] ?? section
    const row = /^\| (.+?) \| `([^`]+)` \| (.+?) \|$/.exec(line)
    return row ? [{ section, claim: row[1]!, file: row[2]!, title: row[3]! }] : []
  })
}

const claims = claimsOf(page)

/** A title in the source may escape its quotes. */
const plain = (text: string) => text.replaceAll("\\'", "'")

describe('docs/security.md', () => {
  test('makes a claim about each of the ten OWASP risks', () => {
    const sections = new Set(claims.map(({ section }) => /^API\d+/.exec(section)?.[0]))
    for (let risk = 1; risk <= 10; risk++) expect(sections).toContain(`API${risk}`)
  })

  test.each(claims)('cites an existing test in $file for: $claim', ({ file, title }) => {
    expect(existsSync(join(root, file)), `${file} exists`).toBe(true)
    expect(plain(readFileSync(join(root, file), 'utf8'))).toContain(title)
  })

  test('names only existing test files', () => {
    const named = Array.from(page.matchAll(/`((?:server|acceptance)\/[\w./-]+\.ts)`/g), match => match[1]!)
    expect(named.filter(file => !existsSync(join(root, file)))).toEqual([])
  })

  test('and SECURITY.md link to each other and to the page for operators', () => {
    expect(page).toContain('deploy/security.md')
    expect(page).toContain('SECURITY.md')
    expect(readFileSync(join(root, 'SECURITY.md'), 'utf8')).toContain('docs/security.md')
    expect(readFileSync(join(root, 'docs/deploy/security.md'), 'utf8')).toContain('../security.md')
  })
})
