import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import { AppError } from '../../platform/errors.ts'

/** A failed tool, as a sentence that a model can act on. An unexpected error shows nothing of its cause. */
export function asToolError(thrown: unknown): CallToolResult {
  const { message, details, code } = publicError(thrown)
  const more = details === undefined || details === message ? [] : [details]
  return { isError: true, content: [{ type: 'text', text: [`${message} (${code})`, ...more].join('\n') }] }
}

/** The same for resources and prompts, which have no results that say they failed. */
export function asProtocolError(thrown: unknown, uri?: string): ProtocolError {
  const { message, code } = publicError(thrown)
  if (uri !== undefined && code.endsWith('.not_found')) return new ResourceNotFoundError(uri, message)
  const isOurs = code === 'internal'
  const kind = isOurs ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
  return new ProtocolError(kind, message, { code })
}

function publicError(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : new AppError('internal')
}
