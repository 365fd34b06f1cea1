import { isAlias, type Operation, operationsOf, readTags, tagSlug } from '../.vitepress/api/read-openapi.ts'
import { renderOperation } from '../.vitepress/api/render-operation.ts'

/** One page for each tag of docs/openapi.json, made when the site is built. */
export default {
  paths: () =>
    readTags().map(({ name, description = '' }) => ({
      params: { tag: tagSlug(name), title: name },
      content: renderPage(name, description, operationsOf(name)),
    })),
}

function renderPage(name: string, description: string, operations: Operation[]): string {
  const aliases = operations.filter(isAlias)
  const shown = operations.filter(operation => !isAlias(operation)).map(renderOperation)
  return [`# ${name}`, description, ...shown, renderAliases(aliases)].filter(Boolean).join('\n\n')
}

function renderAliases(aliases: Operation[]): string {
  if (aliases.length === 0) return ''
  const rows = aliases.map(({ method, path, summary }) => {
    const meant = /\(as (.*)\)/.exec(summary)?.[1]?.replaceAll(/:(\w+)/g, '{$1}')
    return `| \`${method.toUpperCase()} ${path}\` | \`${method.toUpperCase()} ${meant}\` |`
  })
  return ['## Other names', '', '| Also served as | The same as |', '|---|---|', ...rows].join('\n')
}
