import { namesTime } from './names-time.ts'
import { afterthought, awaited, courtesy, pointing, remark } from './rules/courtesies.ts'

export const isCourtesy = (text: string): boolean =>
  courtesy.expression.test(text) &&
  !(awaited.expression.test(text) && isToldOf(text.replace(afterthought.expression, '')))

const isToldOf = (text: string): boolean => !pointing.expression.test(text) && namesTime(text)

export const withoutRemark = (text: string): string => text.replace(remark.expression, '')
