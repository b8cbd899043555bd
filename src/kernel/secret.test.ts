import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { maskCardNumber, Secret } from './secret.ts'

describe('a secret', () => {
  const number = '5123450000000008'
  const secrets = [
    new Secret('ACCOUNT', number),
    new Secret('AUTHENTICATION', '100'),
    new Secret('CREDENTIAL', 'SESSION0002'),
  ]

  it('shows its mask however it is printed', () => {
    for (const secret of secrets) {
      for (const printed of [
        String(secret),
        JSON.stringify({ secret }),
        inspect({ secret }),
        `${secret}`,
        Object.entries(secret).join(),
      ]) {
        assert.ok(!printed.includes(secret.open()), printed)
      }
    }
  })

  it('reveals its value on request', () => {
    assert.deepEqual(
      secrets.map((secret) => secret.open()),
      [number, '100', 'SESSION0002'],
    )
  })

  it('shows six and four of a number from 13 digits on, and the last four of a shorter one', () => {
    assert.equal(maskCardNumber(number), '512345xxxxxx0008')
    assert.equal(maskCardNumber('1234567890123'), '123456xxx0123')
    assert.equal(maskCardNumber('123456789012'), 'xxxxxxxx9012')
    assert.equal(maskCardNumber('1234'), 'xxxx')
  })

  it('shows the last four of a bank account, however long it is', () => {
    assert.equal(new Secret('BANK_ACCOUNT', 'DE89370400440532013000').masked, 'xxxxxxxxxxxxxxxxxx3000')
    assert.equal(new Secret('BANK_ACCOUNT', '123').masked, 'xxx')
  })
})
