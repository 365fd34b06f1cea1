const months =
  'january|february|march|april|june|july|august|september|october|november|december|(?<=\\b(?:in|last|next|since|of|this) )may'

/** A point in time, past or future; not a duration, a frequency or `now`. */
const when = new RegExp(
  `\\b(?:yesterday|tomorrow|tonight|(?:last|next|this|this past) (?:week|weekend|month|year|summer|winter|spring|fall|autumn|night|\\w+day|${months})|` +
    `on the \\d{1,2}(?:st|nd|rd|th)|over the weekend|the other day|(?:days?|weeks?|weekends?|months?|years?|decades?) (?:ago|back)|this (?:morning|afternoon|evening)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|${months}|(?:in|of|since|from) (?:19|20)\\d\\d)\\b`,
  'i',
)

export const namesTime = (text: string): boolean => when.test(text)
