import { detectLanguage } from '../lexical/languages.ts'

/**
 * Other languages than English are not parsed. A first-person sentence, recognised by these words, is quoted; other
 * sentences, and languages not listed here, give no facts.
 */
const ofOneself: Readonly<Record<string, RegExp>> = {
  de: /(?<!\p{L})(?:ich|mein\w*|wir|unser\w*)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:je|j['’]|mon|ma|mes|nous|notre|nos)(?=\P{L}|['’\p{L}])/iu,
  es: /(?<!\p{L})(?:yo|mi|mis|me|soy|tengo|vivo|trabajo|estoy|he|fui|nosotros|nuestr[oa]s?)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:io|mio|mia|miei|mie|mi|sono|ho|vivo|lavoro|abito|noi|nostr[oaie])(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:eu|meu|minha|meus|minhas|sou|tenho|moro|trabalho|estou|nós|nosso|nossa)(?!\p{L})/iu,
  nl: /(?<!\p{L})(?:ik|mijn|wij|we|ons|onze)(?!\p{L})/iu,
  sv: /(?<!\p{L})(?:jag|min|mitt|mina|vi|vår\w*)(?!\p{L})/iu,
  ru: /(?<!\p{L})(?:я|мой|моя|моё|мои|мне|меня|мы|наш\p{L}*)(?!\p{L})/iu,
  zh: /我/u,
  ja: /私|僕|俺/u,
}
const addresses: Readonly<Record<string, RegExp>> = {
  de: /(?<!\p{L})(?:du|dir|dich|dein\w*|Sie|Ihnen|kannst|könntest|bitte)(?!\p{L})/u,
  fr: /(?<!\p{L})(?:tu|te|toi|ton|ta|tes|vous|votre|vos|peux-tu|pouvez)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:tú|te|ti|tu|tus|usted|puedes|podrías|por favor)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:tu|ti|tuo|tua|puoi|potresti|per favore)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:você|tu|te|teu|tua|pode|poderia|por favor)(?!\p{L})/iu,
  nl: /(?<!\p{L})(?:jij|je|jou|jouw|u|uw|kun|kunt|alsjeblieft)(?!\p{L})/iu,
  sv: /(?<!\p{L})(?:du|dig|din|ditt|kan du)(?!\p{L})/iu,
  ru: /(?<!\p{L})(?:ты|тебя|тебе|вы|вас|вам|можешь|пожалуйста)(?!\p{L})/iu,
  zh: /你|您|请/u,
  ja: /あなた|ください/u,
}
const englishWord = /\b(?:the|and|is|are|was|of|to|in|my|it|that|for|with|have|been|on|at|a|i)\b/gi

/** Share of everyday English words from which a text counts as English without further detection. */
const surelyEnglish = 0.12

/** The language code of an utterance; English when it cannot be detected. */
export function languageOf(text: string): string {
  const start = text.slice(0, 600)
  const words = start.split(/\s+/).length
  if ((start.match(englishWord)?.length ?? 0) >= surelyEnglish * words) return 'en'
  if (words < 4 && /^[\p{ASCII}\s]*$/u.test(start)) return 'en'
  return detectLanguage(start) ?? 'en'
}

/** Whether the speaker says something about themselves, in a language that is not parsed. */
export function isFirstPersonIn(sentence: string, language: string): boolean {
  const isLong = sentence.length >= (language === 'zh' || language === 'ja' ? 6 : 15)
  return (
    isLong &&
    !/[?？¿]/.test(sentence) &&
    (ofOneself[language]?.test(sentence) ?? false) &&
    !addresses[language]!.test(sentence)
  )
}
