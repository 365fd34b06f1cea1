import { style } from '../style.ts'
import { type Block, type Cell, fitted, type Paint, sideBySide, toLines } from './block.ts'
import type { Figures, LaneFigures, PoolFigures, ReplicaFigures } from './figures.ts'
import { shortCount, shortMs, shortRate, shortSpan, sparkline } from './format.ts'
import type { OrganizationBacklog } from './organizations.ts'

/** One screen. Figures are absent until two looks have shown how the counters grow. */
export type View = {
  at: Date
  everyMs: number
  isPaused: boolean
  processes: { url: string; reason: string | undefined }[]
  figures: Figures
  /** Undefined while the databases cannot be read. */
  organizations: OrganizationBacklog[] | undefined
  history: History
}

/** Earlier rates, the oldest first. */
export type History = { requests: number[]; documents: number[]; due: number[] }

export type Size = { columns: number; rows: number }

/** Two columns of blocks need this width. */
const wide = 100
const trendWidth = 24
/** Numbers further away from their names are hard to read. */
const widestBlock = 110

/** Lines that fit the terminal, the most urgent first, because a small terminal shows only the beginning. */
export function render(view: View, { columns, rows }: Size): string[] {
  const head = [titleLine(view, columns), ...summaryLines(view, columns), healthLine(view, columns), '']
  const alarms = alarmLines(view, columns)
  const body = columns >= wide ? wideBody(view, columns, rows) : narrowBody(view, columns)
  return [...head, ...alarms, ...body].slice(0, rows)
}

function titleLine({ at, everyMs, isPaused, processes }: View, columns: number): string {
  const answering = processes.filter(({ reason }) => reason === undefined)
  const where = answering.map(({ url }) => url.replace(/^https?:\/\//, '')).join(', ')
  const pace = isPaused ? 'paused' : `every ${everyMs / 1000} s`
  const right = `${pace}   ${at.toLocaleTimeString('en-GB')}`
  const left = `reverie top   ${where}`
  const title = style.bold(fitted(left, Math.max(0, columns - right.length - 1)))
  return `${title} ${style.dim(right)}`
}

function summaryLines({ figures, history }: View, columns: number): string[] {
  const { requests, documents, lanes } = figures
  const due = lanes.reduce((sum, lane) => sum + lane.due, 0)
  const lines: [label: string, value: string, trend: number[], details: Cell[]][] = [
    ['requests', `${shortRate(requests.perSecond)}/s`, history.requests, requestDetails(requests)],
    [
      'documents',
      `${shortRate(documents.donePerSecond)}/s`,
      history.documents,
      [
        `${shortRate(documents.retriedPerSecond)}/s retried`,
        alarming(`${shortRate(documents.failedPerSecond)}/s failed`, documents.failedPerSecond > 0),
      ],
    ],
    ['waiting', shortCount(due), history.due, [`${shortCount(documents.dreaming)} without memories yet`]],
  ]
  return lines.map(([label, value, trend, details]) => {
    const start = `${label.padEnd(10)} ${value.padStart(8)}  `
    const width = Math.min(trendWidth, columns - start.length)
    const bars = style.good(sparkline(trend, width))
    return `${start}${bars}${joined(details, columns - start.length - width)}`
  })
}

function requestDetails(requests: Figures['requests']): Cell[] {
  const { p95Ms, failedPerSecond, refusedPerSecond, running, waiting } = requests
  return [
    `p95 ${shortMs(p95Ms)}`,
    alarming(`${shortRate(failedPerSecond)}/s failed`, failedPerSecond > 0),
    alarming(`${shortRate(refusedPerSecond)}/s refused`, refusedPerSecond > 0),
    `${running} running`,
    ...(waiting > 0 ? [{ text: `${waiting} in line`, paint: style.waiting }] : []),
  ]
}

/** Whole details only: half a number would mislead. */
function joined(details: readonly Cell[], room: number): string {
  let [text, taken] = ['', 0]
  for (const detail of details) {
    const { text: plain, paint } = typeof detail === 'string' ? { text: detail, paint: same } : detail
    if (taken + plain.length + 2 > room) break
    text += `  ${paint(plain)}`
    taken += plain.length + 2
  }
  return text
}

const same: Paint = text => text

const alarming = (text: string, isAlarming: boolean): Cell => (isAlarming ? { text, paint: style.bad } : text)

/** What is up: databases, models and workers. */
function healthLine({ figures, processes }: View, columns: number): string {
  const { cells, replicas, providers, workersAlive } = figures
  const silent = processes.filter(({ reason }) => reason !== undefined)
  const details: Cell[] = [
    ...silent.map(({ url }) => state(`${url.replace(/^https?:\/\//, '')} silent`, style.bad)),
    ...cells.map(({ name, isUp }) => state(`cell ${name}`, isUp ? style.good : style.bad)),
    ...replicas.map(replicaState),
    ...providers.map(({ name, isUp, isRateLimited }) =>
      state(
        isRateLimited ? `${name} rate-limited` : name,
        isUp ? (isRateLimited ? style.waiting : style.good) : style.bad,
      ),
    ),
    ...(workersAlive === null
      ? []
      : [
          state(
            `${workersAlive} ${workersAlive === 1 ? 'worker' : 'workers'}`,
            workersAlive > 0 ? style.good : style.bad,
          ),
        ]),
  ]
  return joined(details, columns).trimStart()
}

/** As `replica main 0.2 s behind, 93 % of reads`. */
function replicaState({ cell, lagSeconds, servedShare }: ReplicaFigures): Cell {
  if (lagSeconds === null) return state(`replica ${cell}`, style.bad)
  const reads = servedShare === null ? '' : `, ${Math.round(servedShare * 100)} % of reads`
  const paint = lagSeconds < lateSeconds ? style.good : style.waiting
  return state(`replica ${cell} ${shortSpan(lagSeconds)} behind${reads}`, paint)
}

/** The mark says it to those who see no colours. */
const state = (text: string, paint: Paint): Cell => ({ text: `${marks.get(paint) ?? '●'} ${text}`, paint })
const marks = new Map<Paint, string>([
  [style.good, '●'],
  [style.waiting, '◐'],
  [style.bad, '○'],
])

/** Gates and failures stand only where there are some. */
function alarmLines({ figures: { gates, failures } }: View, columns: number): string[] {
  const blocks: Block[] = []
  if (gates.length > 0)
    blocks.push({
      title: 'SHUT GATES',
      columns: [{ title: '' }, right('cell'), right('documents'), right('lanes'), right('for')],
      rows: gates.map(({ cell, gate, documents, lanes, shutSeconds }) => [
        { text: gate, paint: style.bad },
        cell,
        shortCount(documents),
        shortCount(lanes),
        shortSpan(shutSeconds),
      ]),
    })
  if (failures.length > 0)
    blocks.push({
      title: 'FAILED DOCUMENTS',
      columns: [{ title: '' }, right('stage'), right('per s'), right('since start')],
      rows: failures
        .slice(0, 5)
        .map(({ code, stage, perSecond, total }) => [
          { text: code, paint: perSecond > 0 ? style.bad : style.dim },
          stage,
          shortRate(perSecond),
          shortCount(total),
        ]),
    })
  return blocks.flatMap(block => [...toLines(block, Math.min(columns, widestBlock), 7), ''])
}

const right = (title: string) => ({ title, align: 'right' as const })

function wideBody(view: View, columns: number, rows: number): string[] {
  const half = Math.floor((columns - 3) / 2)
  const rest = columns - half - 3
  const pair = (left: Block, other: Block, height: number) =>
    sideBySide(toLines(left, half, height), toLines(other, rest, height), half)
  return [
    ...pair(laneBlock(view), organizationBlock(view), 8),
    '',
    ...pair(stageBlock(view), poolBlock(view), 8),
    '',
    ...toLines(operationBlock(view), Math.min(columns, widestBlock), Math.max(6, rows - 24)),
  ]
}

function narrowBody(view: View, columns: number): string[] {
  const blocks: [Block, number][] = [
    [laneBlock(view), 7],
    [operationBlock(view), 8],
    [organizationBlock(view), 7],
    [stageBlock(view), 7],
    [poolBlock(view), 7],
  ]
  return blocks.flatMap(([block, height]) => [...toLines(block, columns, height), ''])
}

/** People wait for these. Imports may wait for long. */
const hurried = new Set(['interactive', 'read', 'dream'])
const lateSeconds = 300
const soonLateSeconds = 60

function laneBlock({ figures: { lanes } }: View): Block {
  const age = ({ lane, oldestSeconds }: LaneFigures): Cell => {
    const text = oldestSeconds > 0 ? shortSpan(oldestSeconds) : '–'
    if (!hurried.has(lane) || oldestSeconds < soonLateSeconds) return text
    return { text, paint: oldestSeconds < lateSeconds ? style.waiting : style.bad }
  }
  return {
    title: 'BACKLOG',
    columns: [{ title: '' }, right('due'), right('oldest')],
    rows: lanes.map(lane => [lane.lane, shortCount(lane.due), age(lane)]),
    empty: 'no process reports a backlog',
  }
}

function organizationBlock({ organizations }: View): Block {
  return {
    title: 'ORGANIZATIONS',
    columns: [{ title: '' }, right('due'), right('dreaming'), right('oldest')],
    rows: (organizations ?? []).map(({ name, due, dreaming, oldestSeconds }) => [
      name,
      shortCount(due),
      shortCount(dreaming),
      oldestSeconds > 0 ? shortSpan(oldestSeconds) : '–',
    ]),
    empty: organizations ? 'none has documents that wait' : 'needs DATABASE_URL of a database that answers',
  }
}

function stageBlock({ figures: { stages } }: View): Block {
  return {
    title: 'STAGES',
    columns: [{ title: '' }, right('slices/s'), right('p50'), right('p95')],
    rows: stages.map(({ name, perSecond, p50Ms, p95Ms }) => [
      name,
      shortRate(perSecond),
      shortMs(p50Ms),
      shortMs(p95Ms),
    ]),
    empty: 'no document has been processed since the start',
  }
}

function poolBlock({ figures: { pools } }: View): Block {
  const waitingCell = ({ waiting }: PoolFigures): Cell =>
    waiting > 0 ? { text: shortCount(waiting), paint: style.bad } : '0'
  return {
    title: 'CONNECTIONS',
    columns: [{ title: '' }, right('in use'), right('idle'), right('waiting')],
    rows: pools.map(pool => [pool.name, shortCount(pool.inUse), shortCount(pool.idle), waitingCell(pool)]),
  }
}

function operationBlock({ figures: { operations } }: View): Block {
  return {
    title: 'OPERATIONS',
    columns: [{ title: '' }, right('per s'), right('p50'), right('p95'), right('failed/s')],
    rows: operations.map(({ name, perSecond, p50Ms, p95Ms, failedPerSecond }) => [
      name,
      shortRate(perSecond),
      shortMs(p50Ms),
      p95Ms !== null && p95Ms > 1_000 ? { text: shortMs(p95Ms), paint: style.waiting } : shortMs(p95Ms),
      alarming(shortRate(failedPerSecond), failedPerSecond > 0),
    ]),
    empty: 'no requests in this interval',
  }
}
