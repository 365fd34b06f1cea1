import type { ErrorHelp } from '../errors.ts'
import { extractErrorCodes } from '../extraction/extraction.ts'

/**
 * Stable codes of processing failures, as clients see them in `errorCode`. The list may grow, never change. A new code also
 * needs an entry in `processingErrorHelp`.
 */
export const processingErrorCodes = [
  'fetch.blocked_address',
  'fetch.disallowed',
  'fetch.not_found',
  'fetch.timeout',
  'fetch.too_large',
  'fetch.http_error',
  ...extractErrorCodes,
  'extract.sandbox_unavailable',
  'transcribe.provider_unavailable',
  'transcribe.rate_limited',
  'transcribe.bad_response',
  'chunk.too_many',
  'embed.provider_unavailable',
  'embed.rate_limited',
  'embed.bad_response',
  'dream.provider_unavailable',
  'dream.rate_limited',
  'dream.bad_response',
  'dream.timeout',
  'dream.crashed',
  'quota.exceeded',
  'internal',
] as const

export type ProcessingErrorCode = (typeof processingErrorCodes)[number]

const retry = 'start the document again with `POST /v3/documents/{id}/retry`.'

/** For people who look a code up: docs/errors.md is generated from it. The type asks for an entry for every code. */
export const processingErrorHelp: Record<ProcessingErrorCode, ErrorHelp> = {
  'fetch.blocked_address': {
    meaning:
      'The link leads to a private network, has a password in it, or uses a port or protocol other than the web. Such links could reach services behind the server.',
    remedy: 'For a host of your own network, ask the operator to name it in `FETCH_ALLOW`.',
  },
  'fetch.disallowed': {
    meaning: 'The robots.txt of the site forbids fetching this address.',
    remedy: 'Save the page and upload it as a file.',
  },
  'fetch.not_found': {
    meaning: 'The host does not exist, or the site answered 404 or 410.',
    remedy: `Check the link in a browser. If it works, ${retry}`,
  },
  'fetch.timeout': {
    meaning: 'The site did not respond in time, several times.',
    remedy: `Raise \`FETCH_TIMEOUT_MS\` if the site is slow, then ${retry}`,
  },
  'fetch.too_large': {
    meaning: 'The page or file behind the link exceeds the limit.',
    remedy: 'Download it and upload a part of it, or raise `FETCH_MAX_BYTES`.',
  },
  'fetch.http_error': {
    meaning: 'The site refused the request, or failed several times. `errorMessage` has its status.',
    remedy: 'If the page needs a login, save it and upload it as a file.',
  },
  'extract.unsupported_type': {
    meaning: 'Reverie cannot read files of this type.',
    remedy: 'Convert the file, for example to PDF or text, and upload that.',
  },
  'extract.encrypted': {
    meaning: 'The file is protected by a password.',
    remedy: 'Upload a copy without a password.',
  },
  'extract.malformed': {
    meaning: 'The file is damaged, or is not of the type it claims to be.',
    remedy: 'Open it in its program, save it again, and upload that.',
  },
  'extract.empty': {
    meaning: 'The file or page holds no text that can be read.',
    remedy: 'For scanned pages and images, the server needs tesseract: see `reverie doctor`.',
  },
  'extract.too_large': {
    meaning:
      'Reading the file takes more memory, pages or text than permitted. `errorMessage` names the limit.',
    remedy: 'Split the file and upload the parts.',
  },
  'extract.timeout': {
    meaning: 'Reading the file took longer than permitted.',
    remedy: `Split the file, or raise \`EXTRACT_TIMEOUT_MS\` and ${retry}`,
  },
  'extract.crashed': {
    meaning: 'The process that read the file ended unexpectedly, several times.',
    remedy: 'Upload the file in another format, and report it.',
  },
  'extract.tool_missing': {
    meaning:
      'The server lacks a program that this type of file needs, such as tesseract or ffmpeg, or the sandbox to run it in.',
    remedy: `Ask the operator to install what \`errorMessage\` names, then ${retry}`,
  },
  'extract.sandbox_unavailable': {
    meaning:
      'The server has no sandbox to read files in, and is set up to read none without. The document waits.',
    remedy: 'The operator finds the reason with `reverie doctor`. Nothing needs to be uploaded again.',
  },
  'transcribe.provider_unavailable': {
    meaning: 'The transcriber of recordings is not configured, or did not respond.',
    remedy: `Check the \`TRANSCRIBER*\` settings and \`reverie doctor\`, then ${retry}`,
  },
  'transcribe.rate_limited': {
    meaning: 'The transcriber refused further requests for too long.',
    remedy: `Wait, or raise the limit at the provider, then ${retry}`,
  },
  'transcribe.bad_response': {
    meaning: 'The transcriber refused the recording, or its answer could not be read.',
    remedy: 'Convert the recording, for example to WAV or MP3, and upload that.',
  },
  'chunk.too_many': {
    meaning:
      'The text makes more chunks than a document may have (50,000). A small `chunkSize` in the settings makes the most.',
    remedy: 'Split the text and add the parts, or raise `chunkSize` in the settings.',
  },
  'embed.provider_unavailable': {
    meaning: 'The embedding model failed or did not respond, several times.',
    remedy: `Check the \`EMBEDDER*\` settings and \`reverie doctor\`, then ${retry}`,
  },
  'embed.rate_limited': {
    meaning: 'The embedding provider refused further requests for too long.',
    remedy: `Wait, or raise the limit at the provider, then ${retry}`,
  },
  'embed.bad_response': {
    meaning: 'The embedding provider refused the text, or its answer could not be read.',
    remedy: 'Check `EMBEDDER_MODEL` and the size of chunks (`chunkSize` in the settings).',
  },
  'dream.provider_unavailable': {
    meaning: 'The language model that forms memories failed or did not respond, several times.',
    remedy: `Check the \`LLM*\` settings and \`reverie doctor\`, then ${retry}`,
  },
  'dream.rate_limited': {
    meaning: 'The language model refused further requests for too long.',
    remedy: `Wait, or raise the limit at the provider, then ${retry}`,
  },
  'dream.bad_response': {
    meaning: 'The answer of the language model could not be read.',
    remedy: `Choose a model that follows JSON schemas (\`LLM_MODEL\`), then ${retry}`,
  },
  'dream.timeout': {
    meaning:
      'Reading the text for memories took longer than permitted, several times. Memories of the part before it are kept.',
    remedy:
      'The text stays searchable. Split it, or leave out the part that is no prose, and add it again; please report it.',
  },
  'dream.crashed': {
    meaning: 'Forming memories failed unexpectedly, or its worker died each time.',
    remedy:
      'The text stays searchable. Look in the log of the worker, then call `POST /v3/documents/{id}/retry`.',
  },
  'quota.exceeded': {
    meaning: 'The text of the file or link has more tokens than the quota of the organization has left.',
    remedy: 'Delete documents, or ask the operator to raise the quota.',
  },
  internal: {
    meaning: 'The server has a fault.',
    remedy: 'Look for the id of the document in the log of the worker, and report the line.',
  },
}
