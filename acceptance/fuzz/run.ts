/**
 *   npm run fuzz -- contract                            requests generated from `/openapi.json`; checks each response
 *   npm run fuzz -- contract --requests 20000 --seed 7  the number of requests; the same seed repeats the same requests
 *   npm run fuzz -- contract --cells 2                  two databases, with the organization spread over both
 *   npm run fuzz -- contract --seed 7 --only 123        one request again, with its response
 *   npm run fuzz -- leak --operations 50000 --seed 7    concurrent operations of many keys; nobody may read data of others
 *   npm run fuzz -- sizes --scale small                 huge requests and large lists; none may stall other requests
 *
 * Starts its own server and worker on fresh databases. The last line printed is one JSON object. Exits with 1 on a fault.
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
