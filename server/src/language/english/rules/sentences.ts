import type { Rule } from '../../rules/rule.ts'

/** Tables, rules, code and data are not sentences. */
export const notProse: Rule = {
  name: 'not prose',
  expression:
    /^\s*(?:\||[-=*_]{3,}\s*$|[{}[\]<]|\/\/|import |const |function |def |class |return )|[{};]\s*$/,
  matches: ['| a | b |', 'const x = 1', '-----', 'foo();'],
  rejects: ['I have a table'],
}

export const sentenceEnd: Rule = {
  name: 'end of a sentence',
  expression: /[.!?؟।]+["'”’)\]*_]*(?=\s|$)|\p{Emoji_Presentation}+(?=\s+\p{Lu})|[。！？]+["”』」）]*/gu,
  matches: ['Done.', 'Really?!', '終わり。'],
  rejects: ['3.5 litres'],
}

export const abbreviation: Rule = {
  name: 'abbreviation',
  expression:
    /(?:^|[\s("'])(?:Dr|dr|Mr|mr|Mrs|mrs|Ms|Prof|prof|St|Mt|vs|etc|e\.g|i\.e|approx|no|No|Inc|Ltd|Corp|Co|Jr|Sr|Fig|U\.S|U\.K|a\.m|p\.m|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec|\p{Lu})\.$/u,
  matches: ['I met Dr.', 'at 5 p.m.', 'J.'],
  rejects: ['I met Ann.'],
}

export const monthNext: Rule = {
  name: 'month in German follows',
  expression:
    /^\s(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?!\p{L})/u,
  matches: [' Mai', ' Dezember'],
  rejects: [' Maier'],
}

/** A full stop after a title begins no sentence. */
export const sentenceStart: Rule = {
  name: 'end of a sentence before a name',
  expression: /(?<!\b(?:dr|mr|mrs|ms|prof|st))[.!?:“"]\s*$/i,
  matches: ['Done. ', 'He said: '],
  rejects: ['Dr. '],
}

export const quotation: Rule = {
  name: 'memory that quotes somebody',
  expression:
    /^(?:Asked “[^”]*”, )?(?<speaker>.{1,60}?) (?:says|asks)(?: of (?<of>[^:“]{1,60}))?: “(?<words>.*)”$/su,
  matches: ['The user says: “I sold the boat.”', 'Asked “How long?”, Ola says of Biscuit: “She is four.”'],
  rejects: ['The user says little.', 'The user sold the boat.'],
}
