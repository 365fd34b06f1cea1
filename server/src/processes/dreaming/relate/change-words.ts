/** Words with which people say that something has changed. */

const anyOf = (...patterns: string[]): RegExp => new RegExp(`\\b(?:${patterns.join('|')})\\b`, 'i')

const toAnother = 'switched|changed|replaced|swapped|instead|no longer'

/** Says that something is true now and was not always. */
export const isNow = anyOf(
  'currently|now|these days|at the moment|nowadays|right now|at this point|as of (?:now|today|late|this)',
  toAnother,
)

/** Says that something is true now or began lately. Enough for an update where the rest of the sentence is the same. */
export const isRecent = anyOf(
  isNow.source,
  'lately|of late|any ?more|from now on|for the time being|going forward|finally',
  '(?:has|have) (?:started|begun|taken to|gone back to|moved on to)',
  '(?:started|began|taken up|took up|went back to|moved on to)',
)

const valueVerbs = [
  'adjust(?:ed)?|amended|boost(?:ed)?|brings?|brought|bump(?:ed)?|chang(?:ed?|ing)|climb(?:ed)?|cut|decreased?|delay(?:ed)?',
  'doubled|drop(?:ped)?|expand(?:ed)?|extend(?:ed)?|fallen|fell|gone up|gone down|gr[eo]wn?|improved?|increas(?:ed?|ing)',
  'jump(?:ed)?|lower(?:ed)?|lengthen(?:ed)?|mov(?:ed?|ing)|negotiated|postponed?|promoted|push(?:ed|ing)?|rais(?:ed?|ing)',
  're-?book(?:ed)?|reduc(?:ed?|ing)|re-?schedul(?:ed?|ing)|reset|revised?|risen|rose|scaled|shift(?:ed)?|shorten(?:ed)?',
  'shr[aiu]nk|slashed|slipped|stretched|switch(?:ed)?|tightened|trimmed|updated?|upgraded|upped|went up|went down|work(?:ed|ing)',
].join('|')

const roughly = 'about|around|nearly|almost|just|only|over|under|exactly|a|an|the|seeing|doing'
const value = [
  '[$€£]?\\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|\\w+ty|half|hundred)\\b',
  '(?:once|twice|every|daily|weekly|monthly|yearly|total)\\b|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\\b',
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|noon|midnight)\\b',
].join('|')

/** A value was changed: `raised the rent to`, `is down to`, `pushed back until`. */
export const changedTo = new RegExp(
  `\\b(?:(?:${valueVerbs}|got (?:the|their|his|her))(?: [\\w'-]+){0,6} (?:to|until)|(?:up|down|back) (?:to|at)) (?:${roughly} )*(?=${value})`,
  'i',
)

/** An appointment was moved, whatever its previous date. */
export const isMoved =
  /\b(?:re-?book|re-?schedul|postpon|delay|push(?:ed|ing)? (?:it |them |out|back|forward|to)|mov(?:ed|ing)|shift|bump|brought forward|extend|chang(?:ed|ing)|switch|updat|adjust|slip(?:ped|s))\w*/i

/** Something ended or was replaced. */
export const ended = anyOf(
  'traded in|trad(?:ed|ing)|switched|upgraded|replac(?:ed|es?|ing)|in place of|swapped(?: out)?|moved|migrated|sold|got rid of|ditched|dumped',
  'quit|got off|cancell?ed|gave (?:up|away)|giv(?:en|ing) up|stopped|no longer|dropped(?: out of)?(?! off| by)|retired|resigned',
  'left (?:their|the|his|her)|changed (?:jobs|careers|schools|majors|their|his|her)|converted|instead of|rather than|broke up|split up|abandoned|scrapped|phased out',
  'outgrew|outgrown|let go of|parted ways|called off|called it quits|unsubscribed|uninstalled|deleted|threw out|thrown out',
  'done with|moved (?:on|away) from|got tired of|came off|went off|donated|returned',
)
