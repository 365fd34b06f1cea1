/**
 * Writes an ONNX model with the few messages of onnx.proto3 that a graph needs. Field numbers are from that file.
 * Written by hand, because a protobuf library and its generated code would be larger.
 */
export const elementType = { f32: 1, i8: 3, i64: 7, f16: 10 } as const
export type ElementType = keyof typeof elementType

/** Attributes are integers, except those written `{ float }`. */
export type Attributes = Record<string, number | { float: number }>

type NodeOptions = { output?: string; attributes?: Attributes; domain?: string }

const opset = { '': 18, 'com.microsoft': 1 }
const irVersion = 9

export class OnnxGraph {
  readonly #nodes: Buffer[] = []
  readonly #tensors: Buffer[] = []
  readonly #inputs: Buffer[] = []
  readonly #outputs: Buffer[] = []

  input(name: string, type: ElementType, dimensions: readonly (string | number)[]): string {
    this.#inputs.push(bytesField(11, describeValue(name, type, dimensions)))
    return name
  }

  output(name: string, type: ElementType, dimensions: readonly (string | number)[]): void {
    this.#outputs.push(bytesField(12, describeValue(name, type, dimensions)))
  }

  /** Adds a constant and returns its name. */
  constant(
    name: string,
    type: ElementType,
    shape: readonly number[],
    values: NodeJS.ArrayBufferView,
  ): string {
    const raw = Buffer.from(values.buffer, values.byteOffset, values.byteLength)
    const dimensions = shape.map(size => intField(1, size))
    const fields = [...dimensions, intField(2, elementType[type]), textField(8, name), bytesField(9, raw)]
    this.#tensors.push(bytesField(5, Buffer.concat(fields)))
    return name
  }

  /** Adds an operation and returns the name of its output. */
  node(operator: string, inputs: readonly string[], options: NodeOptions = {}): string {
    const output = options.output ?? `${operator}_${this.#nodes.length}`
    this.nodeWithOutputs(operator, inputs, [output], options)
    return output
  }

  nodeWithOutputs(
    operator: string,
    inputs: readonly string[],
    outputs: readonly string[],
    { attributes = {}, domain = '' }: NodeOptions = {},
  ): void {
    const fields = [
      ...inputs.map(name => textField(1, name)),
      ...outputs.map(name => textField(2, name)),
      textField(3, `${operator}_${this.#nodes.length}`),
      textField(4, operator),
      ...Object.entries(attributes).map(([name, value]) => bytesField(5, encodeAttribute(name, value))),
      textField(7, domain),
    ]
    this.#nodes.push(bytesField(1, Buffer.concat(fields)))
  }

  encode(name: string): Uint8Array {
    const parts = [...this.#nodes, textField(2, name), ...this.#tensors, ...this.#inputs, ...this.#outputs]
    const opsets = Object.entries(opset).map(([domain, version]) =>
      bytesField(8, Buffer.concat([textField(1, domain), intField(2, version)])),
    )
    return Buffer.concat([intField(1, irVersion), bytesField(7, Buffer.concat(parts)), ...opsets])
  }
}

function encodeAttribute(name: string, value: Attributes[string]): Buffer {
  const [kind, field] = typeof value === 'number' ? [2, intField(3, value)] : [1, floatField(2, value.float)]
  return Buffer.concat([textField(1, name), field, intField(20, kind)])
}

function describeValue(name: string, type: ElementType, dimensions: readonly (string | number)[]): Buffer {
  const sizes = dimensions.map(size =>
    bytesField(1, typeof size === 'number' ? intField(1, size) : textField(2, size)),
  )
  const tensorType = [intField(1, elementType[type]), bytesField(2, Buffer.concat(sizes))]
  return Buffer.concat([textField(1, name), bytesField(2, bytesField(1, Buffer.concat(tensorType)))])
}

/** Protobuf's variable-length integer: seven bits a byte, negatives as 64-bit two's complement. */
function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  do {
    const low = Number(rest & 127n)
    rest >>= 7n
    bytes.push(rest ? low | 128 : low)
  } while (rest)
  return Buffer.from(bytes)
}

function intField(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)])
}

function bytesField(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes])
}

function textField(field: number, text: string): Buffer {
  return bytesField(field, Buffer.from(text))
}

function floatField(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return Buffer.concat([varint(field * 8 + 5), bytes])
}
