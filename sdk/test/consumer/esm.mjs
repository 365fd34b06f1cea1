import { Reverie, ReverieError } from '@reverie/sdk'

const reverie = new Reverie({ baseUrl: process.env.REVERIE_URL, apiKey: process.env.REVERIE_KEY })
const containerTag = `package_${process.version.replaceAll('.', '_')}`
const { id } = await reverie.add({ content: 'Ada moved to Lisbon.', containerTag })
const file = new File(['Kilns are hot.'], 'kilns.txt', { type: 'text/plain' })
const upload = await reverie.upload(file, { containerTag, metadata: { topic: 'kilns' } })
await Promise.all([reverie.waitUntilDone(id), reverie.waitUntilDone(upload.id)])
const { results } = await reverie.search({ q: 'Where does Ada live?', containerTag, limit: 1 })
const failure = await reverie.get('not-there').catch(error => error)
if (!(failure instanceof ReverieError)) throw failure
console.log(JSON.stringify({ found: results[0]?.chunks[0]?.content, code: failure.code }))
