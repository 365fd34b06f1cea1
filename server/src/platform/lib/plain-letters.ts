/** Letters of other scripts that look like Latin ones: those with which the names of roles can be imitated. */
const lookalikes: Record<string, string> = {
  ...{
    а: 'a',
    е: 'e',
    һ: 'h',
    і: 'i',
    ј: 'j',
    ո: 'n',
    о: 'o',
    р: 'p',
    ѕ: 's',
    т: 't',
    υ: 'u',
    ս: 'u',
    у: 'y',
    х: 'x',
    с: 'c',
  },
  ...{
    α: 'a',
    ε: 'e',
    ι: 'i',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    ꮪ: 's',
    ꭱ: 'r',
    г: 'r',
    ɪ: 'i',
    ʀ: 'r',
    ᴜ: 'u',
    ꜱ: 's',
    ᴇ: 'e',
  },
}

/**
 * A text as people see it, in lower case. Invisible characters are removed, wide and styled forms become plain ones, and
 * letters of other scripts become the Latin letters that they look like. Use it to recognise names, never to store them.
 */
export const plainLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Mn}]/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{ASCII}]/gu, letter => lookalikes[letter] ?? letter)
