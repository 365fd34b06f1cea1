import { type Misbehaviour, startEmbeddingServer } from '../../test/embedding-server.ts'
import { startS3Server } from '../../test/s3-server.ts'
import { readByScript, startScriptedLlm } from '../../test/scripted-llm.ts'
import { startWebServer } from '../../test/web-server.ts'
import { type Door, openDoor } from '../door.ts'
import type { Settings } from '../supervised.ts'
import { shortText } from '../texts.ts'

/** Everything outside of Reverie and Postgres that documents need, on the loopback, and with faults at will. */
export type Surroundings = {
  settings: Settings
  embedder: Door
  /** Undefined: it answers. */
  setEmbedderFault(fail: Misbehaviour | undefined): void
  letLlm(status: number | undefined): void
  blobs: Door
  /** The address of a page. */
  pageAt(n: number): string
  close(): Promise<void>
}

export async function startSurroundings(): Promise<Surroundings> {
  let failure: Misbehaviour | undefined
  const embedding = await startEmbeddingServer({ behave: () => failure })
  const llm = await startScriptedLlm({ answer: readByScript })
  const s3 = await startS3Server()
  const web = await startWebServer({
    '/page': request => ({
      headers: { 'content-type': 'text/plain' },
      body: shortText(Number(request.url!.split('?')[1])).repeat(100),
    }),
  })
  const [embedder, blobs] = [await openDoor(embedding.url), await openDoor(s3.endpoint)]
  return {
    settings: {
      EMBEDDER: 'http',
      EMBEDDER_URL: embedder.url,
      EMBEDDER_MODEL: 'double',
      EMBEDDER_DIMENSIONS: '384',
      ...Object.fromEntries(Object.entries(llm.config).map(([name, value]) => [name, String(value)])),
      LLM_FALLBACK: 'fail',
      BLOBS: 's3',
      S3_ENDPOINT: blobs.url,
      S3_BUCKET: s3.bucket,
      S3_REGION: s3.region,
      S3_FORCE_PATH_STYLE: 'true',
      S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
      FETCH_ALLOW: '127.0.0.1',
    },
    embedder,
    setEmbedderFault: fail => {
      failure = fail
    },
    letLlm: status => {
      llm.behave = status === undefined ? undefined : () => ({ kind: 'status', status })
      llm.list = status === undefined ? undefined : { kind: 'status', status }
    },
    blobs,
    pageAt: n => `${web.url}/page?${n}`,
    async close() {
      await Promise.all([embedder.close(), blobs.close()])
      await Promise.all([embedding.close(), llm.close(), s3.close(), web.close()])
    },
  }
}
