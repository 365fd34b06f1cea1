/** Words of English that several rules share. A list is joined into an expression with `|`. */

export const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
/** Seasons of the northern hemisphere: spring begins with March, winter with December. */
export const seasons = ['spring', 'summer', 'autumn', 'winter']
/** `May` has no short form. */
export const shortMonths = ['jan', 'feb', 'mar', 'apr', 'jun', 'jul', 'aug', 'sept?', 'oct', 'nov', 'dec']
/** `sat` and `sun` are other words too, so that a rule takes them only beside a number or another weekday. */
export const shortWeekdays = ['mon', 'tues?', 'wed', 'thu(?:rs?)?', 'fri']
export const shortWeekendDays = ['sat', 'sun']

/** Names of the year's parts as people write them, in lower case. */
export const monthNames = months.map(name => name.toLowerCase())
export const weekdayNames = weekdays.map(name => name.toLowerCase())
export const seasonNames = [...seasons, 'fall']
export const partsOfDay = ['morning', 'afternoon', 'evening', 'night']

/** Zero to nineteen, by their value. */
export const smallNumbers = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'],
  ...['twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
export const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
/** By their value, up to the twentieth. */
export const ordinalNumbers = [
  ...['zeroth', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'],
  ...['tenth', 'eleventh', 'twelfth', 'thirteenth', 'fourteenth', 'fifteenth', 'sixteenth'],
  ...['seventeenth', 'eighteenth', 'nineteenth', 'twentieth'],
]
