import { archiveErrorHelp } from './archive-error-help.ts'
import { connectionErrorHelp } from './connection-error-help.ts'
import { catalogue, type ErrorCode } from './errors.ts'
import { routerErrorHelp } from './router-error-help.ts'
import { signInErrorHelp } from './sign-in-errors.ts'

/** The meaning of an error code, and its remedy. */
export type ErrorHelp = { meaning: string; remedy: string }

const tryAgain = 'Try again after the time in `Retry-After`, or after a second.'
const notHere = 'Check the id, and that the key belongs to the organization and container tag that hold it.'

/** For people who look a code up. The type asks for an entry for every code. */
export const errorHelp: Record<ErrorCode, ErrorHelp> = {
  'request.invalid': {
    meaning: 'A field of the body, the query or the path is missing, unknown or not as expected.',
    remedy:
      '`details` has one `field: what is expected` line for each fault. Correct them and send the request again.',
  },
  'request.malformed': {
    meaning: 'The body is not JSON, not a form, or the request is not HTTP.',
    remedy:
      '`error` names the line and column of the first fault in the JSON. Write the body with a JSON library.',
  },
  'request.conflict': {
    meaning:
      'The request contradicts the current state: for example an `Idempotency-Key` that was used with another body.',
    remedy: 'Read `error`. Do not repeat the request unchanged.',
  },
  'request.too_large': {
    meaning: 'The text, the file or the whole body exceeds its limit.',
    remedy: 'Send less, or raise the setting that `details` names: `MAX_TEXT_BYTES` or `MAX_FILE_BYTES`.',
  },
  'request.unsupported_type': {
    meaning: 'The route does not accept the content type of this body.',
    remedy: 'Send `application/json`, or `multipart/form-data` to `POST /v3/documents/file`.',
  },
  'request.timeout': {
    meaning: 'The request did not arrive completely in time.',
    remedy: 'Check the network between client and server, and send the request again.',
  },
  'request.headers_too_large': {
    meaning: 'The URL and headers exceed 16 kB.',
    remedy: 'Send long values in the body.',
  },
  'auth.missing_key': {
    meaning: 'The request has no API key.',
    remedy: 'Send `Authorization: Bearer <key>` or `x-api-key: <key>`.',
  },
  'auth.invalid_key': {
    meaning: 'The server does not know this API key, or it was cut off or mistyped.',
    remedy: 'Copy the whole key, which begins with `sm_`. `reverie keys create` makes a new one.',
  },
  'auth.expired_key': {
    meaning: 'The API key has expired.',
    remedy: 'Create a new key.',
  },
  'auth.disabled_key': {
    meaning: 'Somebody has disabled this API key.',
    remedy: 'Create a new key.',
  },
  'auth.session_ended': {
    meaning: 'The session cookie has expired, or somebody ended the session.',
    remedy: 'Sign in again.',
  },
  'auth.wrong_password': {
    meaning: 'No person has this email and password.',
    remedy: 'Check both. An admin can send a new invitation.',
  },
  'auth.locked': {
    meaning: 'Too many attempts to sign in with this email, or from this address, have failed.',
    remedy: 'Wait for the time in `Retry-After`. It doubles with each further failure, up to an hour.',
  },
  'auth.person_required': {
    meaning: 'The route shows or changes the account of a person, and the request was made with a key.',
    remedy: 'Sign in to the console.',
  },
  'auth.role_required': {
    meaning: 'The person who is signed in has a lower role than the action needs.',
    remedy: 'Ask an admin or the owner of the organization. `GET /v3/members` lists them.',
  },
  'auth.not_a_member': {
    meaning:
      'The person who is signed in belongs to no organization, or not to the one that `x-organization` names.',
    remedy: 'Ask an admin for an invitation, or name another organization.',
  },
  'auth.other_site': {
    meaning:
      'The request carries a session cookie, and its `Origin` is not this server. Such requests are refused, because another site could send them in the name of the person.',
    remedy:
      'Open the console at its own address. Behind a proxy, set `PUBLIC_URL`. Programs send a key instead of a cookie.',
  },
  'auth.forbidden': {
    meaning: 'The key is limited to one container tag, and this route belongs to the whole organization.',
    remedy: 'Use one of the routes that `error` names, or a key of the organization.',
  },
  'auth.container_mismatch': {
    meaning: 'The key is limited to one container tag, and the request names another one.',
    remedy: 'Leave the container tag out, or use a key of the organization.',
  },
  'mcp.unknown_host': {
    meaning:
      'The `Host` header of a request to `/mcp` has a name that is not the one in `PUBLIC_URL`. Another site may have pointed the name at this server.',
    remedy: 'Set `PUBLIC_URL` to the address that clients use, or use an IP address or a name without a dot.',
  },
  'mcp.unknown_origin': {
    meaning: 'A page of another site has sent a request to `/mcp`.',
    remedy: 'If you trust the page, add its origin to `CORS_ORIGINS`.',
  },
  'oauth.not_available': {
    meaning: 'The server has no `PUBLIC_URL` that MCP clients may send tokens to.',
    remedy:
      'Set `PUBLIC_URL` to the address that clients use. It must begin with https, except on this machine.',
  },
  'oauth.client_not_found': {
    meaning: 'The client has never registered, or was dropped because nobody used it.',
    remedy: 'Remove the connector in the client, and add it again.',
  },
  'oauth.refused': {
    meaning:
      'The address of the consent page was changed, has expired, or does not match what the client has registered.',
    remedy: 'Start again in the client. The page is valid for ten minutes.',
  },
  'document.not_found': { meaning: 'There is no document with this id or customId.', remedy: notHere },
  'document.ambiguous': {
    meaning:
      'A `customId` is unique within a container tag. Several tags have a document with this `customId`, and the request names no tag.',
    remedy:
      'Add `?containerTag=` to the request, or use the id. `details` lists up to 20 matching documents, one per line, with `id` and `containerTag`.',
  },
  'document.moving': {
    meaning: 'Other requests keep moving the document from one container tag to another.',
    remedy: 'Repeat the request after `Retry-After` seconds.',
  },
  'document.across_cells': {
    meaning:
      'The organization is spread over several databases, and the two container tags lie in different ones.',
    remedy: 'Add the document again under the new container tag, and delete the old one.',
  },
  'memory.not_found': {
    meaning: 'There is no memory with this id or these exact words.',
    remedy: `${notHere} Ids of documents and of memories look alike: \`details\` says when the id is a document's.`,
  },
  'memory.forgotten': {
    meaning: 'The memory is already forgotten.',
    remedy: 'There is nothing left to do. To restore the memory, call `POST /v4/memories/{id}/undo`.',
  },
  'memory.nothing_to_undo': {
    meaning: 'Nobody has changed or forgotten this memory, or the change is already undone.',
    remedy: 'Read the memory with `GET /v4/memories/{id}`.',
  },
  'memory.not_reviewable': {
    meaning: 'The memory was not inferred, a newer version has replaced it, or it has no review to undo.',
    remedy: 'List the memories that await a review with `GET /v3/container-tags/{tag}/inferred`.',
  },
  'route.not_found': {
    meaning: 'The server has no such path.',
    remedy: 'Check the path: `details` names the nearest one. `/docs` shows all routes.',
  },
  'route.method_not_allowed': {
    meaning: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  'container.not_found': {
    meaning: 'No document or memory has used this container tag.',
    remedy: 'Check its spelling. The first document or memory creates it.',
  },
  'merge.not_found': { meaning: 'There is no merge with this id.', remedy: notHere },
  'merge.busy': {
    meaning: 'Another merge of one of these container tags is still running.',
    remedy: 'Wait until `GET /v3/container-tags/merge/{id}` says `done`, then try again.',
  },
  'merge.across_cells': {
    meaning:
      'The organization is spread over several databases, and these container tags lie in different ones.',
    remedy: 'Add the documents again under the target container tag, and delete the source.',
  },
  'project.not_found': { meaning: 'There is no project with this id or container tag.', remedy: notHere },
  'connection.not_found': { meaning: 'There is no connection with this id.', remedy: notHere },
  'connection.provider_not_configured': {
    meaning: 'This server has no connector for the provider.',
    remedy: 'Add the documents through the API.',
  },
  ...connectionErrorHelp,
  'quota.exceeded': {
    meaning: 'This document would take the organization over its token quota.',
    remedy: 'Delete documents, or ask the operator to raise the quota: `reverie org quota <slug> <tokens>`.',
  },
  'rate.limited': {
    meaning: 'The key has exceeded its rate limit.',
    remedy: 'Wait for the seconds in `Retry-After`. `RateLimit-*` headers say how many requests are left.',
  },
  'stream.limited': {
    meaning: 'The key has 20 event streams open on this server.',
    remedy:
      'Close a stream, or wait for one to end. Poll `GET /v3/documents/processing` to follow many documents.',
  },
  'concurrency.limited': {
    meaning:
      'The server runs as many requests of this kind (searches, writes or reads) as it can, and most of them are of this organization. Requests of other organizations go first. Or the key has 20 long lists open that it has not read yet.',
    remedy:
      'Try again after the seconds in `Retry-After`. If it happens often, send fewer requests at once: for example eight, and many documents with `POST /v3/documents/batch`.',
  },
  'backlog.limited': {
    meaning:
      'The oldest imported document of this organization has waited longer than `BULK_MAX_WAIT_SECONDS`. Only batches of more than ten documents are refused.',
    remedy:
      'Try again after the seconds in `Retry-After`. `GET /v3/documents/processing` shows the backlog. The operator can start more workers or raise the setting.',
  },
  'key.not_found': {
    meaning: 'There is no scoped key with this id.',
    remedy: 'List the keys with `GET /v3/auth/keys`.',
  },
  'session.not_found': { meaning: 'You have no session with this id.', remedy: 'List your sessions again.' },
  'member.not_found': {
    meaning: 'The organization has no member with this id.',
    remedy: 'List the members again.',
  },
  'member.last_owner': {
    meaning: 'The change would leave the organization without an owner.',
    remedy: 'Make another member the owner first.',
  },
  'invitation.not_found': {
    meaning: 'The link was used, revoked or has expired, or it was not copied whole.',
    remedy: 'Ask for a new link. A server that nobody has set up prints one at each start.',
  },
  'invitation.other_email': {
    meaning: 'The invitation names the email that may accept it.',
    remedy: 'Use that email, or ask for an invitation without one.',
  },
  'reset.not_found': {
    meaning: 'The link was used, has expired, or was not copied whole.',
    remedy: 'Ask the operator to run `reverie people reset-link` again.',
  },
  'person.exists': {
    meaning: 'An account with this email exists already.',
    remedy: 'Sign in, then accept the invitation.',
  },
  ...signInErrorHelp,
  'question.not_found': {
    meaning: 'There is no golden question with this id.',
    remedy: 'List them with `GET /v3/golden-questions`.',
  },
  'erasure.not_found': { meaning: 'There is no receipt of a deletion with this id.', remedy: notHere },
  ...archiveErrorHelp,
  'webhook.not_found': { meaning: 'There is no webhook with this id.', remedy: notHere },
  'webhook.too_many': { meaning: 'An organization has at most 20 webhooks.', remedy: 'Delete one first.' },
  'webhook.disabled': {
    meaning: 'The webhook is switched off.',
    remedy: 'Switch it on with `PATCH /v3/webhooks/{id}` and `enabled: true`.',
  },
  'search.too_broad': {
    meaning:
      'A search without a container tag covers more than a million chunks or memories, and the index of the organization is not built yet.',
    remedy:
      'Name a `containerTag`. A worker builds the index in the background, after which the same search is answered. Organizations that are spread over shards have no such index.',
  },
  ...routerErrorHelp,
  'embed.unavailable': {
    meaning: 'The query could not be embedded: the embedding model failed or did not respond in time.',
    remedy: `${tryAgain} If the error persists, run \`reverie doctor\` and check the \`EMBEDDER_*\` settings.`,
  },
  'cell.unavailable': {
    meaning:
      'The Postgres server that holds this data is unreachable, or too busy to answer in time. For example, a lock, a statement or a free connection took too long. A write in progress may or may not be stored.',
    remedy: `${tryAgain} Repeat a write with the same \`Idempotency-Key\` or \`customId\`, so that it happens once. Without either, the document may be stored twice. If the error persists, check that Postgres runs and that \`DATABASE_URL\` and \`CELL_URLS\` are right. The server log has the cause.`,
  },
  'storage.full': {
    meaning: 'The disk or bucket for uploaded files is full. The file was not stored.',
    remedy: 'Send the file again when the operator has made room. Adding text and searching still work.',
  },
  'storage.unavailable': {
    meaning:
      'The disk or bucket for uploaded files does not respond. An upload was not stored. A deletion took effect, but the journal of deletions does not have it yet; a worker adds it.',
    remedy: `${tryAgain} Do not repeat a deletion: it would return 404. If the error persists, check \`BLOB_DIR\`, \`ERASURE_JOURNAL_DIR\` or the \`S3_*\` settings.`,
  },
  'server.draining': {
    meaning: 'The server is shutting down. It accepts no new requests and finishes the open ones.',
    remedy: tryAgain,
  },
  'server.overloaded': {
    meaning:
      'Requests of many organizations, or large bodies, arrive faster than the server can answer them. It refuses some at once, so that the others are answered soon.',
    remedy: `${tryAgain} The operator can start more API processes, or a larger machine.`,
  },
  internal: {
    meaning: 'The server failed unexpectedly. This is a bug.',
    remedy: 'Look for the `requestId` in the server log, and report that line.',
  },
}

/** Code, status and sentence of every error, with its help, for the documentation. */
export const listErrors = (): (ErrorHelp & { code: ErrorCode; status: number; sentence: string })[] =>
  (Object.keys(catalogue) as ErrorCode[]).map(code => {
    const [status, sentence] = catalogue[code]
    return { code, status, sentence, ...errorHelp[code] }
  })
