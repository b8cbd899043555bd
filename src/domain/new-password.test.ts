// What a person may choose as a password.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faultOfPassword, normalPassword } from './new-password.ts'
import { isLogin, normalLogin, rightsLacking } from './person.ts'

const ann = { merchantId: 'CORNERSHOP42', login: 'ann.from.the.shop', name: 'Ann of the Shop' }

describe('a new password', () => {
  for (const [password, fault] of [
    ['twelve chars', undefined],
    ['eleven char', 'TOO_SHORT'],
    ['a long sentence, with words and commas, is the best of all', undefined],
    [`${'abcdefgh'.repeat(16)}`, undefined],
    [`${'abcdefgh'.repeat(16)}i`, 'TOO_LONG'],
    ['ann.from.the.shop', 'IS_NAME'],
    ['Ann.From.The.Shop ', 'IS_NAME'],
    ['cornershop42', 'IS_NAME'],
    ['ANN OF THE SHOP', 'IS_NAME'],
    ['password1234', 'TOO_COMMON'],
    ['Correct Horse Battery Staple', 'TOO_COMMON'],
    ['aaaaaaaaaaaaaaaa', 'TOO_COMMON'],
    ['abababababab', 'TOO_COMMON'],
    // Characters as people count them: twelve, of two units each.
    ['🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧', undefined],
  ] as const) {
    it(`${JSON.stringify(password.slice(0, 30))} is ${fault ?? 'taken'}`, () => {
      assert.equal(faultOfPassword(password, ann), fault)
    })
  }

  it('is the same whichever keyboard wrote it', () => {
    assert.equal(normalPassword('cafe\u0301 of the world'), normalPassword('caf\u00e9 of the world'))
    assert.equal(normalPassword('ｗｉｄｅ letters'), 'wide letters')
  })
})

describe('a login', () => {
  for (const login of ['a', '7', 'ann', 'ann.b-c_d@shop.example', 'x'.repeat(64)])
    it(`may be ${login.slice(0, 30)}`, () => assert.ok(isLogin(login)))
  for (const login of ['', '.ann', '-ann', '@ann', 'Ann', 'ann b', 'änn', 'ann/b', 'ann\n', 'a\0b', 'x'.repeat(65)])
    it(`may not be ${JSON.stringify(login.slice(0, 30))}`, () => assert.ok(!isLogin(login)))
  it('is the same in capitals, and with blanks around it', () => assert.equal(normalLogin(' Ann '), 'ann'))
})

describe('rights', () => {
  it('that somebody lacks are those wanted and not held', () => {
    assert.deepEqual(rightsLacking(['VIEW', 'REFUND'], ['VIEW', 'VOID']), ['REFUND'])
    assert.deepEqual(rightsLacking([], []), [])
  })
})
