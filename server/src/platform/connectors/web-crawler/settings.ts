import { z } from 'zod'

const paths = z.array(z.string().regex(/^\//, 'must begin with a slash').max(500)).max(50).default([])

export const settings = z.strictObject({
  startUrl: z
    .url({ protocol: /^https?$/ })
    .describe('Page to start from. Only pages of its host are read.')
    .meta({ title: 'Start page', example: 'https://docs.example.com/' }),
  maxPages: z
    .int()
    .min(1)
    .max(20_000)
    .default(1_000)
    .describe('How many pages are stored at most. Default: 1,000.')
    .meta({ title: 'Pages' }),
  maxDepth: z
    .int()
    .min(0)
    .max(50)
    .default(10)
    .describe('How many links a page may be away from the start page or the sitemap. Default: 10.')
    .meta({ title: 'Depth' }),
  include: paths
    .describe('Only pages whose path begins with one of these. Default: all pages of the host.')
    .meta({ title: 'Only below', example: ['/docs/', '/blog/'] }),
  exclude: paths
    .describe('No pages whose path begins with one of these.')
    .meta({ title: 'Not below', example: ['/search', '/tags/'] }),
  useSitemap: z
    .boolean()
    .default(true)
    .describe('Also read the pages that the sitemap of the site lists. Default: yes.')
    .meta({ title: 'Sitemap' }),
  includePdfs: z
    .boolean()
    .default(false)
    .describe('Also store PDF files that pages link to. Default: no.')
    .meta({ title: 'PDF files' }),
  recrawlAfterDays: z
    .int()
    .min(1)
    .max(30)
    .default(7)
    .describe(
      'When a page is read again for the first time. After that, pages that change are read more often, and others less: every 1 to 30 days. Default: 7.',
    )
    .meta({ title: 'Read again after days' }),
})

export type CrawlSettings = z.output<typeof settings>
