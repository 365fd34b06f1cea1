import type { Rule } from '../../rules/rule.ts'

/** `the $4,000 I've saved for a car`, `the three cats that I have at home` */
export const figureOfMine: Rule = {
  name: 'figure with a clause of the speaker',
  keptFor: 'find-update.test.ts',
  expression:
    /\b(?:the|these|those|all) ([$€£]?\d[\d,.]*[k%]?(?: [\w-]+){0,4}?|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty)(?: [\w-]+){1,4}?) (?:that |which )?(I(?:'ve| have|'m| am)?(?: just| already| recently| now| currently| usually)? (?!should|can|could|would|will|need|want|might|must|may|am\b|do\b|did\b)\w+)((?: [^?,;]{1,60})?)/i,
  matches: [
    "How do I invest the $900 I've earned from tutoring?",
    'Where should the three hens I keep sleep?',
  ],
  rejects: ['How do I invest $900?'],
}

/** A clause about the speaker, up to the next clause. A clause whose truth is asked about does not count. */
export const clauseOfMine: Rule = {
  name: 'clause of the speaker in a question',
  expression:
    /\b(?:(?:normal|odd|strange|weird|common|fact|now|given|aware|know|(?:tell|remind|telling) \w+) that|since|because|when|whenever|before|after|while|as|given|considering|although|though|where|and|but|so) ((?:I|I'\w+|my|we|we'\w+|our) [^?;]*?)(?=,\s|\?|;|\s(?:and|but|so|which|because|since|when|while|before|after|if)\s|$)/gi,
  matches: ['What helps when my knee hurts after 5 km?', 'Any tips since I have two cats?'],
  rejects: ['What helps against pain?'],
}

/** `my nephew, who's in third grade now` */
export const added: Rule = {
  name: 'relative clause about somebody of the speaker',
  expression:
    /\b((?:my|our) [\w' -]{3,40}?), (?:who|which)((?:'s| is| are| was| were| has| have| just| recently)? [^?,;]{4,80})/i,
  matches: ["What does my cousin, who's in Lagos now, need?"],
  rejects: ['What does my cousin need?'],
}

/** `Tony's, my new favorite pizza place` */
export const apposed: Rule = {
  name: 'name with my new or favourite thing',
  keptFor: 'find-update.test.ts',
  expression:
    /\b(\p{Lu}[\p{L}'&]+(?: \p{Lu}[\p{L}'&]+)*), ((?:my|our) (?:new|current|favou?rite) [^,?;]{3,40})/u,
  matches: ["Is Brewer's, my favourite bar in town, open?"],
  rejects: ["Is Brewer's open?"],
}

/** `what date it's been moved to` */
export const moved: Rule = {
  name: 'date that was changed',
  expression:
    /\b(?:what|which) (?:date|day|time|hour|week)s? ((?:it|(?:my|our|the) [\w -]{3,40}?)(?:'s| has| was| is| got)(?: been| now| just)* (?:re-?scheduled|moved|postponed|pushed back|changed|delayed))\b/i,
  matches: ['Which day my exam was moved to?', "What time it's been postponed to?"],
  rejects: ['Which day is my exam?'],
}

/** `level 41 of Candy Mountain`, `episode 20 of my podcast`: the speaker's current position. */
export const position: Rule = {
  name: 'position in a book, game or series',
  keptFor: 'find-update.test.ts',
  expression:
    /\b(?:page|chapter|episode|season|level|lesson|volume|round|stage|unit|week|day) \d+ (?:of|in) (?:my |our |"|the )?[\p{L}][^?,;]{2,40}/iu,
  matches: ['What happens in chapter 7 of the saga?'],
  rejects: ['What happens in chapter one?'],
}

/** A presupposition inside a question. */
export const givenInQuestion: Rule = {
  name: 'reason in a question',
  expression:
    /\b(?:now that|given(?: that)?|the fact that|considering(?: that)?|especially since|since|because|seeing (?:that|as)|knowing that) ((?:I|my|we|our)\b.{8,})$/i,
  matches: ['What should I cook, given that I have a new oven?'],
  rejects: ['What should I cook today?'],
}

/** `remind me that it is rescheduled to …`, `how it was shortened to …` */
export const reported: Rule = {
  name: 'reported change',
  expression:
    /\b(?:that|how|about how|because) ((?:it|my [\w -]{3,40}?|the [\w -]{3,40}?)(?:'s| is| was| has| have| were)(?: now| been| recently)* (?:re-?scheduled|moved|shortened|extended|increased|decreased|reduced|raised|changed|updated|adjusted|cut|grown|improved|dropped|set|scheduled|pushed|delayed|upgraded)\b.{4,80}?)(?= and (?:what|how)|\?|,\s|$)/i,
  matches: [
    'Remind me that my shift was moved to the evening',
    'about how the fee is now raised to 40 euros?',
  ],
  rejects: ['Remind me of my shift'],
}

/** `the increased budget of $6,200 for licences`, `the $3,500 for filing fees` */
export const sumForPurpose: Rule = {
  name: 'sum for a purpose',
  expression:
    /\b(?:the|my|our) (?:(?:[\w-]+ ){1,4}of (?:[$€£]\d|\d)[\d,.]*|[$€£]\d[\d,.]*)(?:%| [\w-]+){0,4}? for .{4,80}?(?=\?|,\s|$)/i,
  matches: ['Is the budget of $800 for paint enough?', 'Where do I put the €50 for stamps?'],
  rejects: ['Is $800 enough?'],
}

/** `how the 12% rate on assets above $200,000 will affect me` */
export const figureInQuestion: Rule = {
  name: 'figure of something in a question',
  expression:
    /\b(?:the|my|our) (?:[\w-]+ ){0,2}?(?:[$€£]\d[\d,.]*|\d[\d,.]*(?:%|-\w+)?)(?: [\w-]+){1,3}? (?:for|on|of|in|from|with|at) [^?;]{4,60}?(?=,?\s(?:will|would|can|could|should|is|are|was|were|has|have|might|may|affects?|works?|and|so|to)\b|\?|,\s|$)/i,
  matches: ['How does the 4% fee on transfers affect me?'],
  rejects: ['How do fees affect me?'],
}

/** `since the sessions with Tom got extended to Friday` */
export const givenOfOther: Rule = {
  name: 'reason about somebody else',
  expression:
    /\b(?:now that|given(?: that)?|the fact that|considering(?: that)?|since|because) ((?:the|[A-Z]\w+(?:'s)?) [^?,;]{3,60}? (?:got|was|is|were|has|have|are)(?: now| been| recently| just)* \w.{3,100})$/,
  matches: ['What now, since the lessons with Ada were moved to Tuesday'],
  rejects: ['What now, since I am ill'],
}

/** `the Philips bulb I have in my lamp` */
export const thingOfMine: Rule = {
  name: 'thing that the speaker has',
  expression:
    /\b(?:the|an?|my|this) ((?:[\w'-]+ ){1,5}?)(?:that |which )?I (?:just |recently |already )?(have|own|bought|got|use|made|received|ordered)\b([^?,;]{0,60})/i,
  matches: ['Is the Bosch drill I bought any good?'],
  rejects: ['Is the Bosch drill any good?'],
}

export const hasOrMentions: Rule = {
  name: 'has or mentions something',
  expression: /^I (?:have (?:an? )?|mention (?:my|our|the) )/,
  matches: ['I have a cat', 'I mention the fee'],
  rejects: ['I had a cat'],
}

/** Words for the only one or one of several, with which `I have a …` would be wrong. */
export const singled: Rule = {
  name: 'the only one or one of several',
  expression:
    /^(?:best|fastest|first|last|latest|next|previous|favou?rite|own|whole|entire|upcoming|other|old|second|third|\w+th|\d+(?:st|nd|rd|th)|most|\w+est)$/,
  matches: ['best', '4th', 'tallest'],
  rejects: ['big'],
}
