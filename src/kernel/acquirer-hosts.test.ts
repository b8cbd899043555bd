import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addressFaultOf, permitsConnection, readAcquirerHosts } from './acquirer-hosts.ts'
import { explanationText } from './explanation.ts'
import type { SettingsSchema } from './settings-schema.ts'

const schema: SettingsSchema = {
  properties: {
    url: { type: 'string', title: 'URL', address: 'URL' },
    addresses: { type: 'string', title: 'Addresses', address: 'HOST_AND_PORT_LIST' },
    name: { type: 'string', title: 'Name' },
  },
}
const hostsOf = (...texts: readonly string[]) => readAcquirerHosts(texts) ?? assert.fail(`${texts} cannot be read`)

describe('the hosts that acquirer links may reach', () => {
  it('are names, names below a name, addresses and networks', () => {
    for (const text of ['bank.example', '*.bank.example', '10.0.0.1', '10.0.0.0/8', '2001:db8::/32', 'a-b.example'])
      assert.ok(readAcquirerHosts([text]), text)
    for (const text of ['', 'https://bank.example', 'bank.example:1', '10.0.0.0/33', '1.2.3', '*', 'a b', '*.', 'b.*'])
      assert.equal(readAcquirerHosts([text]), undefined, text)
  })

  for (const [text, host, address, isPermitted] of [
    ['bank.example', 'bank.example', '203.0.113.1', true],
    ['bank.example', 'BANK.example.', '203.0.113.1', true],
    ['bank.example', 'my.bank.example', '203.0.113.1', false],
    ['*.bank.example', 'my.bank.example', '203.0.113.1', true],
    ['*.bank.example', 'bank.example', '203.0.113.1', false],
    ['*.bank.example', 'evilbank.example', '203.0.113.1', false],
    ['10.0.0.0/8', 'bank.example', '10.1.2.3', true],
    ['10.0.0.0/8', 'bank.example', '203.0.113.1', false],
    ['10.0.0.0/8', '10.1.2.3', '10.1.2.3', true],
    ['2001:db8::/32', 'bank.example', '2001:db8::1', true],
  ] as const)
    it(`${text} ${isPermitted ? 'permits' : 'does not permit'} ${host} at ${address}`, () => {
      assert.equal(permitsConnection(hostsOf(text), host, address), isPermitted)
    })

  it('are held against every address in the settings of a link', () => {
    const hosts = hostsOf('bank.example', '10.0.0.1')
    const faultOf = (values: Record<string, string>, list = hosts) => {
      const fault = addressFaultOf(schema, values, list)
      return fault && `${fault.setting} ${explanationText(fault.reason)}`
    }
    assert.equal(faultOf({ url: 'https://bank.example/', addresses: '10.0.0.1:8583', name: 'stranger' }), undefined)
    assert.match(faultOf({ url: 'https://10.0.0.2' }) ?? '', /^url leads to 10\.0\.0\.2, which is not among/)
    assert.match(faultOf({ addresses: 'bank.example:1, 203.0.113.9:2' }) ?? '', /^addresses leads to 203\.0\.113\.9/)
    assert.match(faultOf({ addresses: '[2001:db8::1]:1' }) ?? '', /^addresses leads to 2001:db8::1/)
    assert.match(faultOf({ url: 'https://stranger.example' }, hostsOf('bank.example')) ?? '', /stranger\.example/)
    // Where it leads is found out when a connection is opened.
    assert.equal(faultOf({ url: 'https://stranger.example' }), undefined)
  })
})
