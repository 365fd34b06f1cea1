import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { readTags } from './api/read-openapi.ts'
import { escapeUnknownTags } from './escape-unknown-tags.ts'
import { keepLinksInside } from './keep-links-inside.ts'
import { navigation, sidebar } from './sidebar.ts'

const docs = join(import.meta.dirname, '..')

export default defineConfig({
  title: 'Reverie',
  description: 'Open-source memory and document search for AI applications, self-hosted on one Postgres.',
  lang: 'en',
  cleanUrls: true,
  lastUpdated: false,
  // GitHub shows README.md for a folder, the site shows index.md.
  rewrites: { 'decisions/README.md': 'decisions/index.md' },
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/logo.svg' }]],
  markdown: {
    config: md => {
      keepLinksInside(md)
      escapeUnknownTags(md)
    },
  },
  themeConfig: {
    logo: '/logo.svg',
    nav: navigation,
    sidebar: sidebar(docs, readTags()),
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: 'Previous', next: 'Next' },
    footer: { message: 'Apache-2.0' },
  },
  buildEnd: ({ outDir }) => copyFileSync(join(docs, 'openapi.json'), join(outDir, 'openapi.json')),
})
