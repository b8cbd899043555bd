import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { formatIpAddress, networkOf, parseIpAddress, parseIpRange } from './ip-address.ts'

const version4 = fc.bigInt({ min: 0xffff_0000_0000n, max: 0xffff_ffff_ffffn })
const anyAddress = fc.oneof(version4, fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }))
/** Strings that are nearly addresses, and addresses. */
const written = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.stringMatching(/^[0-9a-f:.]{0,40}$/),
  fc
    .array(fc.constantFrom('0', '1', 'ff', '::', ':', '.', '255', '256', '00', '192.0.2.1', '/', '-', 'g'), {
      maxLength: 17,
    })
    .map((parts) => parts.join('')),
)

describe('an IP address', () => {
  it('comes back the same after being written and read', () => {
    fc.assert(fc.property(anyAddress, (address) => assert.equal(parseIpAddress(formatIpAddress(address)), address)))
  })

  it('is read exactly when Node accepts it', () => {
    fc.assert(
      fc.property(written, (text) => assert.equal(parseIpAddress(text) !== undefined, isIP(text) !== 0, text)),
      { numRuns: 2_000 },
    )
  })

  it('is the same in every notation', () => {
    const same = [
      ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:192.0.2.1', '0:0:0:0:0:ffff:c000:0201'],
      ['2001:db8::1', '2001:DB8:0:0:0:0:0:1', '2001:0db8::0001', '2001:db8:0::0:1'],
      ['::', '0:0:0:0:0:0:0:0', '::0.0.0.0', '0::'],
    ]
    for (const ways of same) assert.equal(new Set(ways.map(parseIpAddress)).size, 1, ways.join(' '))
    assert.notEqual(parseIpAddress('::192.0.2.1'), parseIpAddress('192.0.2.1'))
  })

  it('is written in its shortest form', () => {
    const shortest = {
      '::FFFF:192.0.2.1': '192.0.2.1',
      '2001:0DB8:0:0:0:0:0:1': '2001:db8::1',
      '1:0:0:2:0:0:0:3': '1:0:0:2::3',
      '1:0:2:3:4:5:6:7': '1:0:2:3:4:5:6:7',
      '0:0:0:0:0:0:0:0': '::',
      '1:0:0:0:0:0:0:0': '1::',
    }
    for (const [text, short] of Object.entries(shortest)) {
      assert.equal(formatIpAddress(parseIpAddress(text) ?? assert.fail(text)), short)
    }
  })

  for (const text of [
    '',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '256.1.1.1',
    '1.2.3.-4',
    ' 1.2.3.4',
    '1.2.3.4 ',
    '١.2.3.4',
    '1.2.3.4\n',
    '1.2.3.4.',
    '0x7f.0.0.1',
    '2130706433',
    '127.1',
  ]) {
    it(`is not ${JSON.stringify(text)}`, () => assert.equal(parseIpAddress(text), undefined))
  }

  for (const text of [
    '1::2::3',
    ':::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '12345::',
    'fe80::1%eth0',
    '::1%1',
    '[::1]',
    '::1]',
    '::1]:80/[::2',
    ':1',
    '1:2:3:4:5:6:7:',
    '00001::',
    '::ffff:010.0.0.1',
    '::ffff:0x7f.0.0.1',
    '::ffff:127.1',
    '::1\n',
  ]) {
    it(`is not ${JSON.stringify(text)}`, () => assert.equal(parseIpAddress(text), undefined))
  }

  it('has version 4 at its end only', () => {
    assert.equal(parseIpAddress('192.0.2.1::'), undefined)
    assert.equal(parseIpAddress('::192.0.2.1:1'), undefined)
    assert.equal(parseIpAddress('1:2:3:4:5:6:7:192.0.2.1'), undefined)
    assert.notEqual(parseIpAddress('1:2:3:4:5:6:192.0.2.1'), undefined)
  })
})

describe('a range of IP addresses', () => {
  const at = (text: string) => parseIpAddress(text) ?? assert.fail(text)

  it('is one address, two with a hyphen, or a network', () => {
    assert.deepEqual(parseIpRange('192.0.2.7'), { from: at('192.0.2.7'), to: at('192.0.2.7') })
    assert.deepEqual(parseIpRange('192.0.2.7-192.0.3.1'), { from: at('192.0.2.7'), to: at('192.0.3.1') })
    assert.deepEqual(parseIpRange('192.0.2.0/24'), { from: at('192.0.2.0'), to: at('192.0.2.255') })
    assert.deepEqual(parseIpRange('0.0.0.0/0'), { from: at('0.0.0.0'), to: at('255.255.255.255') })
    assert.deepEqual(parseIpRange('2001:db8::/32'), {
      from: at('2001:db8::'),
      to: at('2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'),
    })
    assert.deepEqual(parseIpRange('::ffff:192.0.2.0/120'), parseIpRange('192.0.2.0/24'))
    assert.deepEqual(parseIpRange('::1/128'), { from: 1n, to: 1n })
  })

  for (const text of [
    '',
    '-',
    '192.0.2.7-192.0.2.6',
    '192.0.2.7-',
    '1.1.1.1-2.2.2.2-3.3.3.3',
    '192.0.2.7-2001:db8::1',
    '192.0.2.7/24',
    '192.0.2.0/33',
    '192.0.2.0/',
    '192.0.2.0/024',
    '192.0.2.0/24/24',
    '2001:db8::/129',
    'shop',
  ]) {
    it(`is not ${JSON.stringify(text)}`, () => assert.equal(parseIpRange(text), undefined))
  }
})

describe('the network that limits count by', () => {
  it('is the address itself in version 4, the first 64 bits in version 6, and any other text as it is', () => {
    assert.equal(networkOf('192.0.2.7'), '192.0.2.7')
    assert.equal(networkOf('::ffff:192.0.2.7'), '192.0.2.7')
    assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
    assert.equal(networkOf('2001:db8:1:2::9'), networkOf('2001:db8:1:2:ffff::1'))
    assert.notEqual(networkOf('2001:db8:1:2::9'), networkOf('2001:db8:1:3::9'))
    assert.equal(networkOf('unknown'), 'unknown')
  })
})
