import { formatNumber } from '../../ooxml/number-marks.ts'
import { childOf, childrenOf, type XmlElement } from '../../xml/xml.ts'
import type { NumberingReference } from './styles.ts'

type Level = { start: number; format: string; text: string }
type List = { levels: Map<number, Level>; counters: number[] }

/** Counts list items as Word does: their numbers are not in the text but follow from their position. */
export class Numbering {
  readonly #lists = new Map<string, List>()

  constructor(root: XmlElement | undefined) {
    if (!root) return
    const shared = new Map(
      childrenOf(root, 'w:abstractNum').map(element => [
        element.attributes['w:abstractNumId'] ?? '',
        { levels: readLevels(element), counters: [] } satisfies List,
      ]),
    )
    for (const num of childrenOf(root, 'w:num')) {
      const list = shared.get(childOf(num, 'w:abstractNumId')?.attributes['w:val'] ?? '')
      if (list) this.#lists.set(num.attributes['w:numId'] ?? '', restarted(list, num))
    }
  }

  /** The mark before the next paragraph of a list. */
  next({ numId, level }: NumberingReference): string {
    const list = this.#lists.get(numId)
    const shape = list?.levels.get(level)
    if (!list || !shape || shape.format === 'bullet') return '-'
    list.counters.length = Math.min(list.counters.length, level + 1)
    for (let i = 0; i < level; i++) list.counters[i] ??= list.levels.get(i)?.start ?? 1
    list.counters[level] = (list.counters[level] ?? shape.start - 1) + 1
    const mark = shape.text.replace(/%([1-9])/g, (_, digit: string) => {
      const i = Number(digit) - 1
      return formatNumber(list.counters[i] ?? 1, list.levels.get(i)?.format ?? 'decimal')
    })
    return mark.trim() || '-'
  }
}

function readLevels(parent: XmlElement): Map<number, Level> {
  return new Map(
    childrenOf(parent, 'w:lvl').map(level => [
      Number(level.attributes['w:ilvl'] ?? 0),
      {
        start: Number(childOf(level, 'w:start')?.attributes['w:val'] ?? 1),
        format: childOf(level, 'w:numFmt')?.attributes['w:val'] ?? 'decimal',
        text: childOf(level, 'w:lvlText')?.attributes['w:val'] ?? '%1.',
      },
    ]),
  )
}

/** Lists with the same definition continue its count, unless an override restarts them. */
function restarted(list: List, num: XmlElement): List {
  const overrides = childrenOf(num, 'w:lvlOverride')
  if (overrides.length === 0) return list
  const levels = new Map(list.levels)
  for (const override of overrides) {
    const level = Number(override.attributes['w:ilvl'] ?? 0)
    const own = readLevels(override).get(level) ?? levels.get(level)
    const start = childOf(override, 'w:startOverride')?.attributes['w:val']
    if (own) levels.set(level, start === undefined ? own : { ...own, start: Number(start) })
  }
  return { levels, counters: [] }
}
