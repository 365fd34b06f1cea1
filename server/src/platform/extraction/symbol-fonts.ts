/**
 * Characters of symbol fonts that people use as words or marks, by their code without the 0xF000 of the private use
 * area.
 */
const symbols: Record<string, string> = {
  'symbol:b7': '•',
  'symbol:b0': '°',
  'symbol:b1': '±',
  'symbol:b4': '×',
  'symbol:a3': '≤',
  'symbol:b3': '≥',
  'symbol:b9': '≠',
  'symbol:bb': '≈',
  'symbol:ae': '→',
  'symbol:a5': '∞',
  'symbol:d3': '©',
  'symbol:d2': '®',
  'symbol:d4': '™',
  'wingdings:fc': '✓',
  'wingdings:fe': '☑',
  'wingdings:a8': '☐',
  'wingdings:6f': '☐',
  'wingdings:fb': '✗',
  'wingdings:fd': '☒',
  'wingdings:4a': '☺',
  'wingdings:4c': '☹',
  'wingdings:e0': '→',
  'wingdings:a7': '▪',
  'wingdings:6c': '●',
  'wingdings:28': '☎',
}

const latin = 'ABGDEZHQIKLMNXOPRSTUFCYWabgdezhqiklmnxoprstufcyw'
const greek = 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρστυφχψω'

/** The character that a symbol font shows for a hexadecimal code; empty for mere ornaments. */
export function symbolOf(font: string, hex: string): string {
  const code = Number.parseInt(hex, 16)
  if (Number.isNaN(code)) return ''
  const plain = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code
  const family = font.toLowerCase()
  const known = symbols[`${family}:${plain.toString(16)}`]
  if (known) return known
  if (family === 'symbol') {
    const letter = latin.indexOf(String.fromCharCode(plain))
    return letter >= 0 ? greek[letter]! : ''
  }
  return code >= 0xe000 && code <= 0xf8ff ? '' : String.fromCodePoint(Math.min(code, 0x10ffff))
}
