import { kinship } from './lexicon.ts'
import { namesTime } from './names-time.ts'
import { isPast } from './verbs.ts'
import type { TaggedWord } from './words.ts'

/**
 * Whether a statement continues a story that only earlier sentences name: `We laughed and shared stories`, `In
 * between the performances, I chatted with fellow attendees`. Read alone, it is unclear what it is about. A
 * statement with a value (how many, where, what instead) is understood by that value.
 */
export function isAboutUnnamedOccasion(
  text: string,
  words: readonly TaggedWord[],
  hasValue: boolean,
): boolean {
  if (namesTime(text) || /\btoday\b|["“][^"”]{3,}["”]|[$€£%]/.test(text) || words.some(isNamed)) return false
  if (goesOn.some(pattern => pattern.test(text))) return true
  if (hasValue || deed.test(text)) return false
  const main = mainPart(words)
  const named = main.findIndex((_, i) => introduces(main, i))
  if (isOver(text, main) && pointsBefore(main, named)) return true
  if (named >= 0 || liked.test(text)) return false
  return isPastOfSelf(text, words) || mayGoOn.some(pattern => pattern.test(text))
}

/** `I was hesitant`, `We explored the trails`: an impression without a place or a thing. */
function isPastOfSelf(text: string, words: readonly TaggedWord[]): boolean {
  const subject = words.findIndex(({ lower }) => /^(?:i|we)$/.test(lower))
  const verb = words.slice(subject + 1).find(({ pos, lower }) => /^(?:VERB|AUX)$/.test(pos) || isPast(lower))
  return subject >= 0 && verb !== undefined && inScene.test(verb.lower) && !happened.test(text)
}

/** Verbs for what people do and feel during an occasion. */
const inScene =
  /^(?:was|were|felt|found|seemed|became|thought|wanted|needed|desired|wished|hoped|reali[sz]ed|recogni[sz]ed|noticed|explored|shared|focused|spent|discussed|engaged|delved|dove|dived|immersed|experienced|managed|embraced|appreciated|connected|encouraged|reflected|considered|understood|allowed|gained|laughed|chatted|touched|exchanged|gathered|intended|wondered|encountered|provided|uncovered|ended|viewed|examined|analy[sz]ed|incorporated|included|left|started|began|tried|did|could|would)$/
/** Passive events and plans that are understood alone. */
const happened =
  /\b(?:I|we) (?:was|were) (?:\w+ly |also |just |still )*(?:diagnosed|promoted|fired|hired|laid off|let go|born|raised|invited|elected|accepted|rejected|admitted|hospitali[sz]ed|injured|hurt|hit|robbed|scammed|married|engaged|divorced|pregnant|adopted|transferred|assigned|awarded|sick|ill|thinking of|planning|considering|looking for|hoping|working|living|studying|training|using|vegan|vegetarian|sober|single|homeless|unemployed|an?)\b|\bI left (?:my|our|home)\b/i

/** A name, a number or a relative identifies the statement without the text before. */
const isNamed = ({ pos, lower, text }: TaggedWord, i: number, words: readonly TaggedWord[]): boolean =>
  (pos === 'PROPN' && i > 0 && text !== 'I') ||
  (pos === 'NUM' && lower !== 'one') ||
  (kinship.has(lower) && (!mayBeAnybody.test(lower) || /^(?:my|our)$/.test(words[i - 1]?.lower ?? '')))

const mayBeAnybody = /^(?:friends?|partner|family|relatives|parents?|children|kids|clients?)$/

/** The words up to a second clause or a comment on the first. */
function mainPart(words: readonly TaggedWord[]): readonly TaggedWord[] {
  const subject = words.findIndex(({ lower }) => /^(?:i|we|my|our)$/.test(lower))
  const end = words.findIndex(({ lower }, i) => i > subject + 1 && ends(lower, words[i + 1]))
  return end < 0 ? words : words.slice(0, end)
}

const ends = (word: string, next: TaggedWord | undefined): boolean =>
  /^(?:;|-|–|—)$/.test(word) ||
  (word === ',' &&
    /^(?:and|but|so|which|where|who|as|though|although|yet|\w+ing|it|i|we)$/.test(next?.lower ?? ''))

/** Past, rather than current or habitual. */
const isOver = (text: string, words: readonly TaggedWord[]): boolean =>
  /^(?:in|on|by|at|upon|amidst?|during|after|before|through|throughout|as|when|while|the)\b/i.test(text) ||
  words.slice(0, 8).some(({ lower, pos }) => isPast(lower) && /^(?:VERB|AUX)$/.test(pos))

/** `a local festival`; but `a variety of` and `a great time` name nothing. */
function introduces(words: readonly TaggedWord[], i: number): boolean {
  if (!/^(?:an?|another|one|several)$/.test(words[i]!.lower)) return false
  let end = i + 1
  while (words[end] && /^(?:ADJ|ADV|VERB|INTJ|PUNCT|PART)$/.test(words[end]!.pos) && end < i + 6) end++
  while (words[end + 1]?.pos === 'NOUN') end++
  const head = words[end]
  return head?.pos === 'NOUN' && (words[end - 1]?.pos === 'NOUN' || !vague.test(head.lower))
}

const vague =
  /^(?:variety|range|series|lot|few|number|couple|sense|time|mix|bit|way|moment|level|feeling|deal|array|wealth|list|part|glance|look|smile|blast|focus|kind|sort|pleasure|chance|vision|impression|wave|release|reminder|experience|understanding|appreciation|connection|atmosphere|conversation|perspective|result|relief|manner|step|difference|opportunity|person|participant|while)$/

/** Whether an unexplained `the` thing comes before anything that is named. */
function pointsBefore(words: readonly TaggedWord[], named: number): boolean {
  const at = words.findIndex((_, i) => isUntold(words, i))
  return at >= 0 && (named < 0 || at < named)
}

/** `the session`; not `the history of`, `the book I read`, `the gym`, `the audio course`, `the best one`. */
function isUntold(words: readonly TaggedWord[], i: number): boolean {
  if (words[i]!.lower !== 'the') return false
  let end = i + 1
  while (words[end] && /^(?:ADJ|NUM)$/.test(words[end]!.pos)) end++
  const head = words[end]
  if (head?.pos !== 'NOUN' || words[end + 1]?.pos === 'NOUN' || wellKnown.test(head.lower)) return false
  if (words.slice(i + 1, end).some(({ lower }) => tellsWhich.test(lower))) return false
  const joined = words[end + 1]?.lower === 'and' && words[end + 2]?.pos === 'NOUN' ? 2 : 0
  return !isToldWhich(words[end + 1 + joined], words[end + 2 + joined])
}

const tellsWhich = /(?:est|same|most|only|other|next|last|first|right|whole|local|latest|new)$/

function isToldWhich(next: TaggedWord | undefined, after: TaggedWord | undefined): boolean {
  if (next === undefined) return false
  if (next.lower === 'that' || postmodifier.test(next.lower))
    return !/^(?:was|were|had)$/.test(after?.lower ?? '')
  return next.pos === 'VERB' && /(?:ed|ing|n)$/.test(next.lower) && after?.pos === 'ADP'
}

const postmodifier =
  /^(?:of|in|at|on|for|from|behind|between|around|about|to|who|where|it|i|we|my|our|they|he|she|you)$/

/** Nouns of which there is only one, or everybody has their own. */
const wellKnown =
  /^(?:gym|roof|floor|walls?|heating|ceiling|sink|boiler|rent|lease|flat|apartment|fridge|freezer|pantry|oven|internet|world|city|town|beach|kitchen|house|home|garden|park|office|studio|hospital|doctor|dentist|vet|store|market|bank|airport|library|mall|pool|church|school|university|mountains?|sea|ocean|lake|river|forest|woods|country|countryside|suburbs|weekends?|weekdays?|mornings?|evenings?|afternoons?|nights?|days?|week|month|year|summer|winter|spring|fall|autumn|holidays|past|future|present|times?|moment|end|beginning|start|way|rest|side|hand|road|outdoors|public|news|radio|phone|car|dog|cat|baby|kids|children|guitar|piano|violin|drums|flute|sun|moon|stars|rain|weather|environment|nature|arts?|economy|government|police|army|left|right|top|bottom|middle|fact|idea|importance|need|power|joy|beauty|bus|train|subway|plane|shower|bathroom|bedroom|basement|attic|garage|yard|lawn|theater|theatre|cinema|museum|movies|opera|ballet|bar|pub|truth|things?|possibility|chance|opportunity|ability|industry|community|neighborhood|region|area|season|law)$/

const lead = '^(?:[^,]{1,60}, )?'
const adverbs = '(?:(?:also|even|just|more|not only|then|almost|quite|[a-z]+ly) )*'
const self = `${lead}I(?:'ve|'m|'d| have| had| was| am)? ?${adverbs}`
const of = (pattern: string): RegExp => new RegExp(pattern, 'iu')

/** Actions, gains and losses that are understood alone. */
const deed = of(
  `${lead}(?:I|we)(?:'ve|'d| have| had)? ?${adverbs}(?:decided|stopped|quit|attempted|joined|dropped|gave|signed|switched|enrolled|launched|organi[sz]ed|hosted|attended|participated|volunteered|bought|purchased|adopted|visited|published|released|completed|abandoned|removed|deleted|deactivated|cancel+ed|skipped|discontinued|restarted|resumed|reopened|revisited|replaced|expanded|reintroduced|planned|started (?!to\\b)|began (?!to\\b|second)|tried (?!to\\b)|learned (?!that\\b)|wrote|read|watched|made|built|cooked|baked|finished|got|ordered|received|sold|lost|won|moved|went|travell?ed|flew|drove|ran|hiked|camped|planted|grew|painted|created|designed|developed|recorded|produced|performed|played|upgraded|repaired|fixed|installed|set up|booked|scheduled|registered|applied|graduated|studied|majored|worked|lived|taught|coached|mentored|led|founded|formed|contributed|donated|invested|saved|paid|opened|closed|uploaded|posted|interviewed|collaborated|met (?!with\\b)|married|divorced|hired|retired|resigned|stepped|took|picked|collected|practi[cs]ed|trained|broke|split|opted|had to|experimented|spoke|packed)\\b`,
)
const liked = of(
  `${lead}(?:I|we)(?:'ve| have|'d)? ?${adverbs}(?:didn't )?(?:love|enjoy|like|hate|prefer|dislike|regret)(?:e?d)?\\b`,
)

/** Continues a story, whatever else the sentence names. */
const goesOn: readonly RegExp[] = [
  of(
    `${self}(?:found myself|find myself|met with|struck by|greeted by|glancing|left (?:with|feeling|wondering)|ended up feeling|became overwhelmed|witnessed|experienced (?:an?|the) |envisioned|never expected|(?:expected|anticipated|hoped|imagined)(?= )|high hopes|been (?:looking forward|hoping)|came away|walked away|left (?:the|each|every) (?:\\w+ ){1,2}(?:feeling|with an?)|(?:recall|remember) \\w+ing|imagined|made sure to|a vision|the (?:chance|opportunity|pleasure) to (?:engage|interact|meet|connect|network|chat|talk|speak|discuss)|poured my|bonded|(?:couldn't|could not|can't) help but|worry (?:if|that|about))\\b`,
  ),
  of(
    `${lead}I (?:can|could|might|may) ${adverbs}(?:almost|hardly|barely|find|discover|delve|glean|gain|explore|move on|learn|create|connect|feel|foster|relish|center|track|build|easily|clearly)\\b`,
  ),
  of(`${lead}I (?:${adverbs}thought |hoped |believed )?I? ?would gain\\b`),
  of(
    '^my (?:[a-z]+ )?(?:excitement|enthusiasm|hopes?|expectations?|reflections?|sessions?|efforts?|attempts?|discussions?|conversations?|interactions?|time spent|palms|memories|thoughts|feelings|emotions|creativity|motivation|nerves|preferences|mind|heart)\\b.*\\b(?:was|were|had|got|felt|became|turned|serves?)\\b',
  ),
  of(
    `${lead}I was ${adverbs}(?:inspired|surprised|fascinated|captivated|thrilled|moved|touched|disappointed|disheartened|drawn|impressed|amazed|blown away)\\b`,
  ),
  /^(?:every|each) (?:time|stroke|moment|step|conversation|piece|note|detail|interaction)\b/i,
]

/** Continues a story, unless the sentence names something. */
const mayGoOn: readonly RegExp[] = [
  of(
    `${lead}(?:we're|we are|we've been|we have been|we were) ${adverbs}(?!planning|moving|expecting|going|getting|looking|thinking|considering|living|married|engaged|saving|working)[a-z]+(?:ing|able)\\b`,
  ),
  of(
    `${lead}we(?:'ve| have|'d| had)? ${adverbs}(?:all |really )?(?:enjoyed|noticed|found|created|developed|learned|wondered|feel|always ended|would|intended|had big)\\b`,
  ),
  of(
    `${lead}(?:I|we)\\b.*(?:fellow (?!\\p{Lu})|\\b(?:participants|attendees|everyone|everybody|each other|one another|strangers|like-minded)\\b)`,
  ),
  of(
    `${self}(?:impressed|amazed|overwhelmed|fixated|chatted|laughed|interacted|included|incorporated|selected|focused on|considered|sketched|gathered|detailed|encountered|emphasi[sz]ed|highlighted|noticed|observed|managed|spent (?:hours|countless|several)|engaged|mingled|listened|walked away|shared|delved|able|attempting|eager)\\b`,
  ),
  of(
    `${lead}I (?:could|can|might|would|may) (?!not\\b|prefer|like\\b|love\\b|rather|speak|play|swim|cook|drive|ride|run|eat|drink|read|write|afford|be )[a-z]+`,
  ),
  of(
    `${self}.*\\b(?:various|diverse|different|unique|intriguing|captivating) (?:[a-z]+ )?(?:themes|styles|topics|perspectives|ideas|ways|aspects|insights|viewpoints|approaches|experiences|challenges|narratives|practices|methods|philosophies)\\b`,
  ),
  /\b(?:not only|not just|not merely)\b.*\bbut\b/i,
]
