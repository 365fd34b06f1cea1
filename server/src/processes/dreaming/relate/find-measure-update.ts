import { changedTo } from './change-words.ts'
import { isDescribedIn, measureDifferentThings, nameDifferentThings } from './different-things.ts'
import type { Aspects, MeasuredQuantity, QuantityPair } from './read-aspects.ts'
import { aboutTheSame, nearlyTheSame, sharedRoots, sharedStems } from './shared-stems.ts'
import {
  amounts,
  appointments,
  isHabit,
  isHeldSum,
  isRegular,
  isReportedChange,
  kindsOfAppointment,
  nearEnough,
  results,
} from './single-valued.ts'

/** A quantity of one thing has changed. */
export function findMeasureUpdate(older: Aspects, newer: Aspects, nearness: number): string | undefined {
  for (const now of newer.measured)
    for (const before of older.measured) {
      const pair = { before, now, older, newer, nearness }
      if (now.amount === before.amount || !isSameMeasure(pair)) continue
      if (holdsOnce(pair)) return `both say ${measureName(now, before)}; said later`
    }
  return undefined
}

function isSameMeasure({ before, now, older, newer, nearness }: QuantityPair): boolean {
  if (before.type !== now.type)
    return areTimesOfRecord(before, now, older, newer) || nearness >= nearnessOfAges(before, now)
  const areTotals = before.isTotal && now.isTotal
  if (before.isShare !== now.isShare && !areTotals && nearness < nearlyTheSame) return false
  if (/^(?:duration|age)$/.test(now.type) || before.unit === now.unit) return true
  if (before.unit !== undefined && now.unit !== undefined)
    return now.type === 'count' && anything.test(now.unit) && (now.isTotal || changedTo.test(newer.text))
  if (nearness >= nearlyTheSame) return true
  return now.unit === undefined ? newer.stems.has(before.unit!) : older.stems.has(now.unit)
}

/**
 * Cosine needed for `is 3 months old` and `has been going for 8 months`; less is needed for `is 4` and `is turning
 * 6`.
 */
function nearnessOfAges(before: MeasuredQuantity, now: MeasuredQuantity): number {
  const other = before.type === 'age' ? now : now.type === 'age' ? before : undefined
  if (other?.type === 'duration') return nearlyTheSame
  return other?.type === 'count' && other.unit === undefined ? aboutTheSame : Number.POSITIVE_INFINITY
}

/** `best of 28:40`, `a 27-minute best` */
const areTimesOfRecord = (
  before: MeasuredQuantity,
  now: MeasuredQuantity,
  older: Aspects,
  newer: Aspects,
): boolean =>
  [before, now].every(({ type }) => type === 'score' || type === 'duration') && areRecords(older, newer)

const areRecords = (older: Aspects, newer: Aspects): boolean =>
  results.test(older.text) && results.test(newer.text)

/** Stems of units that anything may be counted in: `the guest list has grown to 110 people`. */
const anything = /^(?:peopl|person|item|piec|thing|unit|member|entri)$/

/** Events happen on many days and things cost many sums, so these types need more than similarity. */
const isDated = ({ type }: MeasuredQuantity): boolean => /^(?:date|weekday|money)$/.test(type)

/** Whether both facts measure the same thing, and it has one value at a time. */
function holdsOnce(pair: QuantityPair): boolean {
  const { before, now, older, newer, nearness } = pair
  if (measureDifferentThings(pair)) return false
  const isSoNow =
    areRecords(older, newer) ||
    changedTo.test(newer.text) ||
    before.isCurrent ||
    now.isCurrent ||
    now.isTotal ||
    (older.isOngoing && newer.isOngoing)
  if (!isSoNow && (nearness < nearlyTheSame || now.type === 'duration')) return false
  const near = sharedRoots(before.near, now.near).filter(stem => stem !== now.unit && stem !== newer.subject)
  const all = sharedRoots(older.stems, newer.stems).filter(
    stem => stem !== now.unit && stem !== newer.subject,
  )
  const isNamed = all.some(stem => older.names.has(stem))
  if (!isNamed && nameDifferentThings(pair)) return false
  if (!isDescribedIn(before, newer) || !isDescribedIn(now, older)) return false
  if (nearness >= aboutTheSame && !isDated(now)) return true
  if (nearness >= nearEnough && isReportedChange(now, older, newer)) return true
  const own = near.filter(stem => !kindsOfAppointment.has(stem))
  if (nearness >= aboutTheSame && own.length >= 1 && isRegular(now, older, newer)) return true
  return nameOne(pair, { near, all, isNamed })
}

/** Stems that both facts share, next to the quantity and anywhere, and whether a name is among them. */
type CommonStems = { near: string[]; all: string[]; isNamed: boolean }

/**
 * Whether the shared stems identify one thing. The more values of a type a thing can have, the more stems are
 * needed.
 */
function nameOne(
  { before, now, older, newer, nearness }: QuantityPair,
  { near, all, isNamed }: CommonStems,
): boolean {
  const isChange = newer.isChange || changedTo.test(newer.text)
  const isTopic = older.topic !== undefined && older.topic === newer.topic
  switch (now.type) {
    case 'frequency':
    case 'age':
      return near.length >= 1
    case 'score':
      return all.length >= 1 || areRecords(older, newer)
    case 'duration':
      return (
        isNamed ||
        isTopic ||
        near.length >= 2 ||
        all.length >= 3 ||
        (changedTo.test(newer.text) && all.length >= 1)
      )
    case 'clock':
      return (
        near.some(stem => !kindsOfAppointment.has(stem)) &&
        (isHabit(older, newer) || appointments.test(older.text + newer.text))
      )
    case 'date':
    case 'weekday':
      return (
        near.length >= (changedTo.test(newer.text) ? 1 : 2) &&
        (appointments.test(older.text) || changedTo.test(newer.text)) &&
        (appointments.test(newer.text) || newer.isChange || changedTo.test(newer.text))
      )
    case 'money':
    case 'percent':
      return (
        near.length >= (isChange ? 1 : 2) &&
        (amounts.test(older.text) || isHeldSum(older, newer, nearness)) &&
        (amounts.test(newer.text) || isChange || isHeldSum(older, newer, nearness))
      )
    default:
      return (
        (before.isTotal && now.isTotal && before.unit === now.unit && before.unit !== undefined) ||
        near.length >= 1 ||
        all.length >= 2 ||
        isBare(older, newer) ||
        (changedTo.test(newer.text) && amounts.test(older.text))
      )
  }
}

/** `has two cats`, `has three cats now`: nothing is said but the number. */
const isBare = (older: Aspects, newer: Aspects): boolean =>
  older.stems.size <= 1 && newer.stems.size <= 3 && sharedStems(older.stems, newer.stems).length === 1

function measureName({ type, unit }: MeasuredQuantity, before: MeasuredQuantity): string {
  const names: Record<string, string> = {
    count: `how many or which ${unit ?? before.unit ?? ''}`.trim(),
    money: 'how much money',
    percent: 'what share',
    clock: 'at what time',
    date: 'when',
    weekday: 'on which day',
    duration: 'how long',
    frequency: 'how often',
    score: 'the result',
    age: 'the age',
  }
  return names[type] ?? type
}
