import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** The part of `/openapi.json` that describes responses. */
export type ApiDescription = {
  openapi: string
  info: { title: string; version: string; description: string; 'x-product-version': string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; securitySchemes: Record<string, unknown> }
}

type Content = Record<string, { schema: object; example?: unknown }>

export type Operation = {
  operationId: string
  summary: string
  description: string
  security?: unknown[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

/** The parts of a response that the description covers. */
export type Described = { method: string; path: string; status: number; text: string; body: unknown }

/** Checks every response against the server's own description. A deviation fails the test that sent the request. */
export class Contract {
  readonly #paths: { pattern: RegExp; template: string; fixed: boolean }[]
  readonly #description: ApiDescription
  readonly #ajv: Ajv2020
  readonly #validators = new Map<object, ValidateFunction>()

  constructor(description: ApiDescription) {
    this.#description = description
    // Not strict: the schemas have `example` and other keywords that JSON Schema does not define.
    this.#ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(this.#ajv)
    this.#ajv.addSchema(description, 'api')
    this.#paths = Object.keys(description.paths).map(template => ({
      template,
      fixed: !template.includes('{'),
      pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    }))
  }

  check(answer: Described): void {
    const operation = this.#find(answer)
    if (operation) this.#checkDescribed(operation, answer)
    else if (answer.status >= 400 && isApiPath(answer.path)) this.#checkBody(this.#errorSchema(), answer)
  }

  /** Returns the path template of the description, such as `/v3/documents/{id}`. */
  templateOf(path: string): string | undefined {
    const matching = this.#paths.filter(({ pattern }) => pattern.test(path.split('?')[0]!))
    return (matching.find(({ fixed }) => fixed) ?? matching[0])?.template
  }

  #find({ method, path }: Described): Operation | undefined {
    const template = this.templateOf(path)
    return template === undefined ? undefined : this.#description.paths[template]![method.toLowerCase()]
  }

  #checkDescribed(operation: Operation, answer: Described): void {
    const response = operation.responses[answer.status]
    if (!response)
      throw new Error(`${describe(answer)} is a status that /openapi.json does not list for this operation`)
    const schema = response.content?.['application/json']?.schema
    if (schema) this.#checkBody(schema, answer)
    // A response of another content type is an uploaded file.
    else if (!response.content && answer.text !== '')
      throw new Error(`${describe(answer)} should have no body: ${answer.text}`)
  }

  #checkBody(schema: object, answer: Described): void {
    const validate = this.#compile(schema)
    if (validate(answer.body)) return
    const faults = this.#ajv.errorsText(validate.errors, { dataVar: 'body', separator: '\n' })
    throw new Error(
      `${describe(answer)} does not match /openapi.json:\n${faults}\n${answer.text.slice(0, 2000)}`,
    )
  }

  #compile(schema: object): ValidateFunction {
    const known = this.#validators.get(schema)
    if (known) return known
    const compiled = this.#ajv.compile(rebase(schema))
    this.#validators.set(schema, compiled)
    return compiled
  }

  #errorSchema(): object {
    return this.#description.components.schemas.ErrorResponse!
  }
}

/** Rewrites references inside the description to point into the schema that was added as `api`. */
function rebase(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/'))
}

function isApiPath(path: string): boolean {
  return /^\/v\d+\//.test(path)
}

function describe({ method, path, status }: Described): string {
  return `${method} ${path.slice(0, 200)} → ${status}`
}
