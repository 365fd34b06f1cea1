import type { Config } from './schema.ts'

/**
 * Settings that need another one, or that exclude each other, as `SETTING: what to do` lines. They are refused at the start,
 * because the provider concerned would otherwise refuse the first document that needs it. Settings of a part that is switched
 * off are not checked: people switch a part off with one setting and leave the others.
 */
export function contradictionsIn(config: Config): string[] {
  return [
    ...cellFaults(config),
    ...directoryFaults(config),
    ...blobFaults(config),
    ...embedderFaults(config, 'EMBEDDER'),
    ...embedderFaults(config, 'EMBEDDER_NEXT'),
    ...languageModelFaults(config),
    ...signInFaults(config),
    ...(config.RERANKER_URL === '' ? [] : addressFaults(config, 'RERANKER_URL', 'RERANKER_URL is set')),
    ...(config.TRANSCRIBER === 'http' ? addressFaults(config, 'TRANSCRIBER_URL', 'TRANSCRIBER is http') : []),
  ]
}

function cellFaults(config: Config): string[] {
  const { CELL_URLS, CELL_OWNER_URLS, CELL_DIRECT_URLS, REPLICA_URLS, WORKER_CELLS } = config
  const cells = namesIn(CELL_URLS)
  const replicated = namesIn(REPLICA_URLS)
  const strange = replicated.find(
    (name, i) => ![...cells, 'main'].includes(name) || replicated.indexOf(name) < i,
  )
  const repeated = cells.find((name, i) => cells.indexOf(name) < i)
  const unworked = namesIn(WORKER_CELLS).find(name => name !== 'main' && !cells.includes(name))
  return [
    ...(cells.includes('main')
      ? ['CELL_URLS: "main" is the name of the cell in DATABASE_URL. Choose another name']
      : []),
    ...(repeated === undefined ? [] : [`CELL_URLS: names the cell "${repeated}" twice. Choose another name`]),
    ...Object.entries({ CELL_OWNER_URLS, CELL_DIRECT_URLS }).flatMap(([setting, value]) =>
      namesIn(value)
        .filter(name => !cells.includes(name))
        .slice(0, 1)
        .map(name => `${setting}: names the cell "${name}", which CELL_URLS does not name. Add it there`),
    ),
    ...(strange === undefined
      ? []
      : [
          `REPLICA_URLS: names the cell "${strange}" twice, or CELL_URLS does not name it. Use "main" and names of CELL_URLS, each once`,
        ]),
    ...(unworked === undefined
      ? []
      : [`WORKER_CELLS: names the cell "${unworked}", which CELL_URLS does not name. Add it there`]),
  ]
}

function directoryFaults(config: Config): string[] {
  const { DIRECTORY_URL, CELL_URLS } = config
  if (DIRECTORY_URL === '')
    return (['DIRECTORY_OWNER_URL', 'DIRECTORY_DIRECT_URL'] as const)
      .filter(setting => config[setting] !== '')
      .map(setting => `DIRECTORY_URL: is required when ${setting} is set`)
  return namesIn(CELL_URLS).includes('directory')
    ? ['CELL_URLS: "directory" is the name of the database in DIRECTORY_URL. Choose another name']
    : []
}

const namesIn = (named: string) =>
  named
    .split(',')
    .map(entry => entry.split('=', 1)[0]!.trim())
    .filter(name => name !== '')

function blobFaults(config: Config): string[] {
  if (config.BLOBS !== 's3') return []
  const { S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = config
  return [
    ...required(config, 'S3_BUCKET', 'BLOBS is s3'),
    ...(id === '' ? [] : required(config, 'S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID is set')),
    ...(secret === '' ? [] : required(config, 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY is set')),
  ]
}

function embedderFaults(config: Config, name: 'EMBEDDER' | 'EMBEDDER_NEXT'): string[] {
  if (config[name] !== 'http') return []
  const because = `${name} is http`
  return [...addressFaults(config, `${name}_URL`, because), ...required(config, `${name}_MODEL`, because)]
}

function languageModelFaults(config: Config): string[] {
  if (config.LLM === 'none') return []
  const because = `LLM is ${config.LLM}`
  const isLocal = config.LLM === 'openai-compatible'
  const hasPrice = config.LLM_INPUT_USD_PER_MILLION > 0 || config.LLM_OUTPUT_USD_PER_MILLION > 0
  return [
    ...required(config, 'LLM_MODEL', because),
    ...(isLocal || config.LLM_URL !== '' ? addressFaults(config, 'LLM_URL', because) : []),
    // A proxy at LLM_URL may add the key; Anthropic and Google themselves always ask for one.
    ...(isLocal || config.LLM_URL !== '' ? [] : required(config, 'LLM_API_KEY', because)),
    ...(config.LLM_DAILY_USD > 0 && !hasPrice
      ? [
          'LLM_DAILY_USD: needs LLM_INPUT_USD_PER_MILLION and LLM_OUTPUT_USD_PER_MILLION, or it limits nothing',
        ]
      : []),
  ]
}

function signInFaults(config: Config): string[] {
  if (config.OIDC_ISSUER === '')
    return config.PASSWORD_SIGN_IN
      ? []
      : ['PASSWORD_SIGN_IN: needs OIDC_ISSUER when it is false, or nobody can sign in']
  const because = 'OIDC_ISSUER is set'
  const isSafe = /^(https:\/\/|http:\/\/(localhost|127\.[\d.]+|\[::1\])([:/]|$))[^\s?#@]*$/i.test(
    config.OIDC_ISSUER,
  )
  return [
    ...(isSafe && URL.canParse(config.OIDC_ISSUER)
      ? []
      : ['OIDC_ISSUER: must be an https address such as https://id.example.org/realms/main']),
    ...required(config, 'OIDC_CLIENT_ID', because),
    // The address that the provider sends people back to. The Host header of a request must not choose it.
    ...required(config, 'PUBLIC_URL', because),
    ...(config.OIDC_JOIN_ORGANIZATION !== '' && config.OIDC_ALLOWED_DOMAINS === ''
      ? ['OIDC_ALLOWED_DOMAINS: is required when OIDC_JOIN_ORGANIZATION is set; * lets every domain join']
      : []),
  ]
}

/** A setting that must be there, and must be an address that `fetch` can call. */
function addressFaults(config: Config, name: keyof Config, because: string): string[] {
  const value = String(config[name])
  if (value === '') return required(config, name, because)
  const isAddress = /^https?:\/\//i.test(value) && URL.canParse(value)
  return isAddress ? [] : [`${name}: must be an address such as http://127.0.0.1:8000/v1`]
}

function required(config: Config, name: keyof Config, because: string): string[] {
  return config[name] === '' ? [`${name}: is required when ${because}`] : []
}
