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

/** Decodes the few entities that subtitles use. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt|nbsp|lrm|rlm|quot|#39);/g, entity => entities[entity]!)
}
