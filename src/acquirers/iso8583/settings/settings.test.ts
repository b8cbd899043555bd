// The settings of a link to a host: what they stand for, and what is refused.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { compileCodec, shippedSpecifications } from '../../../iso8583/index.ts'
import { explain, explanationText } from '../../../kernel/explanation.ts'
import { weakenedSettings } from '../../rules/link.ts'
import { protectionWarnings } from './protection.ts'
import { iso8583Settings } from './setting-rows.ts'
import { checkIso8583Settings, readSettings } from './settings.ts'

const faultOf = (values: Parameters<typeof readSettings>[0], isProduction = false) =>
  checkIso8583Settings(values, { isProduction })

describe('the settings of a link', () => {
  const usual = { addresses: 'one.example:8583, [::1]:8584', institutionId: '1' }

  it('name addresses, framing and a specification: shipped, or derived from a shipped one', () => {
    const { addresses, framing, specification } = readSettings({ ...usual, framing: '4-ascii', tpdu: '6000030000' })
    assert.deepEqual(addresses, [
      { host: 'one.example', port: 8583 },
      { host: '::1', port: 8584 },
    ])
    assert.deepEqual([framing.length, framing.header?.kind, specification.name], ['ascii-4', 'TPDU', 'iso87-binary'])
    const derived = { name: 'bank', from: 'iso87-ascii', fields: { 63: { max: 20 } } }
    assert.equal(readSettings({ ...usual, specification: JSON.stringify(derived) }).specification.fields[63]?.max, 20)
    assert.ok(shippedSpecifications.every(({ name }) => readSettings({ ...usual, specification: name })))
  })

  it('say which of them are addresses, secrets, identity and controls', () => {
    const marked = (mark: string) =>
      Object.entries(iso8583Settings.properties).flatMap(([name, row]) => (mark in row ? [name] : []))
    const [addresses, secrets] = [marked('address'), marked('isSecret')]
    assert.deepEqual(addresses, ['addresses', 'booksUrl'])
    assert.deepEqual(secrets, ['key', 'macKey', 'keyEncryptingKey'])
    const dialect = ['specification', 'framing', 'lengthIncludesItself', 'tpdu', 'institutionId']
    const protection = ['tls', 'plainText', 'serverName', 'ca', 'mac']
    assert.deepEqual(marked('isIdentity'), ['addresses', ...dialect, ...protection, 'booksUrl'])
    assert.deepEqual(marked('weakest'), ['tls', 'plainText', 'mac', 'assignsReferences'])
    assert.deepEqual(marked('weakeningEntry'), ['responseCodes'])
  })

  it('protect less with a response code that is taken as an approval', () => {
    const schema = { properties: iso8583Settings.properties }
    const weakens = (before: string, after: string) =>
      weakenedSettings(schema, { responseCodes: before }, { responseCodes: after }).length > 0
    assert.ok(weakens('', '05=APPROVED'))
    assert.ok(weakens('05=DECLINED', '05=PARTIALLY_APPROVED'))
    assert.ok(weakens('08=APPROVED', '08=APPROVED , 51=APPROVED'))
    assert.ok(!weakens('08=APPROVED, 51=APPROVED', '51=APPROVED,05=EXPIRED_CARD'))
    assert.ok(!weakens('', '05=DECLINED,06=AUTHENTICATION_FAILED'))
  })

  it('accept the example in the guide', async () => {
    const guide = await readFile(new URL('../../../../docs/guides/connect-an-iso8583-host.md', import.meta.url), 'utf8')
    const [, json = ''] = /```json\n([\s\S]*?)```/.exec(guide) ?? []
    const { specification } = readSettings({ ...usual, specification: json })
    assert.deepEqual([specification.name, specification.fields[63]?.length], ['north-bank', 6])
    assert.ok(compileCodec(specification))
  })

  it('have a field for the message authentication code where it is used', () => {
    const mac = { mac: 'x9.19', macKey: '00'.repeat(16) }
    for (const { name } of shippedSpecifications)
      assert.equal(faultOf({ ...usual, ...mac, specification: name }), undefined, name)
    const without = JSON.stringify({ name: 'bank', from: 'iso87-ascii', fields: { 128: null } })
    assert.equal(faultOf({ ...usual, ...mac, specification: without })?.setting, 'specification')
    assert.equal(faultOf({ ...usual, specification: without }), undefined)
  })

  it('are refused when a certificate cannot be read', () => {
    for (const [setting, wrong] of [
      ['ca', { ca: '/etc/ssl/ca.pem' }],
      ['certificate', { certificate: '/etc/ssl/own.pem', key: 'x' }],
    ] as const)
      assert.equal(faultOf({ ...usual, ...wrong })?.setting, setting)
  })

  it('are values: a path is refused with the same reason, whatever is there', () => {
    const reasons = [import.meta.filename, import.meta.dirname, '/no/such/file.json', '/proc/self/fd/1'].map(
      (specification) => faultOf({ ...usual, specification }),
    )
    for (const fault of reasons) {
      assert.equal(fault?.setting, 'specification')
      assert.deepEqual(fault, reasons[0])
    }
  })

  it('hold a specification of limited size, which is checked in a few milliseconds whatever it holds', () => {
    const max = iso8583Settings.properties.specification.maxLength
    const bodies = [
      '[',
      '{"a":',
      '"2":{"name":1,"x":1},',
      '"x":0,',
      '"2":{"parts":{"kind":"positional","parts":[{}]}},',
    ].map((part) => `{"name":"bad","fields":{${part.repeat(max)}`.slice(0, max))
    const whole = `{"name":"bad","fields":{${Array.from({ length: 198 }, (_, at) => `"${at + 2}":{"parts":{"kind":"positional","parts":[${'{"x":1},'.repeat(30)}{}]}}`).join()}}}`
    for (const specification of [...bodies, whole]) {
      assert.ok(specification.length <= max)
      const times = Array.from({ length: 5 }, () => {
        const begun = process.cpuUsage()
        const fault = faultOf({ ...usual, specification })
        assert.equal(fault?.setting, 'specification')
        assert.ok(explanationText(fault?.reason ?? '').length < 2_000)
        const { user, system } = process.cpuUsage(begun)
        return (user + system) / 1_000
      })
      assert.ok((times.toSorted((a, b) => a - b)[2] ?? 0) < 20, `${times.join()} ms for ${specification.slice(0, 40)}`)
    }
    assert.ok(faultOf({ ...usual, specification: `{${' '.repeat(max)}}` }))
  })

  it('are refused when no message could be exchanged with them', () => {
    for (const wrong of [
      { specification: '/no/such/file.json' },
      { specification: '{"name":"bad"}' },
      { mac: 'x9.19' },
      { mac: 'aes-cmac', macKey: '00' },
      { certificate: 'PEM' },
      { addresses: 'host:0' },
      { responseCodes: '00=NONSENSE' },
    ])
      assert.throws(() => readSettings({ ...usual, ...wrong }), JSON.stringify(wrong))
    assert.deepEqual(faultOf({ ...usual, specification: '{' }), {
      setting: 'specification',
      reason: explain('is not valid JSON'),
    })
  })
})

describe('the protection of a link on the network', () => {
  const settingOf = (values: object, isProduction = true) =>
    faultOf({ institutionId: '1', addresses: 'host.example:8583', ...values }, isProduction)?.setting

  it('is TLS in production, or a private address by an explicit exception', () => {
    assert.equal(settingOf({}), 'tls')
    assert.equal(settingOf({ mac: 'x9.19', macKey: '00'.repeat(16) }), 'tls', 'a MAC does not encrypt')
    assert.equal(settingOf({ tls: true }), undefined)
    assert.equal(settingOf({ tls: true, addresses: '203.0.113.10:8583' }), undefined)
    assert.equal(settingOf({ plainText: true }), undefined, 'a name is resolved when a connection is opened')
    assert.equal(settingOf({ tls: true, plainText: true }), 'plainText')
  })

  const [isPrivate, isNot] = [
    [
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.254',
      '192.168.1.1',
      '127.0.0.1',
      '169.254.1.1',
      '[::1]',
      '[fd00::1]',
      '[fe80::1]',
    ],
    ['203.0.113.10', '8.8.8.8', '172.32.0.1', '100.64.0.1', '0.0.0.0', '[2001:db8::1]', '[::ffff:8.8.8.8]', '[::]'],
  ]
  for (const address of isPrivate)
    it(`may be left out by exception to ${address}`, () =>
      assert.equal(settingOf({ plainText: true, addresses: `${address}:8583` }), undefined))
  for (const address of isNot)
    it(`may not be left out to ${address}, also not of a backup`, () => {
      assert.equal(settingOf({ plainText: true, addresses: `${address}:8583` }), 'addresses')
      assert.equal(settingOf({ plainText: true, addresses: `10.0.0.1:8583, ${address}:8583` }), 'addresses')
    })

  it('covers the host’s records', () => {
    assert.equal(settingOf({ tls: true, booksUrl: 'http://host.example' }), 'booksUrl')
    assert.equal(settingOf({ tls: true, booksUrl: 'https://host.example' }), undefined)
    assert.equal(settingOf({ plainText: true, booksUrl: 'http://10.0.0.1' }), undefined)
  })

  it('is not demanded in the sandbox, whose host is on the same machine', () => {
    assert.equal(settingOf({}, false), undefined)
    assert.equal(settingOf({ addresses: '203.0.113.10:1' }, false), undefined)
  })

  it('is warned about when TLS or MAC is missing', () => {
    const warned = (values: object, isProduction = true) =>
      protectionWarnings({ ...values }, { isProduction }).map(({ setting }) => setting)
    for (const isProduction of [true, false]) {
      assert.deepEqual(warned({ tls: true, mac: 'x9.19' }, isProduction), [])
      assert.deepEqual(warned({ tls: true, mac: 'none' }, isProduction), ['mac'])
      assert.deepEqual(warned({ tls: false, mac: 'aes-cmac' }, isProduction), ['tls'])
    }
    assert.deepEqual(warned({ tls: false, mac: 'none' }), ['tls'])
    assert.deepEqual(warned({ tls: false, mac: 'none' }, false), [])
  })
})
