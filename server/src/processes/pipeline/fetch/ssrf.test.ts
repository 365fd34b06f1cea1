import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type NameServer, startNameServer } from '../../../../test/name-server.ts'
import { startWebServer, type WebServer } from '../../../../test/web-server.ts'
import { readAllowList } from './allow-list.ts'
import type { FetchSettings } from './fetch-settings.ts'
import { nameResolver } from './find-addresses.ts'
import { safeFetch } from './safe-fetch.ts'

/**
 * Nothing here leaves the loopback. 127.0.0.2 is allowed and stands for the internet; 127.0.0.1 must not be reachable.
 * Both have a server on the same port, so that a connection to the wrong one is noticed.
 */
let names: NameServer
let open: WebServer
let hidden: WebServer
let fetching: FetchSettings

beforeAll(async () => {
  names = await startNameServer()
  ;[open, hidden] = await startBoth()
  fetching = {
    resolve: nameResolver(names.address),
    allow: readAllowList('127.0.0.2'),
    maxBytes: 100_000,
    timeoutMs: 30_000,
    connectTimeoutMs: 30_000,
    userAgent: 'Reverie/test',
  }
})
afterAll(async () => {
  await Promise.all([names.close(), open.close(), hidden.close()])
})
beforeEach(() => {
  open.visits.length = 0
  hidden.visits.length = 0
})

/** A port that is free at one address may be taken at the other, for example by an outgoing connection. */
async function startBoth(): Promise<[WebServer, WebServer]> {
  for (;;) {
    const first = await startWebServer({ '/': { body: 'open' } }, '127.0.0.2')
    try {
      return [first, await startWebServer({ '/': { body: 'secret' } }, '127.0.0.1', first.port)]
    } catch {
      await first.close()
    }
  }
}

const blocked = { code: 'fetch.blocked_address', isPassing: false }

async function expectBlocked(url: string) {
  await expect(safeFetch(url, fetching)).rejects.toMatchObject(blocked)
  expect(hidden.visits).toEqual([])
}

const forbidden = {
  'this host': ['0.0.0.0', '0.1.2.3'],
  loopback: ['127.0.0.1', '127.0.0.3', '127.255.255.254', '[::1]'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  'link-local': ['169.254.0.1', '169.254.255.255', '[fe80::1]', '[febf::1]'],
  'cloud metadata': [
    ...['169.254.169.254', '169.254.170.2', '100.100.100.200', '192.0.0.192', '168.63.129.16'],
    '[fd00:ec2::254]',
  ],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'multicast and broadcast': ['224.0.0.1', '239.255.255.250', '255.255.255.255', '[ff02::1]', '[ff0e::1]'],
  reserved: ['240.0.0.1', '192.0.0.1', '192.88.99.1', '[4000::1]', '[100::1]', '[5f00::1]'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '[2001:db8::1]', '[3fff::1]'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '[2001:2::1]'],
  'unique local': ['[fc00::1]', '[fdff::1]', '[fec0::1]'],
  unspecified: ['[::]'],
  'IPv4 in IPv6': [
    ...[
      '[::ffff:127.0.0.1]',
      '[::ffff:10.0.0.1]',
      '[::ffff:a9fe:a9fe]',
      '[::ffff:0:10.0.0.1]',
      '[::127.0.0.1]',
    ],
    ...[
      '[64:ff9b::7f00:1]',
      '[64:ff9b::a9fe:a9fe]',
      '[64:ff9b:1::7f00:1]',
      '[2002:7f00:1::]',
      '[2002:a00:1::1]',
    ],
    '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
  ],
  'odd spellings': [
    ...['2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '127.1', '127.0.1', '017700000001', '0', '0x0'],
    ...['127.0.0.1.', '2852039166', '0xa9fea9fe', '①②⑦.⓪.⓪.①', '127%2e0%2e0%2e1', '[0:0:0:0:0:ffff:7f00:1]'],
  ],
}

describe.each(Object.entries(forbidden))('fetching an address of the kind "%s":', (_, hosts) => {
  test.each(hosts)('%s is refused', async host => {
    await expectBlocked(`http://${host}:${open.port}/`)
  })

  test.each(hosts.filter(host => /^\[?[\da-f:.]+\]?$/.test(host) && !/^[\d.]*\.$|^\d+$/.test(host)))(
    'a name that leads to %s is refused',
    async host => {
      // A name server answers with the full form.
      names.zone['leads.test'] = [new URL(`http://${host}/`).hostname.replace(/[[\]]/g, '')]
      await expectBlocked(`http://leads.test:${open.port}/`)
    },
  )
})

describe('fetching a link:', () => {
  test.each([
    ...[
      'file:///etc/passwd',
      'ftp://127.0.0.2/',
      'gopher://127.0.0.2/',
      'data:text/plain,hi',
      'javascript:1',
    ],
    ...['http://user@127.0.0.2/', 'http://user:word@127.0.0.2/', 'https://:word@127.0.0.2/'],
    ...['http://127.0.0.2:22/', 'http://127.0.0.2:25/', 'http://127.0.0.2:6000/', 'http://127.0.0.2:10080/'],
    ...['http://127.0.0.2@127.0.0.1/', 'http://127.0.0.1#@127.0.0.2/', 'http://127.0.0.1\\@127.0.0.2/'],
  ])('%s is refused', expectBlocked)

  test.each(['', 'nothing', 'http://', 'http://a b/', 'http://256.1.1.1/'])(
    '%j is not an address',
    async url => {
      await expect(safeFetch(url, fetching)).rejects.toMatchObject({
        code: 'fetch.not_found',
        isPassing: false,
      })
    },
  )

  test('an unknown name is not found, and a failed lookup is tried again', async () => {
    await expect(safeFetch('http://unknown.test/', fetching)).rejects.toMatchObject({
      code: 'fetch.not_found',
      isPassing: false,
    })
    const failing = () => Promise.reject(Object.assign(new Error('busy'), { code: 'EAI_AGAIN' }))
    await expect(safeFetch('http://x.test/', { ...fetching, resolve: failing })).rejects.toMatchObject({
      code: 'fetch.not_found',
      isPassing: true,
    })
  })
})

describe('the names of fetched hosts', () => {
  test('are resolved once, and the connection goes to the checked address, so DNS rebinding fails', async () => {
    names.zone['rebind.test'] = [['127.0.0.2'], ['127.0.0.1']]
    const found = await safeFetch(`http://rebind.test:${open.port}/`, fetching)
    expect(found).toMatchObject({ body: Buffer.from('open') })
    expect(names.asked('rebind.test')).toBe(1)
    expect(open.visits).toMatchObject([{ host: `rebind.test:${open.port}`, path: '/' }])
    await expectBlocked(`http://rebind.test:${open.port}/`)
    expect(names.asked('rebind.test')).toBe(2)
  })

  test('are resolved and checked again at a redirect to the same host', async () => {
    names.zone['twice.test'] = [['127.0.0.2'], ['127.0.0.1']]
    open.site['/again'] = { status: 302, headers: { location: '/elsewhere' } }
    await expectBlocked(`http://twice.test:${open.port}/again`)
    expect(open.visits).toHaveLength(1)
  })

  test.each([
    [['127.0.0.2', '127.0.0.1']],
    [['127.0.0.2', '10.0.0.1']],
    [['127.0.0.2', '::1']],
    [['127.0.0.2', '::ffff:127.0.0.1']],
  ])('with one bad address among good ones (%j) are refused', async addresses => {
    names.zone['mixed.test'] = addresses
    await expectBlocked(`http://mixed.test:${open.port}/`)
    expect(open.visits).toEqual([])
  })

  test('of the machine itself are refused', async () => {
    const asMachine = { ...fetching, resolve: nameResolver('') }
    for (const host of ['localhost', 'LOCALHOST'])
      await expect(safeFetch(`http://${host}:${open.port}/`, asMachine), host).rejects.toMatchObject(blocked)
    expect(hidden.visits).toEqual([])
  })
})

describe('redirects of fetched links', () => {
  beforeAll(() => {
    Object.assign(names.zone, {
      'open.test': ['127.0.0.2'],
      'inner.test': ['127.0.0.1'],
      'ten.test': ['10.0.0.1'],
      'six.test': ['::1'],
      'meta.test': ['169.254.169.254'],
    })
  })

  test.each([301, 302, 303, 307, 308])('with %s are followed', async status => {
    open.site['/from'] = { status, headers: { location: '/' } }
    const found = await safeFetch(`http://open.test:${open.port}/from`, fetching)
    expect(found).toMatchObject({ url: `http://open.test:${open.port}/`, body: Buffer.from('open') })
  })

  test.each([
    ...['http://127.0.0.1:PORT/', 'http://2130706433:PORT/', 'http://0x7f.1:PORT/', '//127.0.0.1:PORT/'],
    ...[
      'http://[::ffff:127.0.0.1]:PORT/',
      'http://inner.test:PORT/',
      'http://INNER.test.:PORT/',
      'http://ten.test/',
      'http://six.test/',
    ],
    ...[
      'http://meta.test/latest/meta-data/',
      'http://169.254.169.254/',
      'file:///etc/passwd',
      'ftp://open.test/',
    ],
    ...[
      'http://a:b@open.test:PORT/',
      'http://open.test:22/',
      'https://127.0.0.1:PORT/',
      'javascript:alert(1)',
    ],
  ])('to %s are refused, at once and after other redirects', async to => {
    const location = to.replace('PORT', String(open.port))
    open.site['/to'] = { status: 302, headers: { location } }
    open.site['/by'] = { status: 301, headers: { location: `http://open.test:${open.port}/to` } }
    open.site['/far'] = { status: 307, headers: { location: '/by' } }
    await expectBlocked(`http://open.test:${open.port}/to`)
    await expectBlocked(`http://open.test:${open.port}/far`)
  })

  test('are followed five times and no more', async () => {
    for (let step = 0; step < 6; step++)
      open.site[`/step${step}`] = { status: 302, headers: { location: `/step${step + 1}` } }
    open.site['/step6'] = { body: 'arrived' }
    await expect(safeFetch(`${open.url}/step1`, fetching)).resolves.toMatchObject({
      body: Buffer.from('arrived'),
    })
    await expect(safeFetch(`${open.url}/step0`, fetching)).rejects.toMatchObject({
      code: 'fetch.http_error',
      isPassing: false,
    })
  })

  test('in a circle, or without a target, end with an error', async () => {
    open.site['/a'] = { status: 302, headers: { location: '/b' } }
    open.site['/b'] = { status: 302, headers: { location: '/a#again' } }
    open.site['/nowhere'] = { status: 302 }
    const lost = { code: 'fetch.http_error', isPassing: false }
    await expect(safeFetch(`${open.url}/a`, fetching)).rejects.toMatchObject(lost)
    expect(open.visits).toHaveLength(2)
    await expect(safeFetch(`${open.url}/nowhere`, fetching)).rejects.toMatchObject(lost)
  })
})
