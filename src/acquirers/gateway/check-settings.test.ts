import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { explanationText } from '../../kernel/explanation.ts'
import type { SettingValues } from '../../kernel/settings-schema.ts'
import { issueClientCertificate } from '../../platform/certificates/development-ca.ts'
import { checkAdapterSettings } from '../check-settings.ts'
import { gatewayAdapter } from './index.ts'

const url = 'https://gateway.bank.example'
let folder: string
let certificate = ''
let key = ''
let otherKey = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-settings-'))
  const issue = () => issueClientCertificate({ folder, commonName: 'a gateway', days: 30, notBefore: new Date() })
  ;({ certificatePem: certificate, keyPem: key } = await issue())
  ;({ keyPem: otherKey } = await issue())
})
after(() => rm(folder, { recursive: true, force: true }))

const faultOf = (settings: SettingValues) =>
  checkAdapterSettings(gatewayAdapter, { url, ...settings }, { isProduction: true })

const notPem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'

const unusable: readonly (readonly [what: string, settings: () => SettingValues, setting: string, reason: RegExp])[] = [
  ['an impossible address', () => ({ url: 'https://bank.example:99999', password: 'x' }), 'url', /is not an address/],
  ['no credential', () => ({}), 'password', /is missing/],
  ['a text that is no authority', () => ({ password: 'x', ca: 'ca.pem' }), 'ca', /PEM/],
  ['an authority that cannot be read', () => ({ password: 'x', ca: notPem }), 'ca', /PEM/],
  ['a certificate that cannot be read', () => ({ certificate: notPem, key }), 'certificate', /PEM/],
  ['a certificate without a key', () => ({ certificate }), 'key', /is missing/],
  ['a key without a certificate', () => ({ key, password: 'x' }), 'certificate', /is missing/],
  ['a key that cannot be read', () => ({ certificate, key: 'secret-key' }), 'key', /must be a private key/],
  ['the key of another certificate', () => ({ certificate, key: otherKey }), 'key', /does not belong/],
  ['a merchant without a password', () => ({ merchantPasswords: 'A:secret\nB' }), 'merchantPasswords', /in line 2$/],
]

describe('the settings of a link to an upstream gateway', () => {
  for (const [what, settings, setting, reason] of unusable)
    it(`are refused with ${what}, by the name of the setting`, () => {
      const fault = faultOf(settings())
      assert.equal(fault?.setting, setting)
      const text = explanationText(fault?.reason ?? '')
      assert.match(text, reason)
      assert.ok(!text.includes('secret'))
    })

  it('may have a password, passwords by merchant or a certificate', () => {
    for (const settings of [
      { password: 'x' },
      { merchantPasswords: 'A:secret\n\nB:other\n' },
      { certificate, key },
      { certificate: `${certificate}\n${certificate}`, key, password: 'x', ca: certificate },
    ])
      assert.equal(faultOf(settings), undefined)
  })
})
