import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../../platform/errors.ts'
import { jsonType } from '../../platform/routing/replies.ts'
import { replyToError } from './reply-error.ts'
import { newRequestId } from './request-id.ts'

/**
 * Answers a malformed or incomplete request. Node's parser gave up before the framework saw it, so there is no route and no
 * log line. The answer is an ErrorResponse like any other, and the connection closes after it.
 */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error)
    return
  }
  const requestId = newRequestId()
  const { status, body } = replyToError(refusalFor(error.code), requestId)
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${jsonType}`,
    `content-length: ${Buffer.byteLength(text)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

function refusalFor(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('request.headers_too_large')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('request.timeout')
  return new AppError('request.malformed', { message: 'The server could not read this as an HTTP request' })
}
