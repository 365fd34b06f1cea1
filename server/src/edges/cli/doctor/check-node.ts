import { type Finding, failure, ok } from './finding.ts'

const oldestMajor = 24

export function checkNode(): Finding[] {
  const version = process.versions.node
  if (Number.parseInt(version, 10) >= oldestMajor) return [ok('Node.js', version)]
  return [failure('Node.js', version, `Use Node.js ${oldestMajor} or newer.`)]
}
