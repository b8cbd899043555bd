import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gatewaySettings, readSettings } from './settings.ts'

const url = 'https://gateway.bank.example'

describe('the settings of a link to an upstream gateway', () => {
  it('have defaults for everything but the address and the credentials', () => {
    const { passwordOf, ...settings } = readSettings({ url, password: 'p' })
    const defaults = Object.entries(gatewaySettings.properties).flatMap(([name, schema]) =>
      'default' in schema ? [[name, schema.default]] : [],
    )
    assert.deepEqual(settings, { url, password: 'p', ...Object.fromEntries(defaults) })
    assert.equal(passwordOf('ANY'), 'p')
  })

  it('may give each merchant a password of its own', () => {
    const { passwordOf } = readSettings({
      url,
      password: 'p',
      merchantPasswords: 'BANK1:one\n  BANK2:t:wo  \n\nnonsense',
    })
    assert.deepEqual(['BANK1', 'BANK2', 'BANK3'].map(passwordOf), ['one', 't:wo', 'p'])
  })

  it('are refused without a credential, or with half of one', () => {
    for (const settings of [{}, { certificate: 'c' }, { key: 'k' }, { password: 'p', key: 'k' }])
      assert.throws(() => readSettings({ url, ...settings }), /certificate|password/)
  })

  it('accept addresses with https and without a path only', () => {
    const pattern = new RegExp(gatewaySettings.properties.url.pattern)
    for (const good of [url, `${url}/`, 'https://10.0.0.1:8443', 'https://[::1]:8443']) assert.match(good, pattern)
    for (const bad of ['http://bank.example', `${url}/api`, 'https://', 'https://u:p@bank.example', `${url}?a=b`])
      assert.doesNotMatch(bad, pattern)
  })

  it('keep passwords and keys secret, and what names the other end apart from tuning', () => {
    const marked = (mark: string) =>
      Object.entries(gatewaySettings.properties).flatMap(([name, schema]) => (mark in schema ? [name] : []))
    assert.deepEqual(marked('isSecret'), ['password', 'merchantPasswords', 'key'])
    assert.deepEqual(marked('isIdentity'), ['url', 'apiVersion', 'ca'])
  })
})
