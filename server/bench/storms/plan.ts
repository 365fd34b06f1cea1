import fc from 'fast-check'

/** The steps that clients take, with how often each is drawn. */
const steps = {
  add: 10,
  addBatch: 4,
  upload: 4,
  uploadBroken: 1,
  addLink: 2,
  replace: 5,
  append: 4,
  converse: 4,
  move: 3,
  deleteDocument: 5,
  deleteMany: 2,
  reprocess: 2,
  retry: 2,
  addMemories: 5,
  editMemory: 4,
  forgetMemory: 3,
  forgetMatching: 1,
  undo: 3,
  mergeContainers: 2,
  deleteContainer: 2,
  nameContainer: 1,
  scopeKey: 1,
  useScopedKey: 2,
  disableKey: 1,
  changeSettings: 1,
  addWebhook: 1,
  deleteWebhook: 1,
  writeFile: 4,
  removeFile: 1,
  connectFolder: 2,
  importFolder: 2,
  disconnect: 1,
  exportContainer: 1,
  search: 4,
  profile: 2,
  list: 4,
  get: 3,
  look: 3,
} as const

/**
 * The faults, with how often each is drawn. Shard moves and failovers have no fault yet: to add one, put its name here and its
 * action into `faults.ts`.
 */
const faults = {
  killWorker: 4,
  killApi: 3,
  killPostgres: 2,
  cutClients: 2,
  cutDatabase: 3,
  slowDatabase: 2,
  loseCommit: 4,
  failEmbedder: 3,
  failWebhooks: 1,
  fillDisk: 2,
  jumpClock: 2,
  loseWakes: 2,
  expireLeases: 2,
  switchModel: 1,
} as const

export type StepName = keyof typeof steps
export type FaultName = keyof typeof faults

/** `a` and `b` choose among what the client has at that moment, so a plan stays valid when steps before it are left out. */
export type Step = { do: StepName; a: number; b: number; twice: boolean }

/** Begins when this percentage of all steps is done. */
export type Fault = { do: FaultName; at: number; a: number }

/** One storm: what each client does, one step after the other, and what goes wrong meanwhile. */
export type Plan = { spread: boolean; clients: Step[][]; faults: Fault[] }

const weighted = <Name extends string>(weights: Record<Name, number>) =>
  fc.oneof(
    ...Object.entries<number>(weights).map(([name, weight]) => ({
      weight,
      arbitrary: fc.constant(name as Name),
    })),
  )

const number = fc.nat({ max: 99 })

const step: fc.Arbitrary<Step> = fc.record({
  do: weighted(steps),
  a: number,
  b: number,
  twice: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
})

const fault: fc.Arbitrary<Fault> = fc.record({
  do: weighted(faults),
  at: fc.integer({ min: 5, max: 95 }),
  a: number,
})

/** Without these names, for example on a machine that may not mount a disk. */
export function planOf({
  clients,
  steps: most,
  without,
}: {
  clients: number
  steps: number
  without: readonly FaultName[]
}) {
  const some = fc.array(step, { minLength: 1, maxLength: most, size: 'max' })
  return fc.record<Plan>({
    spread: fc.boolean(),
    clients: fc.array(some, { minLength: 1, maxLength: clients, size: 'max' }),
    faults: fc
      .array(fault, { minLength: 0, maxLength: 3, size: 'max' })
      .map(all => all.filter(each => !without.includes(each.do)).filter(isFirstSwitch)),
  })
}

/** One switch at a time: the server refuses to build a third embedding set. */
const isFirstSwitch = (fault: Fault, n: number, all: Fault[]) =>
  fault.do !== 'switchModel' || all.findIndex(each => each.do === 'switchModel') === n

export const faultNames = Object.keys(faults) as FaultName[]
export const stepNames = Object.keys(steps) as StepName[]
