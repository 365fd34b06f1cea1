/** A line of the table that `npm run chaos -- --all` prints. */
export type Line = {
  /** Options for CI. By default a scenario runs at its full size. */
  small?: string
  /** Further options of the full size. */
  full?: string
  /** Figures that say how often something was done. `a.b` is b of a, and `a.*.b` the sum of every b in a. */
  often: readonly string[]
  /** Figures that say what was seen. */
  seen: readonly string[]
}

const wholeness = ['lost', 'doubled', 'stuck']

export const lines = {
  kill: {
    small: '--documents 300 --worker-kills 3 --postgres-kills 1',
    often: ['documents', 'workerKills', 'postgresKills', 'wakesDeleted'],
    seen: [...wholeness, 'failed', 'countersWrong', 'invariantsBroken', 'internalErrors'],
  },
  cells: {
    often: ['withoutSecond.otherAnswers', 'withoutMain.otherAnswers'],
    seen: ['withoutSecond.otherFailures', 'withoutMain.otherFailures', 'withoutMain.backlogDoneAfterMs'],
  },
  outages: {
    full: '--seconds 600 --attempts 8',
    often: ['outages.*.accepted'],
    seen: ['outages.*.lost', 'outages.*.failed', 'outages.*.waiting'],
  },
  dreams: {
    small: '--conversations 200 --worker-kills 4',
    often: ['conversations', 'workerKills', 'postgresKills', 'wakesDeleted'],
    seen: ['memories', 'missing', 'surplus', 'invariantsBroken'],
  },
  'llm-dreams': {
    small: '--conversations 80 --worker-kills 3',
    often: ['conversations', 'workerKills', 'refused'],
    seen: ['memories', 'missing', 'surplus', 'unexplained'],
  },
  upgrades: {
    full: '--rows 1000000',
    often: ['rows', 'migrating.answers.*.count', 'restarting.answers.*.count'],
    seen: [
      'migrating.failed',
      'restarting.failed',
      'migrating.longestSearchMs',
      'restarting.longestSearchMs',
    ],
  },
  latency: { often: ['texts'], seen: ['p50Ms', 'p95Ms', 'maxMs'] },
  'scale-out': {
    small: '--documents 680 --rounds 1',
    often: ['documents', 'rounds'],
    seen: ['ratio2', 'ratio4'],
  },
  fairness: {
    small: '--documents 6500 --containers 1,4000 --seconds 10',
    full: '--documents 60000 --containers 1,100,60000 --seconds 60',
    often: ['documents'],
    seen: ['idleP50Ms', 'maxMs', 'limitMs'],
  },
  overload: {
    small: '--seconds 6 --tolerance 4',
    full: '--seconds 20 --clients 2500',
    often: ['search.beyond.flood.sent', 'add.beyond.flood.sent', 'herd.flood.sent'],
    seen: [
      'search.idle.flood.p95',
      'search.beyond.settled.p95',
      'search.beyond.flood.refusedP95',
      'search.beyond.quiet.p95',
      'add.idle.flood.p95',
      'add.beyond.settled.p95',
      'add.beyond.flood.refusedP95',
      'herd.quiet.p95',
      'peakMb',
    ],
  },
  'hostile-load': {
    small: '--mb 0.2 --shapes 8 --end-seconds 30 --kill 1',
    full: '--kill 1',
    often: ['shapes', 'documents'],
    seen: ['others.search.p99', 'others.add.p99', 'peakMb', 'crashes'],
  },
  uploads: {
    small: '--documents 100 --worker-kills 4 --generated 1 --timeout-ms 5000',
    often: ['documents', 'workerKills'],
    seen: [...wholeness, 'withoutCode', 'done', 'failed'],
  },
  'lost-commits': {
    small: '--requests 40',
    full: '--requests 1000',
    often: ['cut', 'documents'],
    seen: ['disagreeing', 'waiting', 'failed', 'invariantsBroken'],
  },
  webhooks: {
    small: '--documents 120 --worker-kills 4',
    often: ['documents', 'workerKills', 'postgresKills', 'events'],
    seen: ['lost', 'pending', 'failed', 'repeated'],
  },
} satisfies Record<string, Line>

export type ScenarioName = keyof typeof lines

export const isScenarioName = (name: string): name is ScenarioName => Object.hasOwn(lines, name)

export const lineOf = (name: ScenarioName): Line => lines[name]
