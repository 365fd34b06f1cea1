import { expect, test } from 'vitest'
import { parseAddress } from './open-remote.ts'
import { gitSettings } from './settings.ts'

test.each([
  'ext::sh -c "touch pwned"',
  'file:///etc',
  '/etc',
  'ssh://git@example.org/a.git',
  'git@example.org:a.git',
  'git://example.org/a.git',
  '--upload-pack=touch pwned',
  'https://user:secret@example.org/a.git',
  'https://example.org/a.git?x=1',
])('the address %s of a repository is refused', url => {
  expect(() => parseAddress(url)).toThrow(expect.objectContaining({ code: 'settings_invalid' }))
})

test.each(['https://example.org/a.git', 'http://127.0.0.1:3000/a/b'])(
  'the address %s of a repository is kept',
  url => {
    expect(parseAddress(url)).toBe(url)
    expect(parseAddress(`${url}/`)).toBe(url)
  },
)

test.each(['--upload-pack=x', 'a..b', 'a b', '*', 'refs:x', '-x', '/x', 'x/', 'x.', 'a@{1}'])(
  'the branch %s is refused',
  branch => {
    expect(gitSettings.safeParse({ url: 'https://example.org/a.git', branch }).success).toBe(false)
  },
)

test.each(['main', 'feature/a-b', 'v1.2', 'größe'])('the branch %s is accepted', branch => {
  expect(gitSettings.safeParse({ url: 'https://example.org/a.git', branch }).success).toBe(true)
})
