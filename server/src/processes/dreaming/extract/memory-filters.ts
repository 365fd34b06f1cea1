import type { StoredSettings } from '../../../features/settings/store.ts'
import type { MemoryFilters } from './fact-extractor.ts'

/** The memory filters in an organization's settings. `shouldLLMFilter: false` switches all of them off. */
export function memoryFiltersOf(settings: StoredSettings): MemoryFilters {
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
