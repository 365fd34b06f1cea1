import { isCourtesy, withoutRemark } from './is-courtesy.ts'
import { namesTime } from './names-time.ts'
import { isContainedIn, presupposedIn } from './presupposed.ts'
import { restoreSubject } from './restore-subject.ts'

/** A statement of a sentence, separated from its questions. */
export type Statement = {
  text: string
  /** Its role in the sentence: a statement of its own, a request for information, or part of a question. */
  as: 'stated' | 'requested' | 'asked'
  /** The clauses to try one by one when the whole is not understood. */
  clauses: readonly string[]
}

/** Introductory words without content. */
const opener =
  /^(?:(?:good news|update|fun fact|quick update|however|overall|ultimately|in contrast|instead|still|similarly|consequently|therefore|thus|besides|naturally|surprisingly|admittedly|in the end|for (?:instance|example)|at the end of the day|oh|hey|hi|hello|well|yeah|yes|yep|no|nope|wow|haha|lol|ok|okay|sure|great|cool|nice|awesome|perfect|wonderful|absolutely|thanks?(?: (?:you|so much|a lot|again|for [^,!.]{1,60}))*|actually|anyways?|also|plus|additionally|moreover|furthermore|in fact|honestly|frankly|to be honest|by the way|btw|speaking of [^,]{1,80}|that (?:being )?said|on (?:that|another|a (?:side|related|different|personal)) note|just (?:to clarify|so you know|a heads up)|for (?:context|reference|your information|the record)|fyi|as (?:i|you) (?:said|mentioned)[^,]{0,40}|of course|definitely|exactly|indeed|anyway|luckily|fortunately|unfortunately|sadly|thankfully|interestingly|not to mention|come to think of it|now that i think about it|hmm+|ah+|ugh|omg|guess what|back to [^,-]{1,60}|hey [A-Z]\w+|hi [A-Z]\w+)\s*(?:[,!.:;…]+|\s[-–—]+|$)\s*|since (?:we last|our last) (?:talked|spoke|chatted|met|talk|chat|conversation|session|discussion),? (?=\S)|I didn't stop there\s*(?:,|[-–—]+)\s*(?=I\b)|(?:so |very |really )?sorry (?:that )?(?=(?:I|we)\b)|(?:and|but|so|plus|or|also|oh|well|anyway|by the way|btw)(?:,|\.{2,}|…)?\s+(?=\S))/i

/** Words that soften a statement: `I just realized that`. */
const hedge =
  /^(?:(?:I (?:also |just |recently |still |really |actually )*(?:think|thought|guess|believe|feel like|feel|realized?|realised|noticed|remember(?:ed)?|recall|mean|must say|have to (?:say|admit)|should (?:mention|add)|(?:just )?wanted to (?:say|mention|add|share|let you know|tell you)|forgot to (?:say|mention)|can say|know)|I['’](?:m|d|ve) (?:also |just |so |really |pretty |kinda |kind of |quite |very |been )*(?:say|add|glad|happy|excited|proud|thrilled|pleased|grateful|afraid|sorry|sure|realized|noticed|noticing|like to (?:say|add|mention))(?: to (?:say|report|share|announce|tell you))?|it['’]s (?:worth (?:noting|mentioning)|true)|I was (?:just )?(?:thinking|reflecting)|the (?:thing|truth|fact) is|turns out|it turns out)(?: that)?,? (?=(?:I|I['’]\w+|my|we|we['’]\w+|our|the [\w -]{3,40} (?:is|are|was|were|has|have|got|went))\b))/i

const subjectAfterAux =
  '(?:you|i|we|it|this|that|there|they|the|my|our|these|those|anyone|anybody|he|she|a|an)'
const wh =
  'can|could|should|do|does|did|would|will|might|may|to|else|kind|type|sort|about|if|come|often|long|many|much|other|specific|features|factors'
const asks = String.raw`(?:(?:can|could|would|will|do|does|did|should|shall|have|has|is|are|was|were|am|may|might|don't|doesn't|isn't|aren't|won't|couldn't|wouldn't)\s+${subjectAfterAux}\b|(?:(?:what|how|why)(?:'s|'re|'d)?(?:\s+(?:${wh}|am|is|are|was|were|the|a|your|some|[a-z]+ (?:can|could|should|do|does|did|are|is|would|will))\b|\?)|(?:where|when)\s+(?:can|could|should|do|does|did|will|would|is the|are the)\b|(?:which|who)\s+(?:one|of|type|kind|brands?|would you|do you|should i|can i)\b)|any (?:[a-z-]+ ){0,3}(?:tips|ideas|suggestions|advice|recommendations|thoughts|chance|way)\b|please\b|let me know\b|(?:help|tell|show|give|teach|remind) me\b|(?:i was |i'm )?wondering (?:if|how|what|which|whether)\b|maybe you could\b|if you (?:could|can|have|know)\b|let's\b|feel free\b|(?:want|care) to (?:join|come|see|try|go)\b)`
const questionStart = new RegExp(
  String.raw`^(?:(?:so|and|but|or|also|then|now|maybe|perhaps|specifically),? )*(?:${asks}|(?:which|who|whose|where|when)\b(?=.*\?$))`,
  'i',
)
/** The boundary between a statement and a question that follows it. */
const beforeQuestion = new RegExp(
  String.raw`(?:,|\s[-–—]+|;|\.{3}|…)\s+(?=(?:(?:so|and|but|or|also|then),? )*(?:speaking of which, |by the way, |in particular, )?${asks})|,\s+(?=(?:(?:(?:so|and|but|then),? )(?:which|where|when|who)|(?:(?:so|and|but|then),? )?(?:what|how|why)) [^,?]{3,80}\?["')\]*_]*$|(?:(?:which|who)(?: [\w-]+){1,3} (?:is|are|am|should|can|could|do|does|did|would|will)|(?:what|where|when)(?: [\w-]+){0,3} (?:should|can|could|do|does|did|would|will)) (?:I|we|you|it|the|my|our)\b)|\s+(?=(?:and|but|so|or) (?:also )?(?:was wondering|wanted to (?:ask|know|see)|(?:can|could|do|would|will) you|how can|what (?:are|is|should|can)|should i)\b)`,
  'gi',
)
/** A presupposition inside a question. */
const givenInQuestion =
  /\b(?:now that|given(?: that)?|the fact that|considering(?: that)?|especially since|since|because|seeing (?:that|as)|knowing that) ((?:I|my|we|our)\b.{8,})$/i
/** `remind me that it is rescheduled to …`, `how it was shortened to …` */
const reported =
  /\b(?:that|how|about how|because) ((?:it|my [\w -]{3,40}?|the [\w -]{3,40}?)(?:'s| is| was| has| have| were)(?: now| been| recently)* (?:re-?scheduled|moved|shortened|extended|increased|decreased|reduced|raised|changed|updated|adjusted|cut|grown|improved|dropped|set|scheduled|pushed|delayed|upgraded)\b.{4,80}?)(?= and (?:what|how)|\?|,\s|$)/i
/** `the increased budget of $6,200 for licences`, `the $3,500 for filing fees` */
const figure =
  /\b(?:the|my|our) (?:(?:[\w-]+ ){1,4}of (?:[$€£]\d|\d)[\d,.]*|[$€£]\d[\d,.]*)(?:%| [\w-]+){0,4}? for .{4,80}?(?=\?|,\s|$)/i
/** `how the 12% rate on assets above $200,000 will affect me` */
const valueInQuestion =
  /\b(?:the|my|our) (?:[\w-]+ ){0,2}?(?:[$€£]\d[\d,.]*|\d[\d,.]*(?:%|-\w+)?)(?: [\w-]+){1,3}? (?:for|on|of|in|from|with|at) [^?;]{4,60}?(?=,?\s(?:will|would|can|could|should|is|are|was|were|has|have|might|may|affects?|works?|and|so|to)\b|\?|,\s|$)/i
/** `since the sessions with Tom got extended to Friday` */
const givenOfOther =
  /\b(?:now that|given(?: that)?|the fact that|considering(?: that)?|since|because) ((?:the|[A-Z]\w+(?:'s)?) [^?,;]{3,60}? (?:got|was|is|were|has|have|are)(?: now| been| recently| just)* \w.{3,100})$/
/** `the Philips bulb I have in my lamp` */
const ownedInQuestion =
  /\b(?:the|an?|my|this) ((?:[\w'-]+ ){1,5}?)(?:that |which )?I (?:just |recently |already )?(have|own|bought|got|use|made|received|ordered)\b([^?,;]{0,60})/i
const requests =
  /^(?:I(?:'m| am)(?: \w+ly| also| just| really| kinda| still| actually| now)* (?:looking for (?:some |any |a few |more |new )*(?:\w+ ){0,2}(?:help|tips?|advice|ideas?|suggestions?|recommendations?|information|info|inspiration|guidance|resources?|options?|ways?|examples?|feedback|tutorials?|insights?)|looking to (?:get|learn|find|explore|understand)|wondering|curious|not sure|unsure|trying to (?:find|figure|understand|decide|get|see|determine|calculate|wrap|identify|come up|think)|interested in (?:learning|knowing|hearing|finding|exploring|trying)|having (?:trouble|difficulty|a hard time))|I(?:'d| would) (?:love|like|appreciate|prefer) (?:you|some|any|it if|to (?:know|hear|see|get|learn|ask|explore|understand))|I (?:also |just |really )*(?:need|want|could use|wanted|wish)(?: to get)? (?:you|some|your|any|a|to (?:know|ask|hear|see|find|understand|make sure|ensure|learn))|I was (?:also |just )*(?:wondering|hoping|thinking you|curious)|I wonder|I(?:'ve| have) (?:got )?(?:a|some|another) (?:question|questions|request))\b/i

/** The statements of a sentence, in order. A mere question gives none. */
export function statementsOf(sentence: string): Statement[] {
  const isQuestion = /\?["')\]*_]*$/.test(sentence)
  const parts = partsOf(withoutOpener(sentence.replace(/^["'“‘*_(]+(?=\p{L})/u, '')))
  return parts.flatMap((part, i): Statement[] => {
    const isLast = i === parts.length - 1
    if (questionStart.test(part) || (isQuestion && isLast && parts.length === 1)) return givenIn(part)
    if (!isLast && fragment.test(part)) return givenIn(part)
    return clausesOf(part)
  })
}

/** `With the $4,000 I've saved`, before a question. */
const fragment = /^(?:with|for|at|after|despite|besides|on|in)\b(?:[^,]|,(?=\d))*$/i

function partsOf(sentence: string): string[] {
  const cuts = [
    0,
    ...Array.from(sentence.matchAll(beforeQuestion), ({ index, 0: cut }) => index + cut.length),
  ]
  return cuts
    .map((start, i) => withoutOpener(clean(sentence.slice(start, cuts[i + 1]))))
    .flatMap(part => (questionStart.test(part) ? part.split(afterQuestion) : [part]))
    .filter(part => part !== '')
}

/** The boundary between a question and a statement that follows it. */
const afterQuestion = /\s[-–—]+\s(?=(?:I|I['’]\w+|my|we)\s)/i

/** Statements that a question presupposes, or names with a figure. */
function givenIn(question: string): Statement[] {
  const named = (figure.exec(question) ?? valueInQuestion.exec(question))?.[0]
  const owned = ownedInQuestion.exec(question)
  const said = [
    owned && `I ${owned[2]} the ${owned[1]!.trim()}${owned[3]}`,

    (givenInQuestion.exec(question) ?? givenOfOther.exec(question))?.[1],
    reported.exec(question)?.[1],
    named && `I mention ${named}`,
  ].flatMap(text => (text ? clean(text.replace(/\?+$/, '')) : []))
  const presupposed = presupposedIn(question).filter(text => !said.some(other => isContainedIn(text, other)))
  return [...said, ...presupposed.map(clean)].map(text => ({ text, as: 'asked', clauses: [] }))
}

/** Clauses stay together up to this many words, because the second often refers to the first. */
const longestStatement = 40

/** The clauses of a part, without requests and reactions; adjacent clauses stay together. */
function clausesOf(part: string): Statement[] {
  const statements: string[][] = []
  let isOpen = false
  for (const [connector, clause] of splitClauses(part)) {
    const text = asMentioned(restoreSubject(withoutHedge(withoutOpener(clean(clause).replace(justThen, '')))))
    const isKept = text !== '' && (!isCourtesy(text) || /"/.test(text)) && !requests.test(text)
    const last = statements.at(-1)
    if (isKept && isOpen && wordCount(last!.join(' ')) + wordCount(text) <= longestStatement)
      last!.push(connector + text)
    else if (isKept || requests.test(text)) statements.push([text])
    isOpen = isKept
  }
  return statements.map(clauses => ({
    text: withoutRemark(clauses.join('')).replace(openEnd, ''),
    as: requests.test(clauses[0]!) ? 'requested' : 'stated',
    clauses: clauses.length < 2 ? [] : clauses.map(clause => restoreSubject(withoutOpener(clean(clause)))),
  }))
}

const toldAbout = /^I (?:just )?(?:wanted|have|want) to tell you about /i
const reminded = /^(?:it|this|that)(?: [\w-]+)? (?:reminds|reminded) me of /i
const shown = /^(?:this|that|it|here|these|those)(?:'s| is| was| are| were) (?=(?:my|our|an?|the|some)\b)/i

/** `This was my trip to Oslo last year`, said about a photo: the event still has a date. */
const asMentioned = (text: string): string =>
  namesTime(text) && /\b(?:I|my|we|our)\b/.test(text)
    ? text.replace(shown, 'I mention ').replace(toldAbout, 'I mention ').replace(reminded, "I'm reminded of ")
    : text

/** `Just last week, I …` */
const justThen = /^just (?=(?:last|this|yesterday|a few|the other|recently)\b)/i

/** `… and while I find it exciting`, whose main clause was dropped. */
const openEnd =
  /,? (?:and|but|so) (?:to be honest|honestly|frankly|unfortunately|however)\.?$|,? (?:and|but) (?:while|although|though|if|because|since|when) [^,]{1,60}\.?$/i

const wordCount = (text: string): number => text.split(' ').length

const freshClause =
  /((?<=\b(?:happened|ride|news|call|busy|while|great|good|crazy|tough|wild))\s[-–—]+\s|,?\s+(?:and|but|so|though|although)\s+|;\s+|(?<=^been [^,]{1,40}),\s|,\s+(?=(?:I|I['’](?:m|ve))\s)|\s[-–—]+\s(?:for (?:instance|example)|like),?\s|\s[-–—]+\s(?=(?:just |recently |finally |also )*(?:had|got|went|took|started|finished|saw|met|lost|won|bought|moved|visited|attended|joined|left)\s))(?=(?:now |then |also |recently |just )*(?:I|I['’](?:m|ve|d|ll)|we['’]\w+|we|you|(?<=, \w+ )my|(?<=[-–—] (?:for (?:instance|example)|like),? )(?:my|our))\s|was (?:wondering|hoping)\b|(?<=(?:[-–—]|^been [^,]{1,40},)\s)(?:just |recently |finally |also )*(?:had|got|went|took|started|finished|saw|met|lost|won|bought|moved|visited|attended|joined|left)\s)/i

/** Sentences with these openings are not understood in halves. */
const subordinate =
  /^(?:if|unless|when|while|since|because|as|after|before|although|though|once|whenever|given|considering)\b/i

function splitClauses(part: string): [connector: string, clause: string][] {
  if (subordinate.test(part)) return [['', part]]
  const pieces = part.split(freshClause)
  return pieces.flatMap((piece, i) => (i % 2 === 0 ? [[pieces[i - 1] ?? '', piece] as [string, string]] : []))
}

function withoutOpener(text: string): string {
  const rest = text.replace(opener, '')
  return rest === text ? text : withoutOpener(rest)
}

function withoutHedge(text: string): string {
  const rest = text.replace(hedge, '')
  return rest === text ? text : withoutHedge(rest)
}

const clean = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    // A date was removed from the text: `I joined a club on .`
    .replaceAll(/(?:^| )(?:on|in|at|since) (?=[.,;!])/gi, '')
    .replace(/^[\s,;:–—-]+/, '')
    .replace(/[\s,;:–—-]+$/, '')
    .replace(/(?:,|\s[-–—]+)?\s+(?:and|but|so|or|though|speaking of which|by the way|anyway)$/i, '')
