const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
  '&quot;': '"',
  '&#39;': "'",
}

/** The few that subtitles have. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt|nbsp|lrm|rlm|quot|#39);/g, entity => entities[entity]!)
}
