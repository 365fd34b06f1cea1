import { ItemError, itemErrorCodes, SourceError, sourceErrorCodes } from './connector.ts'

/**
 * A connector of the operator's own may be built against another copy of the port, whose classes are not ours. Its errors are
 * known by their codes. Undefined for anything else.
 */
export function asSourceError(error: unknown): SourceError | undefined {
  if (error instanceof SourceError) return error
  const { code, message, retryAfterMs } = (error ?? {}) as Partial<SourceError>
  const known = sourceErrorCodes.find(each => each === code)
  if (!known || !(error instanceof Error)) return undefined
  return new SourceError(known, message ?? known, {
    cause: error,
    ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
  })
}

export function asItemError(error: unknown): ItemError | undefined {
  if (error instanceof ItemError) return error
  const { code, message } = (error ?? {}) as Partial<ItemError>
  const known = itemErrorCodes.find(each => each === code)
  return known && error instanceof Error
    ? new ItemError(known, message ?? known, { cause: error })
    : undefined
}
