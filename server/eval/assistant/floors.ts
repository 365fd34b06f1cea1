import { type FigureName, type Figures, figureNames, lowerIsBetter, shareOf } from './score.ts'

export type Floors = Partial<Record<FigureName, number>>

/** Reads `known=0.6,stale=0.5`. */
export function readFloors(text: string): Floors {
  const floors: Floors = {}
  for (const each of text.split(',').filter(Boolean)) {
    const [name = '', value = ''] = each.split('=')
    if (!figureNames.includes(name as FigureName))
      throw new Error(`There is a floor for ${name}, which is no figure: ${figureNames.join(', ')}`)
    const floor = Number(value)
    if (value === '' || !(floor >= 0 && floor <= 1))
      throw new Error(`The floor of ${name} is no share from 0 to 1`)
    floors[name as FigureName] = floor
  }
  return floors
}

/** Describes each figure that is worse than its floor. A figure that could not be measured is worse. */
export function missedFloors(floors: Floors, figures: Figures): string[] {
  return (Object.entries(floors) as [FigureName, number][]).flatMap(([name, floor]) => {
    const share = shareOf(figures[name])
    const isLow = lowerIsBetter.has(name)
    if (share !== null && (isLow ? share <= floor : share >= floor)) return []
    return [`${name} is ${share ?? 'not measured'}, and has to be at ${isLow ? 'most' : 'least'} ${floor}`]
  })
}
