/** The introduction of the API description. */

export function introduction(productVersion: string, apiVersion: string): string {
  return `Reverie is an open, self-hosted memory and document service for AI applications. It chunks, embeds and indexes text, files and links, extracts versioned memories with citations ("dreaming"), and retrieves both with hybrid (vector + keyword) search.

## Authenticate

Send your API key with every request, in either header:

\`\`\`
Authorization: Bearer sm_…
x-api-key: sm_…
\`\`\`

The first start of the server prints a key. Create another with \`./reverie keys create <organization>\`. To try requests on this page, press **Authorize** and paste the key. A *scoped key* (\`POST /v3/auth/scoped-key\`) is limited to one container tag, so that you can give it to one end user's device.

## The first three calls

\`\`\`bash
export REVERIE_URL=http://127.0.0.1:8787   # address of this server
export REVERIE_KEY=sm_…                    # the key that the first start printed
\`\`\`

1. **Add** a document. \`containerTag\` keeps the documents of one end user or project together.

\`\`\`bash
curl -s $REVERIE_URL/v3/documents \\
  -H "Authorization: Bearer $REVERIE_KEY" -H 'content-type: application/json' \\
  -d '{"content": "Ada moved to Lisbon in May and started at a ceramics studio.", "containerTag": "user_42", "dreaming": "instant"}'
\`\`\`

2. **Search** it by meaning and by keywords. Processing takes a few seconds; \`GET /v3/documents/{id}\` shows the status.

\`\`\`bash
curl -s $REVERIE_URL/v3/search \\
  -H "Authorization: Bearer $REVERIE_KEY" -H 'content-type: application/json' \\
  -d '{"q": "where does Ada live now?", "containerTag": "user_42"}'
\`\`\`

3. **Read the profile**: the memories that were extracted.

\`\`\`bash
curl -s $REVERIE_URL/v4/profile \\
  -H "Authorization: Bearer $REVERIE_KEY" -H 'content-type: application/json' \\
  -d '{"containerTag": "user_42"}'
\`\`\`

## Conventions

- **Ids** of documents, memories, chunks and containers have 22 base58 characters and sort by creation time. Where a path has the id of a document, your own \`customId\` works too.
- **Times** are ISO 8601 in UTC. A date you send may be \`YYYY-MM-DD\`; a time without an offset is read as UTC.
- **Container tags** have up to 100 letters, digits and \`_ : - .\`. A document without a tag goes to \`sm_project_default\`.
- **Errors** have one body everywhere: \`error\` (a sentence), \`code\` (stable, for programs to compare), \`requestId\`, and often \`details\`. Every response has the header \`x-request-id\`; the server log has the same id.
- **Rate limits** apply to scoped keys, and to organization keys when the operator sets one. \`RateLimit-*\` headers show the remaining requests. After a 429, wait for the seconds in \`Retry-After\`.
- **People** who have signed in to the console call the same routes with a session cookie, within their role. Such a request may also get \`auth.session_ended\` (401), and \`auth.role_required\`, \`auth.not_a_member\` or \`auth.other_site\` (403).
- **Retries** of add, batch and upload are safe with an \`Idempotency-Key\` header.

## Versions

This is version ${apiVersion} of the interface, served by version ${productVersion} of Reverie (\`x-product-version\`). The interface keeps its version across releases of the product. The prefix of a path is its generation: \`/v3\` and \`/v4\` are current, \`/v2\` serves older clients.`
}

/** One or two sentences for each tag that routes carry. */
export const tagDescriptions: Record<string, string> = {
  Documents:
    'Add text, links and files; follow their processing; read, list, change and delete them. The `/v3/memories` paths are aliases that existing clients use.',
  Conversations: 'Add chat messages. Each conversation is one document that grows.',
  Router:
    'Forwards chats to a model provider with what Reverie remembers about the user, and remembers them. Responses pass unchanged.',
  Memories:
    'Facts about a container tag, extracted from documents or written by you. Each has versions, sources and a reason, and every change can be undone.',
  Profile:
    'The current memories of a container tag in the form a prompt needs: static facts, recent ones, buckets.',
  Search:
    'Hybrid (vector + keyword) search. Use `/v4/search` for memories or a mix, `/v3/search` for documents with their best chunks.',
  Keys: 'API keys of the organization, and keys that are limited to one container tag.',
  Apps: 'Plugins and agents that people have given access on the log-in page.',
  Graph:
    'Memories, documents and entities of a container as nodes and edges: around one of them, or an overview.',
  Overview:
    'How many documents and memories the organization has, what waits or failed, and what was learned last.',
  Sessions:
    'How people sign in to the console, accept an invitation, and see where they are signed in. Programs use keys.',
  Members: 'The people of the organization, their roles, and links that invite others.',
  Audit: 'Who did what, when and from where. Entries cannot be changed or removed.',
  Settings:
    'Settings of the whole organization: which content is remembered, chunk size, profile buckets, connectors.',
  'Golden questions':
    'Questions with known answers. They compare two embedding models on your own data, before searches switch to the new one.',
  Analytics: 'Requests, errors and tokens of the organization, by type, by hour and by key.',
  'Container tags':
    'A container tag groups documents and memories, for example one tag per end user. Describe, merge and delete tags, and review inferred memories.',
  Projects: 'Container tags that begin with `sm_project_`, under the name that existing clients use.',
  Exports:
    'Carry a container or the whole organization out of the server, as an archive that can be imported again or as Markdown.',
  Imports: 'Bring an archive in, or an export of another program. The same import twice changes nothing.',
  Erasures:
    'Receipts of deletions: how many rows were removed from each layer, and whether a scan still finds any.',
  Webhooks:
    'Addresses that receive signed events about documents and memories, the log of what was sent, and sending it again.',
  Connections:
    'Sources that stay in step: sites, folders, repositories, mailboxes. A connection imports what they hold, and follows changes and deletions.',
}
