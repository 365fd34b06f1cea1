import { operationsOf, readTags, tagSlug } from '../.vitepress/api/read-openapi.ts'
import { renderOperation } from '../.vitepress/api/render-operation.ts'

/** One page for each tag of docs/openapi.json, made when the site is built. */
export default {
  paths: () =>
    readTags().map(({ name, description = '' }) => ({
      params: { tag: tagSlug(name), title: name },
      content: [`# ${name}`, description, ...operationsOf(name).map(renderOperation)].join('\n\n'),
    })),
}
