import { pointInTime } from './rules/time-settings.ts'

export const namesTime = (text: string): boolean => pointInTime.expression.test(text)
