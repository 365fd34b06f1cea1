/**
 *   npm run fuzz -- contract                            requests made from `/openapi.json`, answers held against it
 *   npm run fuzz -- contract --requests 20000 --seed 7  so many of them; the same seed makes the same ones
 *   npm run fuzz -- contract --cells 2                  on two databases, the organization spread over both
 *   npm run fuzz -- contract --seed 7 --only 123        one of them again, with its answer
 *   npm run fuzz -- leak --operations 50000 --seed 7    everything at once by everybody; nobody reads what is another's
 *   npm run fuzz -- sizes --scale small                 what is huge in one way each, and large lists; nobody waits for it
 *
 * Starts its own server and worker on fresh databases. The last line is one JSON object; fails when something is amiss.
 */
const fuzzers: Record<string, () => Promise<{ fuzz(args: string[]): Promise<boolean> }>> = {
  contract: () => import('./contract.ts'),
  leak: () => import('./leak.ts'),
  sizes: () => import('./sizes.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
const load = fuzzers[name]
if (!load) throw new Error(`There is no fuzzer "${name}": ${Object.keys(fuzzers).join(', ')}`)
process.exitCode = (await (await load()).fuzz(args)) ? 0 : 1
