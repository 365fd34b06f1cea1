import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { type CellAddress, cellAddresses } from '../db/cells.ts'
import { inspectEngine } from '../db/check-engine.ts'
import { inspectScope } from '../db/inspect-scope.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { createBox } from '../extraction/box/box.ts'
import { boxSettingsOf } from '../extraction/box/settings.ts'
import { chooseWalls, findTool } from '../extraction/box/walls.ts'
import type { Embedder } from '../providers/embedder.ts'
import { openEmbedder, openLlm, openNextEmbedder, openTranscriber } from '../providers/registry.ts'
import { samplesPerSecond } from '../providers/transcriber.ts'
import { checkSecrets } from './check-secrets.ts'

/** One finding: what was looked at, how it is, and what to do when it is not well. */
type Finding = { what: string; found: string; todo?: string }

const gigabyte = 1024 ** 3

/** As `engines` of every package.json but the SDK's, and the image of the Dockerfile: tests compare them. */
const oldestNode = 24

/** Looks at everything Reverie needs. Exits with 1 when something is to be done. */
export async function doctor(config: Config): Promise<void> {
  const findings: Finding[] = [checkNode()]
  for (const [index, cell] of cellAddresses(config).entries())
    findings.push(...(await checkCell(cell, index === 0)))
  findings.push(await checkModel('embedding model', 'EMBEDDER', () => openEmbedder(config)))
  if (config.EMBEDDER_NEXT !== 'none')
    findings.push(await checkModel('second embedding model', 'EMBEDDER_NEXT', () => openNextEmbedder(config)))
  if (config.LLM !== 'none') findings.push(await checkLlm(config))
  findings.push(await checkBox(config), checkTools(), await checkTranscriber(config))
  findings.push(await checkSecrets(config), await checkDisk(config))
  for (const { what, found, todo } of findings)
    console.log(`${todo ? '✗' : '✓'} ${what.padEnd(24)} ${found}${todo ? `\n    → ${todo}` : ''}`)
  const open = findings.filter(({ todo }) => todo).length
  console.log(open === 0 ? '\nAll is well.' : `\n${open} of ${findings.length} need attention.`)
  if (open > 0) process.exitCode = 1
}

function checkNode(): Finding {
  const [major = 0] = process.versions.node.split('.').map(Number)
  return {
    what: 'Node.js',
    found: process.versions.node,
    ...(major < oldestNode && { todo: `Install Node.js ${oldestNode} or newer.` }),
  }
}

async function checkCell({ name, url }: CellAddress, hasDirectory: boolean): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
  } catch (error) {
    const todo = 'Start it ("npm run postgres up") or correct DATABASE_URL and CELL_URLS.'
    return [
      {
        what: `cell ${name}`,
        found: `does not answer: ${(error as Error).message || (error as { code?: string }).code}`,
        todo,
      },
    ]
  }
  try {
    const engine = await inspectEngine(client)
    const findings: Finding[] = [
      {
        what: `cell ${name}: engine`,
        found: `Postgres ${engine.postgres}, pgvector ${engine.vector ?? 'absent'}`,
        ...(engine.problem && { todo: engine.problem }),
      },
      await checkMigrations(client, name, hasDirectory),
      await checkClock(client, name),
    ]
    const scope = await inspectScope(client)
    findings.push({
      what: `cell ${name}: isolation`,
      found: scope.summary,
      ...(scope.problem && { todo: scope.problem }),
    })
    return findings
  } finally {
    await client.end()
  }
}

async function checkMigrations(client: pg.Client, name: string, hasDirectory: boolean): Promise<Finding> {
  const pending = [
    ...(hasDirectory ? await pendingMigrations(client, 'directory') : []),
    ...(await pendingMigrations(client, 'cell')),
  ]
  const found = pending.length === 0 ? 'up to date' : `${pending.length} to apply: ${pending.join(', ')}`
  return {
    what: `cell ${name}: migrations`,
    found,
    ...(pending.length > 0 && { todo: 'Run: reverie migrate' }),
  }
}

/** Leases run by the database's clock, ids by ours: a large difference puts new documents in the wrong order. */
async function checkClock(client: pg.Client, name: string): Promise<Finding> {
  const before = Date.now()
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const apartMs = Math.abs(rows[0]!.now.getTime() - (before + Date.now()) / 2)
  const found = `${Math.round(apartMs)} ms from ours`
  return {
    what: `cell ${name}: clock`,
    found,
    ...(apartMs > 2_000 && { todo: 'Synchronise the clocks of both machines (NTP).' }),
  }
}

async function checkModel(
  what: string,
  setting: string,
  open: () => Promise<Embedder | undefined>,
): Promise<Finding> {
  try {
    const embedder = (await open())!
    const started = performance.now()
    await embedder.embed(['a short question'], { purpose: 'query' })
    const ms = Math.round(performance.now() - started)
    await embedder.close()
    return {
      what,
      found: `${embedder.model.name}, ${embedder.model.dimensions} dimensions, ${ms} ms for a short text`,
    }
  } catch (error) {
    return {
      what,
      found: (error as Error).message,
      todo: `Check ${setting}, ${setting}_MODEL, ${setting}_URL and MODEL_DIR.`,
    }
  }
}

/** Asks for a word, in the shape that everything else is asked for in. */
async function checkLlm(config: Config): Promise<Finding> {
  const what = 'language model'
  try {
    const llm = (await openLlm(config))!
    const { ms, usage } = await llm.generate({
      system: 'Answer with one JSON object and nothing else: {"word":"yes"}',
      prompt: 'Are you there?',
      schema: z.object({ word: z.string() }),
      maxOutputTokens: 500,
      signal: AbortSignal.timeout(config.LLM_TIMEOUT_MS),
    })
    const tokens = usage.inputTokens + usage.outputTokens
    return { what, found: `${llm.name}, ${ms} ms and ${tokens} tokens for a short answer` }
  } catch (error) {
    return { what, found: (error as Error).message, todo: 'Check the settings that begin with LLM.' }
  }
}

/** Reads a small file as strangers' files are read. */
async function checkBox(config: Config): Promise<Finding> {
  const what = 'reading of files'
  const box = createBox(boxSettingsOf(config))
  try {
    const { kind, reason } = await chooseWalls(config.EXTRACT_SANDBOX)
    const started = performance.now()
    await box.extract({ name: 'note.txt', contentType: 'text/plain', bytes: Buffer.from('A short note.') })
    const ms = Math.round(performance.now() - started)
    if (kind === 'bubblewrap') return { what, found: `behind bubblewrap, ${ms} ms for a first small one` }
    return {
      what,
      found: `by the permissions of Node.js, which leave the network open: ${reason}`,
      ...(config.EXTRACT_SANDBOX !== 'off' && {
        todo: 'Install bubblewrap and let it make namespaces, or take it as it is: EXTRACT_SANDBOX=off.',
      }),
    }
  } catch (error) {
    return { what, found: (error as Error).message, todo: 'Check the settings that begin with EXTRACT.' }
  } finally {
    await box.close()
  }
}

/** What some kinds of files need besides; files of these kinds end with a code that says so. */
function checkTools(): Finding {
  const absent = ['tesseract', 'ffmpeg', 'ffprobe'].filter(tool => !findTool(tool))
  const found = absent.length === 0 ? 'tesseract and ffmpeg' : `without ${absent.join(' and ')}`
  return { what: 'images, sound and video', found }
}

/** Has it listen to a second of a tone. */
async function checkTranscriber(config: Config): Promise<Finding> {
  const what = 'transcriber'
  try {
    const transcriber = await openTranscriber(config)
    if (!transcriber) return { what, found: 'none: of recordings only subtitles are read' }
    const before = process.memoryUsage().rss
    const started = performance.now()
    const tone = Float32Array.from({ length: samplesPerSecond }, (_, i) => Math.sin(i / 6) / 4)
    await transcriber.transcribe(tone, { signal: AbortSignal.timeout(120_000) })
    const ms = Math.round(performance.now() - started)
    const mb = Math.round((process.memoryUsage().rss - before) / 1_000_000)
    await transcriber.close()
    return { what, found: `${transcriber.name}, ${ms} ms and ${mb} MB for a first second` }
  } catch (error) {
    return {
      what,
      found: (error as Error).message,
      todo: 'Check the settings that begin with TRANSCRIBER, or set TRANSCRIBER to none.',
    }
  }
}

async function checkDisk(config: Config): Promise<Finding> {
  let path = config.MODEL_DIR
  for (;;) {
    const stats = await statfs(path).catch(() => undefined)
    if (stats) {
      const free = (stats.bavail * stats.bsize) / gigabyte
      return {
        what: 'disk',
        found: `${free.toFixed(1)} GB free at MODEL_DIR`,
        ...(free < 1 && { todo: 'Free some space: a converted model takes up to 0.1 GB.' }),
      }
    }
    path = dirname(path)
  }
}
