import type pg from 'pg'

/** Sends rows by `COPY … FROM STDIN`, a client's fastest way to load. `pg` has the messages but not the command. */
export async function copyIn(client: pg.Client, statement: string, chunks: readonly Buffer[]): Promise<void> {
  await new Promise<void>((resolve, reject) => client.query(new CopyIn(statement, chunks, resolve, reject)))
}

type CopyConnection = pg.Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }

class CopyIn implements pg.Submittable {
  readonly #statement: string
  readonly #chunks: readonly Buffer[]
  readonly #resolve: () => void
  readonly #reject: (error: Error) => void

  constructor(
    statement: string,
    chunks: readonly Buffer[],
    resolve: () => void,
    reject: (error: Error) => void,
  ) {
    this.#statement = statement
    this.#chunks = chunks
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#statement)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    for (const chunk of this.#chunks) connection.sendCopyFromChunk(chunk)
    connection.endCopyFrom()
  }

  handleCommandComplete(): undefined {
    return undefined
  }

  handleReadyForQuery(): void {
    this.#resolve()
  }

  handleError(error: Error): void {
    this.#reject(error)
  }
}

/** A row in COPY's text form. */
export function copyText(values: readonly (string | number | null)[]): string {
  const quote = (text: string) => text.replace(/[\\\t\n\r]/g, mark => escapes[mark]!)
  return `${values.map(value => (value === null ? '\\N' : quote(String(value)))).join('\t')}\n`
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Rows in COPY's binary form: vectors as text would cost the server 70 µs each to parse. */
export class BinaryRows {
  readonly #parts: Buffer[] = [Buffer.from('5047434f50590aff0d0a00' + '00000000' + '00000000', 'hex')]

  add(...values: Buffer[]): void {
    this.#parts.push(int16(values.length))
    for (const value of values) this.#parts.push(int32(value.length), value)
  }

  end(): Buffer[] {
    return [Buffer.concat([...this.#parts, int16(-1)])]
  }
}

export function int16(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(2)
  bytes.writeInt16BE(value)
  return bytes
}

export function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeInt32BE(value)
  return bytes
}

export function boolean(value: boolean): Buffer {
  return Buffer.from([value ? 1 : 0])
}

export function uuid(text: string): Buffer {
  return Buffer.from(text.replaceAll('-', ''), 'hex')
}

/** pgvector's binary form of a `halfvec`. */
export function halfvec(vector: Float32Array): Buffer {
  const halves = Buffer.from(new Float16Array(vector).buffer).swap16()
  return Buffer.concat([int16(vector.length), int16(0), halves])
}

/** pgvector's binary form of a `sparsevec`; dimensions count from one in text and from zero here. */
export function sparsevec(weights: ReadonlyMap<number, number>, dimensions: number): Buffer {
  const entries = [...weights].sort(([left], [right]) => left - right)
  const bytes = Buffer.allocUnsafe(12 + 8 * entries.length)
  bytes.writeInt32BE(dimensions, 0)
  bytes.writeInt32BE(entries.length, 4)
  bytes.writeInt32BE(0, 8)
  for (const [i, [term, weight]] of entries.entries()) {
    bytes.writeInt32BE(term - 1, 12 + 4 * i)
    bytes.writeFloatBE(weight, 12 + 4 * (entries.length + i))
  }
  return bytes
}
