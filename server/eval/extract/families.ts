/** Extensions that are measured together. */
export const families: Record<string, readonly string[]> = {
  pdf: ['pdf'],
  office: [
    'docx',
    'pptx',
    'xlsx',
    'odt',
    'ods',
    'odp',
    'doc',
    'xls',
    'ppt',
    'rtf',
    'eml',
    'mbox',
    'msg',
    'epub',
  ],
  image: ['png', 'jpg', 'jpeg', 'webp', 'tif', 'tiff', 'bmp', 'gif', 'heic'],
  media: ['mp3', 'm4a', 'flac', 'wav', 'mp4', 'webm', 'ogg'],
}

export function familyOf(extension: string): string {
  return Object.keys(families).find(family => families[family]!.includes(extension)) ?? 'text'
}
