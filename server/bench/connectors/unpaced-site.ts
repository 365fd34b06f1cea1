import { webCrawler } from '../../src/platform/connectors/web-crawler.ts'

/** The crawler without its ten requests a second, under another name: at that pace 20,000 pages take 33 minutes. */
const { requestsPerSecond: _, ...describe } = webCrawler.describe
export default { ...webCrawler, describe: { ...describe, provider: 'unpaced-site' } }
