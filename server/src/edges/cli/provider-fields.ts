import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'

/** The fields of a connector, as its JSON schema describes them. */

type Property = {
  type?: string
  description?: string
  format?: string
  anyOf?: Property[]
  items?: Property
}

export type ProviderField = {
  name: string
  description: string
  isRequired: boolean
  isSecret: boolean
  type: string
}

export function fieldsOf(schema: object | null): ProviderField[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Property>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    description: property.description ?? '',
    isRequired: required.includes(name),
    isSecret: property.format === 'password',
    type: property.type ?? property.anyOf?.find(({ type }) => type !== 'null')?.type ?? 'string',
  }))
}

export type GivenValue = { name: string; text: string }

/** `feedUrl=https://…` as a name and a text. */
export function readPair(pair: string): GivenValue {
  const at = pair.indexOf('=')
  if (at > 0) return { name: pair.slice(0, at), text: pair.slice(at + 1) }
  throw new CommandError(`"${pair}" is no setting. Write name=value.`, exitCodes.usage)
}

/** A text as the type that the schema asks for. What does not fit is sent as it is: the server says what it expects. */
export function typedValue({ type }: ProviderField, text: string): unknown {
  if (type === 'integer' || type === 'number')
    return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text)
  if (type === 'boolean')
    return ({ true: true, yes: true, false: false, no: false } as Record<string, boolean>)[text] ?? text
  if (type === 'array')
    return text
      .split(',')
      .map(item => item.trim())
      .filter(Boolean)
  return text
}
