/** Operations as the analytics count them, in words. */
const words: Record<string, string> = {
  add: 'Add a document',
  update: 'Change a document',
  delete: 'Delete documents',
  get: 'Read',
  list: 'List',
  search: 'Search documents',
  search_v4: 'Search memories',
  profile: 'Profile',
  memory: 'Memories',
  chat: 'Chat',
  router: 'Chat through the router',
  request: 'Other',
}

export const operations = Object.keys(words)
export const operationName = (operation: string) => words[operation] ?? operation
