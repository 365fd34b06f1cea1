import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { decodeText, isText } from './decode-text.ts'

const texts = {
  de: 'Für Größe und Übermut müssen wir über die Straße gehen. Die schönsten Mädchen hören Öl. Äpfel süß.',
  pl: 'Zażółć gęślą jaźń. Wczoraj była ładna pogoda, więc poszliśmy na długi spacer nad rzekę i łąkę.',
  ru: 'Вчера мы ходили в лес и собирали грибы. Погода была прекрасная, и все остались довольны.',
  el: 'Χθες πήγαμε στο δάσος και μαζέψαμε μανιτάρια. Ο καιρός ήταν υπέροχος και όλοι ήταν χαρούμενοι.',
  he: 'אתמול הלכנו ליער ואספנו פטריות. מזג האוויר היה נפלא וכולם היו מרוצים מאוד מהיום הזה.',
  ar: 'ذهبنا أمس إلى الغابة وجمعنا الفطر. كان الطقس رائعا وكان الجميع سعداء جدا بهذا اليوم.',
  tr: 'Dün ormana gittik ve mantar topladık. Hava çok güzeldi, herkes çok mutluydu. Şişli, İstanbul, ağaç.',
  ja: '昨日、私たちは森に行ってキノコを集めました。天気はとても良くて、みんな楽しかったです。',
  zh: '昨天我们去森林采蘑菇。天气非常好，大家都很高兴。我们打算下个星期再去一次。',
  tw: '昨天我們去森林採蘑菇。天氣非常好，大家都很高興。我們打算下個星期再去一次。',
  ko: '어제 우리는 숲에 가서 버섯을 땄습니다. 날씨가 아주 좋았고 모두가 행복했습니다.',
}

const encodings: Record<keyof typeof texts, string[]> = {
  de: ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'],
  pl: ['utf-8', 'iso-8859-2', 'windows-1250'],
  ru: ['windows-1251', 'koi8-r', 'iso-8859-5', 'cp866', 'utf-16le', 'utf-16be'],
  el: ['windows-1253', 'iso-8859-7'],
  he: ['windows-1255', 'iso-8859-8'],
  ar: ['windows-1256', 'iso-8859-6'],
  tr: ['windows-1254', 'iso-8859-9'],
  ja: ['shift_jis', 'euc-jp', 'utf-16le', 'utf-16be'],
  zh: ['gb2312', 'gb18030', 'utf-16le', 'utf-16be'],
  tw: ['big5', 'utf-16le'],
  ko: ['euc-kr', 'utf-16le', 'utf-16be'],
}

const cases = Object.entries(encodings).flatMap(([language, names]) =>
  names.map(encoding => ({ language: language as keyof typeof texts, encoding })),
)

describe('decodeText', () => {
  test.each(cases)('recognises $language in $encoding without a declaration', ({ language, encoding }) => {
    const bytes = iconv.encode(texts[language], encoding, { addBOM: false })
    expect(decodeText(bytes)).toBe(texts[language])
    expect(isText(bytes)).toBe(true)
  })

  test.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])(
    'follows a byte order mark of %s',
    encoding => {
      expect(decodeText(iconv.encode('Grüße', encoding, { addBOM: true }))).toBe('Grüße')
    },
  )

  test('follows the declared encoding when the bytes allow it', () => {
    expect(decodeText(iconv.encode('Größe', 'macroman'), 'macintosh')).toBe('Größe')
    expect(decodeText(Buffer.from('Größe'), 'iso-8859-1')).toBe('Größe')
    expect(decodeText(Buffer.from('Größe', 'latin1'), 'utf-8')).toBe('Größe')
  })

  test('recognises an East Asian encoding from a few words', () => {
    expect(decodeText(iconv.encode('名前,年齢\n佐藤太郎,30\n', 'shift_jis'))).toBe('名前,年齢\n佐藤太郎,30\n')
    expect(decodeText(iconv.encode('이름,나이\n김철수,30\n', 'euc-kr'))).toBe('이름,나이\n김철수,30\n')
    expect(decodeText(iconv.encode('姓名,年龄\n张三,30\n', 'gbk'))).toBe('姓名,年龄\n张三,30\n')
  })

  test('accepts the escapes of ISO-2022-JP as text', () => {
    const bytes = Buffer.from('\x1b$B$3$s$K$A$O\x1b(B', 'latin1')
    expect(decodeText(bytes)).toBe('こんにちは')
  })

  test('keeps the other characters when one is broken', () => {
    const bytes = Buffer.concat([Buffer.from('Größe '.repeat(30)), Buffer.from([0xff]), Buffer.from(' Maß')])
    expect(decodeText(bytes)).toBe(`${'Größe '.repeat(30)}\ufffd Maß`)
  })

  test.each(['Café', 'Das Maß', 'naïve résumé', 'Señor Muñoz está aquí'])(
    'reads %s in Latin-1, whose last letter could begin a character of UTF-8',
    words => {
      expect(decodeText(Buffer.from(words, 'latin1'))).toBe(words)
    },
  )

  test('reads UTF-8 that was cut inside its last character, and any text in one character', () => {
    expect(decodeText(Buffer.from('Größe in €').subarray(0, -1))).toBe('Größe in \ufffd')
    for (const character of ['é', '€', '😀', 'ش']) expect(decodeText(Buffer.from(character))).toBe(character)
  })

  test('reads nothing, a byte order mark alone, and a line end alone', () => {
    expect(decodeText(new Uint8Array())).toBe('')
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'])
      expect(decodeText(iconv.encode('', encoding, { addBOM: true })), encoding).toBe('')
    expect(decodeText(Buffer.from('\r'))).toBe('\n')
  })

  test('keeps a byte order mark inside the text, where it is a character', () => {
    expect(decodeText(Buffer.from('\ufeffa\ufeffb'))).toBe('a\ufeffb')
  })

  test('believes the bytes and not the declaration when they disagree', () => {
    expect(decodeText(Buffer.from('Größe'), 'utf-16')).toBe('Größe')
    expect(decodeText(Buffer.from('\ufeffGröße', 'utf16le'), 'utf-8')).toBe('Größe')
    expect(decodeText(Buffer.from('Größe', 'latin1'), 'x-no-such-charset')).toBe('Größe')
  })

  test.each([20, 6_000])('finds the encoding of a paragraph between %i English lines', count => {
    const english = 'The weather was fine and we went home.\n'.repeat(count)
    const text = `${english}${texts.ru}\n${english}`
    // Compared in parts, because a difference of two long texts takes long to print.
    expect(decodeText(iconv.encode(text, 'windows-1251')).split('\n')[count]).toBe(texts.ru)
  })

  const english = 'The weather was fine and we went home to read.\n'
  test.each([
    ['sections', `${english}See 42 U.S.C. §§ 1983, 1985.\n`.repeat(5)],
    ['a rule of dashes', `${english}${'—'.repeat(40)}\nI don’t know. It’s late.\n${english}`],
    ['doubled bullets', `•• ${english}`.repeat(6)],
    ['a rule of macrons', `${english}${'¯'.repeat(40)}\n${english}`],
    ['a rule of two signs', `${english}${'×÷'.repeat(20)}\n${english}`],
    ['leaders of dots', ['Trees', 'Ponds', 'Birds'].map(title => `${title} ········ 5\n`).join('')],
    ['lines of hard spaces', `${english}${'\u00a0'.repeat(4)}\n`.repeat(5)],
    ['German with hard spaces', `${texts.de}\n${'\u00a0'.repeat(60)}\n`.repeat(5)],
  ])('takes %s in Windows-1252 for no foreign alphabet', (_, text) => {
    expect(decodeText(iconv.encode(text, 'windows-1252'))).toBe(text)
  })

  test('normalises line ends', () => {
    expect(decodeText(Buffer.from('a\r\nb\rc'))).toBe('a\nb\nc')
  })

  test('is not applied to bytes that are not text', () => {
    const junk = Uint8Array.from({ length: 5_000 }, (_, i) => (i * i * 31 + i * 17) % 256)
    expect(isText(junk)).toBe(false)
  })
})
