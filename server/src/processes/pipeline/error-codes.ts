import type { ErrorHelp } from '../../platform/error-help.ts'
import { extractErrorCodes } from '../../platform/extraction/extraction.ts'

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
      'The link leads to a private network, contains a password, does not use HTTP, or uses a port of another protocol. Reverie refuses such links, because they could reach internal services.',
    remedy: 'To fetch from a host in your own network, ask the operator to add it to `FETCH_ALLOW`.',
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
    meaning: 'The site refused the request, or failed several times. `errorMessage` has the HTTP status.',
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
    remedy: 'Open the file in the program that made it, save it again, and upload the new copy.',
  },
  'extract.empty': {
    meaning: 'The file or page contains no readable text.',
    remedy:
      'Scanned pages and images need tesseract on the server. `reverie doctor` says whether it is installed.',
  },
  'extract.too_large': {
    meaning:
      'The file needs more memory than allowed, or has too many pages or too much text. `errorMessage` names the limit.',
    remedy: 'Split the file and upload the parts.',
  },
  'extract.timeout': {
    meaning: 'Reading the file took too long.',
    remedy: `Split the file, or raise \`EXTRACT_TIMEOUT_MS\` and ${retry}`,
  },
  'extract.crashed': {
    meaning: 'The process that read the file ended unexpectedly, several times.',
    remedy: 'Upload the file in another format, and report the failure.',
  },
  'extract.tool_missing': {
    meaning:
      'The server lacks a program that this type of file needs, such as tesseract or ffmpeg, or the sandbox to run it in.',
    remedy: `Ask the operator to install what \`errorMessage\` names, then ${retry}`,
  },
  'extract.sandbox_unavailable': {
    meaning:
      'The server has no sandbox to read files in, and `EXTRACT_SANDBOX` is `required`. The document waits.',
    remedy:
      'Ask the operator to run `reverie doctor`, which names the reason. You need not upload the file again.',
  },
  'transcribe.provider_unavailable': {
    meaning:
      'The server has no transcriber for audio and video, or the transcriber failed on this recording, several times. While it is down, recordings wait.',
    remedy: `Check the \`TRANSCRIBER*\` settings and \`reverie doctor\`, then ${retry}`,
  },
  'transcribe.rate_limited': {
    meaning: 'The transcriber refused further requests for too long.',
    remedy: `Wait, or raise the limit at the provider, then ${retry}`,
  },
  'transcribe.bad_response': {
    meaning: 'The transcriber refused the recording, or its answer is not valid.',
    remedy: 'Convert the recording, for example to WAV or MP3, and upload that.',
  },
  'chunk.too_many': {
    meaning:
      'The text splits into more chunks than a document may have (50,000). A small `chunkSize` in the settings makes more chunks.',
    remedy: 'Split the text and add the parts, or raise `chunkSize` in the settings.',
  },
  'embed.provider_unavailable': {
    meaning:
      'The embedding model failed on this text, several times, although it answered other calls. While it is down, documents wait.',
    remedy: `Check the \`EMBEDDER*\` settings and \`reverie doctor\`, then ${retry}`,
  },
  'embed.rate_limited': {
    meaning: 'The embedding provider refused further requests for too long.',
    remedy: `Wait, or raise the limit at the provider, then ${retry}`,
  },
  'embed.bad_response': {
    meaning: 'The embedding provider refused the text, or its answer is not valid.',
    remedy: 'Check `EMBEDDER_MODEL` and the chunk size (`chunkSize` in the settings).',
  },
  'dream.provider_unavailable': {
    meaning:
      'The language model that extracts memories failed on this text, several times, although it answered other calls. While it is down, documents wait.',
    remedy: `Check the \`LLM*\` settings and \`reverie doctor\`, then ${retry}`,
  },
  'dream.rate_limited': {
    meaning: 'The language model refused further requests for too long.',
    remedy: `Wait, or raise the limit at the provider, then ${retry}`,
  },
  'dream.bad_response': {
    meaning: 'The answer of the language model is not valid.',
    remedy: `Choose a model that follows JSON schemas (\`LLM_MODEL\`), then ${retry}`,
  },
  'dream.timeout': {
    meaning:
      'Extracting memories from this text took too long, several times. Memories from the text before that point are kept.',
    remedy:
      'The text stays searchable. Split it, or remove the part that is not prose, and add it again. Please report it.',
  },
  'dream.crashed': {
    meaning: 'Extracting memories failed unexpectedly, or the worker crashed each time.',
    remedy:
      'The text stays searchable. Look for the cause in the worker log, then call `POST /v3/documents/{id}/retry`.',
  },
  'quota.exceeded': {
    meaning: 'The text of the file or link has more tokens than are left in the quota of the organization.',
    remedy: 'Delete documents, or ask the operator to raise the quota.',
  },
  internal: {
    meaning: 'The worker failed unexpectedly. This is a bug.',
    remedy: 'Look for the document id in the worker log, and report that line.',
  },
}
