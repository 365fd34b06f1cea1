import { describe, expect, it } from 'vitest'
import { findDatesIn } from './find-foreign-dates.ts'

/** A Saturday. */
const saidAt = new Date('2025-11-01T10:00:00Z')
const find = (language: string, text: string) =>
  findDatesIn(language, text, saidAt).map(date => date.toISOString().slice(0, 10))

describe('findDatesIn', () => {
  it.each([
    ['de', 'Wir heiraten am 3. Mai 2026.', '2026-05-03'],
    ['de', 'Ich war gestern beim Arzt.', '2025-10-31'],
    ['fr', 'Je pars le 14 juillet 2026.', '2026-07-14'],
    ['es', 'Me mudo el 12 de marzo de 2026.', '2026-03-12'],
    ['it', 'Parto il 5 giugno 2026.', '2026-06-05'],
    ['pt', 'A consulta é em 5 de junho de 2026.', '2026-06-05'],
    ['nl', 'Ik begin op vrijdag 14 november.', '2025-11-14'],
    ['nl', 'Ik verhuis op 3 mei 2026.', '2026-05-03'],
    ['ru', 'Я уезжаю 3 мая 2026 года.', '2026-05-03'],
    ['uk', 'Я їду 3 травня 2026 року.', '2026-05-03'],
    ['ja', '私は2026年5月3日に引っ越します。', '2026-05-03'],
    ['zh', '我2026年5月3日搬家。', '2026-05-03'],
    ['de', 'Am 20. November habe ich Prüfung.', '2025-11-20'],
  ])('reads a date in the language %s: "%s"', (language, text, day) => {
    expect(find(language, text)).toEqual([day])
  })

  it.each([
    ['es', 'Nací el 12 de marzo.'],
    ['de', 'Mein Geburtstag ist am 3. Mai.'],
    ['de', 'Wir essen um 12 Uhr.'],
    ['de', 'Am Montag habe ich frei.'],
    ['nl', 'Ik werk van maandag tot woensdag.'],
    ['xx', '3 May 2026'],
  ])('leaves a date with several readings open, in the language %s: "%s"', (language, text) => {
    expect(find(language, text)).toEqual([])
  })
})
