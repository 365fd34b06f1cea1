import { exampleOf } from './example-of.ts'
import type { Operation, Parameter } from './read-openapi.ts'
import { describeType, escapeText, renderFields } from './render-schema.ts'

/** One operation as Markdown: what it does, parameters, body, answer, errors, an example request. */
export function renderOperation(operation: Operation): string {
  const { method, path, summary, description } = operation
  const anchor = `${method}-${path.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '')}`.toLowerCase()
  return [
    `## ${escapeText(summary)} {#${anchor}}`,
    `<p class="operation"><span class="method ${method}">${method.toUpperCase()}</span> <code v-pre>${path}</code></p>`,
    description ? escapeText(description) : '',
    operation.deprecated ? '**Deprecated.**' : '',
    isOpen(operation) ? 'Needs no key.' : '',
    renderParameters(operation.parameters ?? []),
    renderBody(operation),
    renderAnswers(operation),
    '**Example**',
    renderCurl(operation),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const isOpen = ({ security }: Operation) => security !== undefined && security.length === 0

function renderParameters(parameters: Parameter[]): string {
  const shown = parameters.filter(({ in: place }) => place !== 'header')
  if (shown.length === 0) return ''
  const rows = shown.map(
    ({ name, in: place, required, description, schema }) =>
      `| \`${name}\`${required ? ' <span class="required">required</span>' : ''} | ${place} | ${describeType(schema ?? {})} | ${escapeText(description ?? schema?.description ?? '')} |`,
  )
  return ['**Parameters**', '', '| Name | In | Type | Description |', '|---|---|---|---|', ...rows].join('\n')
}

function renderBody({ requestBody }: Operation): string {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const fields = media?.schema && renderFields(media.schema)
  if (!fields) return ''
  return `**Body**${type === 'application/json' ? '' : ` (\`${type}\`)`}\n\n${fields}`
}

function renderAnswers({ responses }: Operation): string {
  const good = Object.entries(responses).filter(([status]) => Number(status) < 400)
  const errors = Object.keys(responses).filter(status => Number(status) >= 400)
  const answers = good.map(([status, { content }]) => {
    const [type, media] = Object.entries(content ?? {})[0] ?? []
    if (!media?.schema) return `**Answer ${status}**: ${type ? `\`${type}\`` : 'no body'}.`
    const fields = renderFields(media.schema)
    const example = JSON.stringify(exampleOf(media, 'all'), null, 2) ?? ''
    if (!fields || type !== 'application/json') return `**Answer ${status}**: \`${type}\`.`
    return `::: details Answer ${status}: fields and example\n${fields}\n\n\`\`\`json\n${example}\n\`\`\`\n:::`
  })
  const refused = errors.length > 0 ? `Errors: ${errors.join(', ')}; see [error codes](../errors.md).` : ''
  return [...answers, refused].filter(Boolean).join('\n\n')
}

function renderCurl({ method, path, requestBody, ...operation }: Operation): string {
  const url = `"$REVERIE_URL${path.replaceAll(/\{(\w+)\}/g, (_, name) => `$${toVariable(name)}`)}"`
  const key = isOpen({ method, path, ...operation }) ? '' : ' \\\n  -H "Authorization: Bearer $REVERIE_KEY"'
  const verb = method === 'get' || (method === 'post' && requestBody) ? '' : ` -X ${method.toUpperCase()}`
  return `\`\`\`bash\ncurl${verb} ${url}${key}${renderData(requestBody)}\n\`\`\``
}

function renderData(requestBody: Operation['requestBody']): string {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (!media) return ''
  if (type === 'multipart/form-data') return ' \\\n  -F file=@report.pdf -F containerTag=user_42'
  const body = JSON.stringify(exampleOf(media, 'required'), null, 2).replaceAll("'", "'\\''")
  return ` \\\n  -H 'content-type: application/json' \\\n  -d '${body}'`
}

const toVariable = (name: string) => name.replaceAll(/[A-Z]/g, letter => `_${letter}`).toUpperCase()
