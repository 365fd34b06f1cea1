import type { FactKind } from './fact.ts'
import { isCourtesy } from './is-courtesy.ts'
import { generalStems } from './lexicon.ts'
import { namesTime } from './names-time.ts'
import { quantitiesIn } from './quantities.ts'
import { slotsIn } from './slots.ts'
import type { Statement } from './statements.ts'
import { isFirstPerson } from './to-third-person.ts'
import { isAboutUnnamedOccasion } from './unnamed-occasion.ts'
import { isPast, isVerb, isVerbForNoun } from './verbs.ts'
import type { TaggedWord } from './words.ts'

export type Rating = { kind: FactKind; isStatic: boolean; confidence: number }

const hypothetical =
  /^(?:if|suppose|supposing|imagine|assuming|what if|unless|whether|in case)\b|\b(?:if I were|would have been|I would be)\b/i
/** An opinion: useful only if it says something else too. */
const opinion =
  /^I (?:also |really |just |still )*(?:think|feel|believe|guess|would say|find|see|know)\b|^(?:it|that|this|there)(?:'s|'ve|'ll| is| was| has| are| were| would| can)\b|^[^,]{1,40} sounds? /i
/** Thoughts and feelings of the speaker. */
const reflection =
  /^(?:[^,]{1,60}, )?I(?:'ve| have| was| am|'m)?(?: often| really| just| also| always| still| even|n't| \w+ly)* (?:(?:did|do)(?:n't| not)(?: \w+ly)? feel|found (?:that|the|it|myself)|find (?:that|the|it|myself)|could (?:sense|hardly|barely)|met with (?!the |my |our |an? |\p{Lu})|constantly reminded|finding myself|remember|remembered|felt|feel|left feeling|walked away|amazed|realized|realised|recognized|learned that|hopeful|contemplat\w+|started to (?:feel|see|realize|contemplate|appreciate)|came to|began to (?:feel|see|realize)|reflect\w*|wanted to|imagined|expected|hoped|had (?:hoped|envisioned|expected|imagined|always)|envisioned|could feel|couldn't (?:help|shake)|noticed|discovered that|tried to focus|struggled|emerged? feeling|been on (?:quite )?a |constantly stress\w+|become overwhelmed|became overwhelmed|was (?:drowning|becoming|struck|amazed|hoping)|became|thought|wished|learned the)\b/iu
/** `It's launching next month`: about something mentioned before. */
const willBe =
  /^it(?:'s| is) (?:launching|starting|opening|coming|happening|beginning|moving|closing|ending|taking place|going to)\b|^it (?:starts|begins|opens|launches|will|'ll)\b|^it'll\b/i
/**
 * Statements about something only hinted at before, about everything, or about nobody: `The process reminded me …`.
 */
const abstract =
  'process|experience|reality|thought|idea|prospect|atmosphere|environment|vibe|energy|journey|results?|moments?|feelings?|sense|pressure|whole thing|entire experience|challenges?|changes?|discussions?|conversations?|event|activity|activities|session|stories'
const ofNothingNamed = new RegExp(
  `^(?:(?:amidst|despite|with|through|in) [^,]{1,40}, )?(?:my (?:mind|head|heart) (?:has been|was|is) (?:filled|full)|.*there(?:'s| is) so much to\\b|.*\\bhighlights the importance\\b|.*\\bis such an? \\w+ (?:aspect|part) of our (?:lives|life)\\b|I(?:'ve| have) (?:had|been on) (?:quite |such )?an? (?:whirlwind|journey|rollercoaster|ride)\\b|I(?:'ve| have) been making (?:some|a few|several|many)(?: more| big| exciting| positive)? changes\\b|(?:the|these|those|all the) (?:whole |entire |overall )?(?:${abstract})(?: (?!of |in |at |with |from |I |we )|$)|the (?:thought|idea|prospect|reality) of\\b|there (?:are|were|is|was|'s) (?:moments?|something|times?)\\b)`,
  'i',
)
/** A fragment of a sentence. */
const broken =
  /^(?:my|our) [\w-]+ \w+ing\b(?! (?:[\w-]+ ){0,2}(?:is|are|was|were|has|have|had|will|can|helps?|takes?)\b)|\b(?:as a result|in the first place)$|\bnot only\b(?!.*\bbut\b)/i
/** The subject is the speaker or something of theirs; a phrase may come before it. */
const ownSubject =
  /^(?:(?:in|on|at|after|before|since|during|for|because|now|recently|lately|last|next|over|from|to|through|following|around|back|earlier|once|one|every|growing|then|currently|today|yesterday|this (?:week|weekend|month|year|morning|summer|winter|spring|fall))\b[^,]{0,80},? )?(?:(?:and|but|so|then|now|since|after|recently|currently|lately|today) )?(?:\p{Lu}\p{L}+ and )?(?:I|my|we|our)\b/iu
const addresses = /\b(?:you|your|yours|yourself|you're|you've|you'll|u)\b/i

const plan =
  /\b(?:I'll|I will|(?:going|planning|hoping|aiming|looking|intending|preparing|training|saving|wanting) (?:to|for|on|up)\b|gonna|plan(?:s|ned)? (?:to|on|for|a|my)|planning|intend|aim to|want to|would like to|I'd (?:like|love) to|hope to|thinking (?:of|about)|considering|looking forward to|scheduled|upcoming|next (?:week|month|year|spring|summer|fall|winter|weekend|\w+day)|tomorrow|goal|deadline|target)\b/i
const preference =
  /\b(?:love|loved|loves|(?<=\b(?:I|don't|didn't|also|really|do|to|always) )like[sd]?|enjoy\w*|prefer\w*|favou?rites?|hate[sd]?|dislike\w*|can't stand|(?:big |huge )?fan of|obsessed|passionate|passion for|adore\w*|fond of|into (?!the|a|an|my|this|that)\w+|interested in|fascinated|allergic|drawn to|appreciate\w*|cherish\w*|don't (?:like|enjoy|care))\b/i
const attribute =
  /\b(?:I(?:'m| am) (?:an? |the |from |originally |based |\d|single|vegan|vegetarian|diabetic|left-handed|bilingual)|my (?:name|job|birthday|age|hometown|husband|wife|partner|son|daughter|dog|cat|mom|mother|dad|father|sister|brother|car|house|apartment|favou?rite)(?: \w+)* (?:is|are)|I (?:live|work|study|teach|own|speak|have (?:a|an|two|three|four|five)|was born|grew up|come from|major|graduated|weigh)|I've (?:had|lived|worked|been (?:living|working|a|an|married|using|playing|collecting))|years? old|married|divorced|engaged|retired|allergic|vegetarian|vegan|pregnant|born)\b/i
const event =
  /\b(?:\w{2,}[^e]ed|went|got|had|did|made|took|came|saw|found|gave|told|became|left|began|ran|brought|wrote|lost|paid|met|led|spoke|won|caught|bought|sent|built|broke|spent|drove|ate|flew|rode|sang|swam|sold|quit|taught|set|moved)\b/i
const unsure =
  /\b(?:maybe|perhaps|probably|might|possibly|not sure|i think|i guess|i'm not sure|kind of|sort of|kinda)\b/i
const passing =
  /\b(?:today|tonight|right now|at the moment|lately|this (?:week|weekend|month|morning|evening|afternoon)|currently|these days|so far|now)\b/i

/** The kind and confidence of a statement; undefined when it is not worth keeping. */
export function rateStatement(
  { text, as, clauses }: Statement,
  words: readonly TaggedWord[],
): Rating | undefined {
  if ((isCourtesy(text) && !/"/.test(text)) || hypothetical.test(text) || addresses.test(text))
    return undefined
  if (!hasSubjectAndVerb(words) || !saysSomething(text, words)) return undefined
  if (as === 'stated' && isAboutUnnamedOccasion(text, words, hasValue(text, words))) return undefined
  if (ofNothingNamed.test(text) || broken.test(text.replace(/[.!]+$/, ''))) return undefined
  const isLoose =
    as !== 'stated' ||
    opinion.test(text) ||
    (reflection.test(text) && !preference.test(text)) ||
    !ownSubject.test(text)
  const isOfTheirTime =
    as === 'stated' &&
    clauses.length === 0 &&
    namesTime(text) &&
    (willBe.test(text) || (!opinion.test(text) && isFirstPerson(words)))
  if (isLoose && !isOfTheirTime && !isConcrete(text, words)) return undefined
  const kind = factKindOf(text)
  const confidence = { stated: 0.85, requested: 0.6, asked: 0.6 }[as] - (unsure.test(text) ? 0.15 : 0)
  return { kind, isStatic: isLasting(kind, text), confidence: confidence - (kind === 'plan' ? 0.1 : 0) }
}

/** A count, a place or a change is identified by its value, whatever the occasion. */
const hasValue = (text: string, words: readonly TaggedWord[]): boolean =>
  quantitiesIn(words).length > 0 || slotsIn(text).length > 0 || otherwise.test(text)

const otherwise =
  /\b(?:re-?scheduled|postponed|no longer|instead of|these days|nowadays|switched|any ?more)\b/i

export function factKindOf(text: string): FactKind {
  if (plan.test(text)) return 'plan'
  if (preference.test(text)) return 'preference'
  if (attribute.test(text)) return 'attribute'
  return event.test(text) ? 'event' : 'fact'
}

export const isLasting = (kind: FactKind, text: string): boolean =>
  (kind === 'attribute' || kind === 'preference') && !passing.test(text)

const hasSubjectAndVerb = (words: readonly TaggedWord[]): boolean =>
  words.some(
    ({ pos, lower }, i) =>
      isVerb(i > 0 ? lower : '', pos) || isDoneBySelf(words, i) || isVerbForNoun(words, i),
  ) && words.some(({ pos }) => pos === 'NOUN' || pos === 'PROPN' || pos === 'PRON')

/** `I retook the test`: the tagger knows few verbs like this. */
const isDoneBySelf = (words: readonly TaggedWord[], i: number): boolean =>
  isPast(words[i]!.lower) && /^(?:i|we)$/.test(words[i - 1]?.lower ?? '')

const often = /\b(?:every|each|per|once|twice|daily|weekly|monthly)\b/i

const habitual =
  /^I(?:'ve)? (?:don't |also |usually |always |never |mostly |just |recently |finally |actually )*(?:got|bought|ordered|adopted|sold|lost|built|joined|received|take|use|drive|ride|play|speak|own|drink|eat|wear|run|walk|collect|practice|watch|read|keep|smoke|teach|study|cook|park|taken up|took up|picked up|gotten into|got into|signed up for|quit|launched)\b/i

/** Number of uncommon words that make a statement worth keeping; a name or a number counts as two. */
const minContentWords = 2

function saysSomething(text: string, words: readonly TaggedWord[]): boolean {
  let said = [preference, attribute, often, habitual].some(pattern => pattern.test(text)) ? 1 : 0
  // A point in time makes a statement more informative.
  if (namesTime(text)) said++
  for (const { pos, stem } of words) {
    if (pos === 'PROPN' || pos === 'NUM') said += 2
    else if (/^(?:NOUN|VERB|ADJ)$/.test(pos) && !generalStems.has(stem)) said++
  }
  return said >= minContentWords
}

/**
 * Names a number, a date, a title or something of the speaker's, which makes a wish or a question informative about
 * them.
 */
function isConcrete(text: string, words: readonly TaggedWord[]): boolean {
  if (
    words.some(({ pos, lower }) => pos === 'NUM' && lower !== 'one') ||
    hasValue(text, words) ||
    /["“][^"”]{3,}["”]|[$€£%]/.test(text)
  )
    return true
  if (!isFirstPerson(words))
    return (
      isOfName(words) ||
      isNameOfOne(words) ||
      (/^the [^,]{3,40} (?:is|was|are|were) /i.test(text) && words.some(isName))
    )
  if (isOfName(words)) return true
  return words.some((word, i) => i > 0 && isName(word))
}

/** `Rachel moved`, `Rachel, my sister`; not `Classic films often reflect`: a capital alone does not make a name. */
const isOfName = ([first, next]: readonly TaggedWord[]): boolean =>
  isName(first!) &&
  next !== undefined &&
  /^(?:VERB|AUX|ADV|PROPN|PART|CCONJ|PUNCT)$/.test(next.pos) &&
  !next.lower.endsWith('ing')

const isName = ({ pos, lower }: TaggedWord) => pos === 'PROPN' && !ofNoOne.test(lower)

/** The tagger takes the first word of a sentence for a name: `Communication is key`, `Music has a way`. */
const ofNoOne =
  /(?:ing|s|ture|ure|tion|ment|ness|ity|ship|ance|ence|ism|logy|phy)$|^(?:music|art|health|film|food|travel|love|life|family|money|sleep|yoga|poetry|finance|journal|success|education)$/

/** `Ines gave up ballet`: a name that looks like a plural, but has a singular verb. */
const isNameOfOne = ([name, verb]: readonly TaggedWord[]): boolean =>
  name?.pos === 'PROPN' &&
  /^\p{Lu}\p{Ll}+s$/u.test(name.text) &&
  verb !== undefined &&
  (/^(?:is|was|has|does|'s)$/.test(verb.lower) || (verb.pos === 'VERB' && isPast(verb.lower)))
