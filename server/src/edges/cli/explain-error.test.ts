import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { BlobUnavailable } from '../../platform/blobs/blob-store.ts'
import { EngineError } from '../../platform/db/check-engine.ts'
import { LoginError } from '../../platform/db/login.ts'
import { AppError } from '../../platform/errors.ts'
import { EmbedError } from '../../platform/providers/embedding/embedder.ts'
import { TranscribeError } from '../../platform/providers/transcription/transcriber.ts'
import { explainError } from './explain-error.ts'

const main = { name: 'main', url: 'postgres://ada:secret@db.example:5432/reverie' }
const east = { name: 'east', url: 'postgres://bo@10.0.0.7:6543/memories' }

/** An error as Node.js, pg or Postgres throws it. */
const failure = (fields: object, message = 'it failed') => Object.assign(new Error(message), fields)

const refused = (address: string, port: number) =>
  failure({ code: 'ECONNREFUSED', syscall: 'connect', address, port })

describe('the explanation of an error that has nothing to do with Postgres', () => {
  it('names the missing file, and no setting of the database', async () => {
    const error = await readFile('/nowhere/model.onnx').catch(error => error)
    const said = explainError(error, [main])
    expect(said).toContain("'/nowhere/model.onnx'")
    expect(said).toContain('Correct this path')
    expect(said).not.toMatch(/DATABASE_URL|sslrootcert|Postgres|^ {4}at /m)
  })

  it.each([
    [
      'an embedding endpoint',
      (cause: Error) => new EmbedError('embed.provider_unavailable', 'No answer.', { cause }),
    ],
    [
      'a transcriber',
      (cause: Error) => new TranscribeError('transcribe.provider_unavailable', 'No answer.', { cause }),
    ],
    ['an S3 server', (cause: Error) => new BlobUnavailable(cause)],
  ])('does not take %s that refuses connections for a Postgres', (_what, wrap) => {
    const said = explainError(wrap(new TypeError('fetch failed', { cause: refused('127.0.0.1', 9) })), [main])
    expect(said).toMatch(/^(No answer\.|The blob store failed: .*)\nCheck its settings with: reverie doctor$/)
  })

  it('names the provider also where an operation wrapped its error', () => {
    const inner = new EmbedError('embed.provider_unavailable', 'The endpoint is silent.', {
      cause: refused('127.0.0.1', 9),
    })
    expect(explainError(new AppError('internal', { cause: inner }), [main])).toContain(
      'The endpoint is silent.',
    )
  })

  it('keeps the stack of a request to a web address that failed', () => {
    const cause = failure({ code: 'ENOTFOUND', hostname: 'models.example' })
    const said = explainError(new TypeError('fetch failed', { cause }), [main])
    expect(said).toMatch(/^TypeError: fetch failed\n {4}at /)
  })

  it('does not blame the address of a database for another address that is malformed', () => {
    const error = failure({ code: 'ERR_INVALID_URL', input: 'here' }, 'Invalid URL')
    expect(explainError(error, [main, east])).toMatch(/^Error: Invalid URL\n {4}at /)
  })

  it('keeps the stack of an unknown error, and prints a thrown text as it is', () => {
    expect(explainError(new RangeError('too deep'), [main])).toMatch(/^RangeError: too deep\n {4}at /)
    expect(explainError('just a text', [main])).toBe('just a text')
    expect(explainError(undefined, [])).toBe('undefined')
  })
})

describe('the explanation of an error of a database', () => {
  it('names the setting of the address that failed: a directory of its own, a way past a pooler, an owner', () => {
    const directory = { name: 'directory', url: 'postgres://ada@10.0.0.8:5432/people' }
    const pooled = { ...east, directUrl: 'postgres://bo@10.0.0.9:5432/memories' }
    const owned = { ...main, ownerUrl: 'postgres://owner@10.0.0.10:5432/reverie' }
    const said = (port: string) => explainError(refused(port, 5432), [directory, owned, pooled])
    expect(said('10.0.0.8')).toContain('or set DIRECTORY_URL to yours')
    expect(said('10.0.0.9')).toContain('or set CELL_DIRECT_URLS to yours')
    expect(said('10.0.0.10')).toContain('or set DATABASE_OWNER_URL to yours')
  })

  it.each(['sslrootcert', 'sslcert', 'sslkey'])('names a file in %s that does not exist', option => {
    const cell = { ...main, url: `${main.url}?sslmode=verify-full&${option}=/keys/one.pem` }
    const missing = failure({ code: 'ENOENT', syscall: 'open', path: '/keys/one.pem' })
    expect(explainError(missing, [cell])).toBe(
      'DATABASE_URL names the file /keys/one.pem, which does not exist.\nCorrect sslrootcert, sslcert or sslkey in DATABASE_URL.',
    )
  })

  it('names CELL_URLS if another cell than the first names the missing file', () => {
    const cell = { ...east, url: `${east.url}?sslrootcert=/keys/ca.pem` }
    const missing = failure({ code: 'ENOENT', syscall: 'open', path: '/keys/ca.pem' })
    expect(explainError(missing, [main, cell])).toContain('CELL_URLS names the file /keys/ca.pem')
  })

  it('says for a socket that does not exist that no Postgres answers', () => {
    const address = '/var/run/postgresql/.s.PGSQL.5432'
    const cell = { name: 'main', url: 'postgres:///reverie?host=/var/run/postgresql' }
    const said = explainError(failure({ code: 'ENOENT', syscall: 'connect', address }), [cell])
    expect(said).toMatch(/^No Postgres answers at \/var\/run\/postgresql\./)
  })

  it('names the setting of the cell that the failed address belongs to', () => {
    expect(explainError(refused('10.0.0.7', 6543), [main, east])).toMatch(/or set CELL_URLS to yours/)
    const unknown = failure({ code: 'ENOTFOUND', hostname: 'db.example' })
    expect(explainError(unknown, [east, main])).toContain('The host db.example of DATABASE_URL')
  })

  it('looks into every attempt at a name with several addresses', () => {
    const both = new AggregateError([refused('::1', 5432), refused('127.0.0.1', 5432)])
    expect(explainError(both, [main])).toContain('No Postgres answers at ::1:5432.')
  })

  it('names the malformed address of a cell', () => {
    const error = failure({ code: 'ERR_INVALID_URL' }, 'Invalid URL')
    const said = explainError(error, [main, { name: 'east', url: 'postgres://bo@[here/memories' }])
    expect(said).toContain('CELL_URLS is not a Postgres address.')
  })

  it.each([
    ['42P01', 'relation "directory.keys" does not exist', 'Run: reverie migrate'],
    ['3F000', 'schema "cell" does not exist', 'Run: reverie migrate'],
    ['22023', 'role "reverie_app" does not exist', 'Run: reverie migrate'],
    ['42501', 'permission denied to create role', 'as the owner of the database'],
    ['57P01', 'terminating connection due to administrator command', 'Try again in a moment.'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain', '?sslmode=no-verify'],
    ['CERT_HAS_EXPIRED', 'certificate has expired', 'cannot be verified'],
    ['', 'timeout expired', 'No Postgres answers at db.example:5432.'],
    ['', 'Connection terminated unexpectedly', 'No Postgres answers at db.example:5432.'],
  ])('with the code "%s" and the message "%s" says what to do', (code, message, advice) => {
    const said = explainError(failure({ code }, message), [main])
    expect(said).toContain(advice)
    expect(said).not.toContain('secret')
  })

  it('is found behind the error of an operation', () => {
    const error = new AppError('cell.unavailable', { cause: refused('db.example', 5432) })
    expect(explainError(error, [main])).toContain('No Postgres answers at db.example:5432.')
  })

  it.each([EngineError, LoginError])('is printed as it is if it is already a sentence (%o)', Kind => {
    expect(explainError(new Kind('Do this.'), [main])).toBe('Do this.')
  })
})
