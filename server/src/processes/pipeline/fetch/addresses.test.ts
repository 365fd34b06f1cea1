import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './addresses.ts'
import { mayConnect, readAllowList } from './allow-list.ts'

describe('a public address', () => {
  test.each([
    ...['1.1.1.1', '8.8.8.8', '93.184.215.14', '100.63.255.255', '100.128.0.0', '172.15.255.255'],
    ...['172.32.0.1', '169.253.1.1', '11.0.0.1', '223.255.255.255', '168.63.129.17'],
    ...['2606:4700:4700::1111', '2a00:1450:4001::200e', '2001:4860:4860::8888'],
    ...['::ffff:8.8.8.8', '64:ff9b::808:808'],
  ])('is %s', address => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('the allow list for private addresses', () => {
  const allow = readAllowList('wiki, .corp.example, *.lan, 10.2.0.0/16, 192.168.7.7, fd12::/16')

  test.each([
    ['wiki', '10.0.0.1', true],
    ['WIKI.'.toLowerCase(), '127.0.0.1', true],
    ['notwiki', '10.0.0.1', false],
    ['a.wiki', '10.0.0.1', false],
    ['git.corp.example', '172.16.0.1', true],
    ['corp.example', '172.16.0.1', false],
    ['evilcorp.example', '172.16.0.1', false],
    ['deep.down.lan', 'fd00::1', true],
    ['anyone', '10.2.3.4', true],
    ['anyone', '10.3.0.1', false],
    ['anyone', '::ffff:10.2.3.4', true],
    ['anyone', '192.168.7.7', true],
    ['anyone', '192.168.7.8', false],
    ['anyone', 'fd12::1', true],
    // A trusted name must not lead to the metadata service of a cloud.
    ['wiki', '169.254.169.254', false],
    ['git.corp.example', 'fe80::1', false],
    ['git.corp.example', '0.0.0.0', false],
    ['git.corp.example', '168.63.129.16', false],
  ])('for %s at %s answers %s', (host, address, expected) => {
    expect(mayConnect(host, address, allow)).toBe(expected)
  })

  test('is rejected when it cannot be parsed', () => {
    expect(() => readAllowList('http://wiki/')).toThrow('FETCH_ALLOW')
    expect(() => readAllowList('10.0.0.0/33')).toThrow('FETCH_ALLOW')
    expect(() => readAllowList('*')).toThrow('FETCH_ALLOW')
    expect(readAllowList(' , ')).toEqual({ hosts: new Set(), domains: [], ranges: [] })
  })
})
