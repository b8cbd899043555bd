// Every disguise of an address that a notification must not go to, and the neighbours that it may go to.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { reachOf } from '../../kernel/address-reach.ts'
import { type DestinationRefusalReason, destinationOf, mayConnect } from '../../platform/net/guard.ts'

const production = { ports: [443, 8443], allowsLoopback: false }
const sandbox = { ports: [443, 8443], allowsLoopback: true }

/** URL and the word it is refused with. */
const refused: readonly (readonly [string, DestinationRefusalReason])[] = [
  // Loopback in plain form, and in others.
  ['https://127.0.0.1/', 'ADDRESS_NOT_ALLOWED'],
  ['https://127.0.0.1:8443/', 'ADDRESS_NOT_ALLOWED'],
  ['https://127.255.255.254/', 'ADDRESS_NOT_ALLOWED'],
  ['https://2130706433/', 'ADDRESS_NOT_ALLOWED'],
  ['https://0x7f000001/', 'ADDRESS_NOT_ALLOWED'],
  ['https://0X7F.1/', 'ADDRESS_NOT_ALLOWED'],
  ['https://017700000001/', 'ADDRESS_NOT_ALLOWED'],
  ['https://0177.0.0.1/', 'ADDRESS_NOT_ALLOWED'],
  ['https://0x7f.0x0.0x0.0x1/', 'ADDRESS_NOT_ALLOWED'],
  ['https://127.1/', 'ADDRESS_NOT_ALLOWED'],
  ['https://127.0.1/', 'ADDRESS_NOT_ALLOWED'],
  ['https://127.0.0.1./', 'ADDRESS_NOT_ALLOWED'],
  ['https://0x7f.1./', 'ADDRESS_NOT_ALLOWED'],
  ['https://%31%32%37.0.0.1/', 'ADDRESS_NOT_ALLOWED'],
  ['https://127%2e0%2e0%2e1/', 'ADDRESS_NOT_ALLOWED'],
  ['https://１２７.０.０.１/', 'ADDRESS_NOT_ALLOWED'],
  ['https://127。0。0。1/', 'ADDRESS_NOT_ALLOWED'],
  ['https://①②⑦.⓪.⓪.①/', 'ADDRESS_NOT_ALLOWED'],
  ['https://12\t7.0.0.1/', 'ADDRESS_NOT_ALLOWED'],
  ['https:\\\\127.0.0.1\\', 'ADDRESS_NOT_ALLOWED'],
  ['https:127.0.0.1/', 'ADDRESS_NOT_ALLOWED'],
  ['https:///127.0.0.1/', 'ADDRESS_NOT_ALLOWED'],
  ['  https://127.0.0.1/', 'ADDRESS_NOT_ALLOWED'],
  // Unspecified, broadcast, multicast and reserved addresses.
  ['https://0.0.0.0/', 'ADDRESS_NOT_ALLOWED'],
  ['https://0/', 'ADDRESS_NOT_ALLOWED'],
  ['https://0.1.2.3/', 'ADDRESS_NOT_ALLOWED'],
  ['https://255.255.255.255/', 'ADDRESS_NOT_ALLOWED'],
  ['https://4294967295/', 'ADDRESS_NOT_ALLOWED'],
  ['https://224.0.0.1/', 'ADDRESS_NOT_ALLOWED'],
  ['https://240.0.0.1/', 'ADDRESS_NOT_ALLOWED'],
  // Private networks.
  ['https://10.0.0.1/', 'ADDRESS_NOT_ALLOWED'],
  ['https://10.255.255.255/', 'ADDRESS_NOT_ALLOWED'],
  ['https://012.0.0.1/', 'ADDRESS_NOT_ALLOWED'],
  ['https://172.16.0.1/', 'ADDRESS_NOT_ALLOWED'],
  ['https://172.31.255.255/', 'ADDRESS_NOT_ALLOWED'],
  ['https://192.168.0.1/', 'ADDRESS_NOT_ALLOWED'],
  ['https://3232235521/', 'ADDRESS_NOT_ALLOWED'],
  ['https://100.64.0.1/', 'ADDRESS_NOT_ALLOWED'],
  ['https://100.127.255.255/', 'ADDRESS_NOT_ALLOWED'],
  // Links and metadata of clouds.
  ['https://169.254.169.254/latest/meta-data/', 'ADDRESS_NOT_ALLOWED'],
  ['https://2852039166/', 'ADDRESS_NOT_ALLOWED'],
  ['https://0xa9fea9fe/', 'ADDRESS_NOT_ALLOWED'],
  ['https://0251.0376.0251.0376/', 'ADDRESS_NOT_ALLOWED'],
  ['https://169.254.43518/', 'ADDRESS_NOT_ALLOWED'],
  ['https://100.100.100.200/', 'ADDRESS_NOT_ALLOWED'],
  ['https://192.0.0.192/', 'ADDRESS_NOT_ALLOWED'],
  ['https://168.63.129.16/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[fd00:ec2::254]/', 'ADDRESS_NOT_ALLOWED'],
  // Documentation, benchmarks, relays.
  ['https://192.0.2.1/', 'ADDRESS_NOT_ALLOWED'],
  ['https://198.51.100.1/', 'ADDRESS_NOT_ALLOWED'],
  ['https://203.0.113.1/', 'ADDRESS_NOT_ALLOWED'],
  ['https://198.18.0.1/', 'ADDRESS_NOT_ALLOWED'],
  ['https://198.19.255.255/', 'ADDRESS_NOT_ALLOWED'],
  ['https://192.88.99.1/', 'ADDRESS_NOT_ALLOWED'],
  // Version 6.
  ['https://[::1]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[0:0:0:0:0:0:0:1]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[::]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[fe80::1]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[febf::1]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[fec0::1]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[fc00::1]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[fdff::1]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[ff02::1]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[100::1]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[5f00::1]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[2001:db8::1]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[3fff::1]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[2001:2::1]/', 'ADDRESS_NOT_ALLOWED'],
  // Version 4 inside of version 6: mapped, compatible, translated, tunnelled.
  ['https://[::ffff:127.0.0.1]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[::ffff:7f00:1]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[0:0:0:0:0:ffff:a9fe:a9fe]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[::ffff:8.8.8.8]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[::ffff:0:127.0.0.1]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[::127.0.0.1]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[64:ff9b::127.0.0.1]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[64:ff9b::a9fe:a9fe]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[64:ff9b:1::a00:1]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[2002:7f00:1::]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[2002:a9fe:a9fe::1]/', 'ADDRESS_NOT_ALLOWED'],
  ['https://[2001:0:7f00:1::1]/', 'ADDRESS_NOT_ALLOWED'],
  // Text that only looks like an address.
  ['https://[fe80::1%25eth0]/', 'URL_MALFORMED'],
  ['https://[::1%25lo]/', 'URL_MALFORMED'],
  ['https://[127.0.0.1]/', 'URL_MALFORMED'],
  ['https://127.0.0.256/', 'URL_MALFORMED'],
  ['https://0x7f.0.0.0.1/', 'URL_MALFORMED'],
  ['https://127.0.0.1%00.example.com/', 'URL_MALFORMED'],
  ['https://', 'URL_MALFORMED'],
  ['shop.example.com/notify', 'URL_MALFORMED'],
  ['', 'URL_MALFORMED'],
  // Names that are valid only on this machine or network.
  ['https://localhost/', 'NAME_NOT_ALLOWED'],
  ['https://LOCALHOST/', 'NAME_NOT_ALLOWED'],
  ['https://localhost./', 'NAME_NOT_ALLOWED'],
  ['https://ｌｏｃａｌｈｏｓｔ/', 'NAME_NOT_ALLOWED'],
  ['https://%6cocalhost/', 'NAME_NOT_ALLOWED'],
  ['https://shop.localhost/', 'NAME_NOT_ALLOWED'],
  ['https://printer.local/', 'NAME_NOT_ALLOWED'],
  ['https://metadata.google.internal/', 'NAME_NOT_ALLOWED'],
  ['https://metadata.google.internal./', 'NAME_NOT_ALLOWED'],
  ['https://metadata.goog/', 'NAME_NOT_ALLOWED'],
  ['https://metadata/', 'NAME_NOT_ALLOWED'],
  ['https://instance-data/', 'NAME_NOT_ALLOWED'],
  ['https://database/', 'NAME_NOT_ALLOWED'],
  ['https://kubernetes.default.svc/', 'NAME_NOT_ALLOWED'],
  ['https://vault.default.svc.cluster.local/', 'NAME_NOT_ALLOWED'],
  ['https://1.0.0.127.in-addr.arpa/', 'NAME_NOT_ALLOWED'],
  ['https://router.home.arpa/', 'NAME_NOT_ALLOWED'],
  ['https://shop.example.com./', 'NAME_NOT_ALLOWED'],
  ['https://xn--fiqs8s/', 'NAME_NOT_ALLOWED'],
  // Another name in front of, or behind, the real host.
  ['https://shop.example.com@127.0.0.1/', 'USERINFO_NOT_ALLOWED'],
  ['https://shop.example.com:443@127.0.0.1/', 'USERINFO_NOT_ALLOWED'],
  ['https://user@shop.example.com/', 'USERINFO_NOT_ALLOWED'],
  ['https://:word@shop.example.com/', 'USERINFO_NOT_ALLOWED'],
  ['https://127.0.0.1\\@shop.example.com/', 'ADDRESS_NOT_ALLOWED'],
  ['https://127.0.0.1#@shop.example.com/', 'ADDRESS_NOT_ALLOWED'],
  ['https://127.0.0.1?@shop.example.com/', 'ADDRESS_NOT_ALLOWED'],
  // Other protocols and ports.
  ['http://shop.example.com/', 'NOT_HTTPS'],
  ['ftp://shop.example.com/', 'NOT_HTTPS'],
  ['file:///etc/passwd', 'NOT_HTTPS'],
  ['gopher://shop.example.com:443/', 'NOT_HTTPS'],
  ['javascript:alert(1)', 'NOT_HTTPS'],
  ['https://shop.example.com:22/', 'PORT_NOT_ALLOWED'],
  ['https://shop.example.com:80/', 'PORT_NOT_ALLOWED'],
  ['https://shop.example.com:5432/', 'PORT_NOT_ALLOWED'],
  ['https://shop.example.com:6379/', 'PORT_NOT_ALLOWED'],
  ['https://shop.example.com:0/', 'PORT_NOT_ALLOWED'],
  ['https://shop.example.com:65535/', 'PORT_NOT_ALLOWED'],
  ['https://shop.example.com:65536/', 'URL_MALFORMED'],
]

describe('URLs to which no notification is sent', () => {
  for (const [url, reason] of refused) {
    it(`${JSON.stringify(url)} is refused with ${reason}`, () => {
      assert.equal(destinationOf(url, production), reason)
    })
  }

  it('at least sixty ways to write a non-public address are tried', () => {
    const disguises = refused.filter(([, reason]) => reason === 'ADDRESS_NOT_ALLOWED' || reason === 'NAME_NOT_ALLOWED')
    assert.ok(disguises.length >= 60, `only ${disguises.length}`)
  })
})

describe('URLs to which notifications are sent', () => {
  for (const [url, host, port] of [
    ['https://shop.example.com/notify?for=shop', 'shop.example.com', 443],
    ['https://shop.example.com:8443/', 'shop.example.com', 8443],
    ['https://SHOP.example.com:443/', 'shop.example.com', 443],
    ['https://bücher.example.com/', 'xn--bcher-kva.example.com', 443],
    ['https://8.8.8.8/', '8.8.8.8', 443],
    ['https://9.255.255.255/', '9.255.255.255', 443],
    ['https://11.0.0.0/', '11.0.0.0', 443],
    ['https://172.15.255.255/', '172.15.255.255', 443],
    ['https://172.32.0.0/', '172.32.0.0', 443],
    ['https://100.63.255.255/', '100.63.255.255', 443],
    ['https://100.128.0.0/', '100.128.0.0', 443],
    ['https://223.255.255.255/', '223.255.255.255', 443],
    ['https://[2606:4700:4700::1111]:8443/', '2606:4700:4700::1111', 8443],
    ['https://localhost.example.com/', 'localhost.example.com', 443],
    ['https://my-internal.example.com/', 'my-internal.example.com', 443],
  ] as const) {
    it(`${url} is called`, () => {
      const destination = destinationOf(url, production)
      assert.ok(typeof destination === 'object', String(destination))
      assert.deepEqual([destination.host, destination.port, destination.isLoopback], [host, port, false])
    })
  }

  it('may have the ports that the operator has listed', () => {
    const where = { ports: [9443], allowsLoopback: false }
    assert.equal(typeof destinationOf('https://shop.example.com:9443/', where), 'object')
    assert.equal(destinationOf('https://shop.example.com/', where), 'PORT_NOT_ALLOWED')
  })
})

describe('the sandbox', () => {
  for (const url of [
    'https://127.0.0.1:9444/',
    'https://[::1]:1024/',
    'https://localhost:65535/a',
    'https://a.localhost:443/',
  ])
    it(`may call this machine: ${url}`, () => {
      const destination = destinationOf(url, sandbox)
      assert.ok(typeof destination === 'object' && destination.isLoopback, String(destination))
    })

  for (const [url, reason] of [
    ['https://127.0.0.1:1023/', 'PORT_NOT_ALLOWED'],
    ['https://localhost:22/', 'PORT_NOT_ALLOWED'],
    ['https://user@localhost:9444/', 'USERINFO_NOT_ALLOWED'],
    ['http://localhost:9444/', 'NOT_HTTPS'],
    ['https://[::ffff:127.0.0.1]:9444/', 'ADDRESS_NOT_ALLOWED'],
    ['https://169.254.169.254/', 'ADDRESS_NOT_ALLOWED'],
    ['https://10.0.0.1/', 'ADDRESS_NOT_ALLOWED'],
    ['https://0.0.0.0:9444/', 'ADDRESS_NOT_ALLOWED'],
    ['https://metadata.google.internal/', 'NAME_NOT_ALLOWED'],
    ['https://shop.example.com:9444/', 'PORT_NOT_ALLOWED'],
  ] as const)
    it(`still does not call ${url}`, () => {
      assert.equal(destinationOf(url, sandbox), reason)
    })

  it('does not follow a public name to this machine, nor a local name elsewhere', () => {
    assert.equal(mayConnect('127.0.0.1', { isLoopback: false }), false)
    assert.equal(mayConnect('8.8.8.8', { isLoopback: true }), false)
    assert.equal(mayConnect('10.0.0.1', { isLoopback: true }), false)
  })
})

describe('addresses that name servers answer with', () => {
  for (const [address, reach] of [
    ['8.8.8.8', 'GLOBAL'],
    ['2606:4700:4700::1111', 'GLOBAL'],
    ['127.0.0.1', 'LOOPBACK'],
    ['::1', 'LOOPBACK'],
    ['::ffff:127.0.0.1', 'LOCAL'],
    ['::ffff:8.8.8.8', 'LOCAL'],
    ['fe80::1%eth0', 'LOCAL'],
    ['010.0.0.1', 'LOCAL'],
    ['127.1', 'LOCAL'],
    ['', 'LOCAL'],
    ['shop.example.com', 'LOCAL'],
  ] as const)
    it(`${JSON.stringify(address)} is ${reach}`, () => {
      assert.equal(reachOf(address), reach)
    })
})
