import type { StoredSettings } from '../../../features/settings/store.ts'
import type { Wishes } from './extractor.ts'

/** The memory filters in an organization's settings. `shouldLLMFilter: false` switches all of them off. */
export function wishesOf(settings: StoredSettings): Wishes {
  if (settings.shouldLLMFilter === false)
    return { isFiltered: false, prompt: undefined, include: [], exclude: [] }
  return {
    isFiltered: settings.shouldLLMFilter === true,
    prompt: typeof settings.filterPrompt === 'string' ? settings.filterPrompt : undefined,
    include: listOf(settings.includeItems),
    exclude: listOf(settings.excludeItems),
  }
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}
