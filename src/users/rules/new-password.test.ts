// What a user may choose as a password.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isLogin, normalizeLogin, permissionsLacking } from '../../kernel/user.ts'
import { normalizePassword, passwordFaultOf } from './new-password.ts'

const ann = { merchantId: 'CORNERSHOP42', login: 'ann.from.the.shop', name: 'Ann of the Shop' }

describe('a new password', () => {
  for (const [password, fault] of [
    ['twelve ch4rs', undefined],
    ['eleven ch4r', 'TOO_SHORT'],
    ['a long sentence, with 3 words and commas, is the best of all', undefined],
    [`${'bkq7vxm2'.repeat(16)}`, undefined],
    [`${'bkq7vxm2'.repeat(16)}i`, 'TOO_LONG'],
    ['onlylettershere', 'NO_DIGIT'],
    ['0987 6543 2109', 'NO_LETTER'],
    ['ann.from.the.shop', 'IS_NAME'],
    ['Ann.From.The.Shop ', 'IS_NAME'],
    ['cornershop42', 'IS_NAME'],
    ['ANN OF THE SHOP', 'IS_NAME'],
    ['Ann.from.the.Shop1', 'TOO_COMMON'],
    ['cornershop42!!', 'TOO_COMMON'],
    ['password1234', 'TOO_COMMON'],
    ['Password-2026', 'TOO_COMMON'],
    ['P@$$w0rd!2026', 'TOO_COMMON'],
    ['pa55word-pa55word', 'TOO_COMMON'],
    ['Tollgate2026!', 'TOO_COMMON'],
    ['t0llg4te-t0llg4te', 'TOO_COMMON'],
    ['Correct Horse 1 Battery Staple', 'TOO_COMMON'],
    ['Summer2026Winter2027', 'TOO_COMMON'],
    ['aaaaabbbbb11111', 'TOO_COMMON'],
    ['aaaaaaaaaaaaaaa1', 'TOO_COMMON'],
    ['abababababab1', 'TOO_COMMON'],
    ['kx9mkx9mkx9mkx9m', 'TOO_COMMON'],
    ['abcdefghijkl1', 'TOO_COMMON'],
    ['987654321zyxw', 'TOO_COMMON'],
    ['1q2w3e4r5t6y', 'TOO_COMMON'],
    ['1qaz2wsx3edc', 'TOO_COMMON'],
    ['qwertyuiop12', 'TOO_COMMON'],
    ['7 lanterns on a pier', undefined],
    ['k7Jq9xWm2pLt', undefined],
    // Characters as users count them: twelve, of two units each.
    ['🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵x1', undefined],
  ] as const) {
    it(`${JSON.stringify(password.slice(0, 30))} is ${fault ?? 'accepted'}`, () => {
      assert.equal(passwordFaultOf(password, ann), fault)
    })
  }

  it('is the same in every Unicode normal form', () => {
    assert.equal(normalizePassword('cafe\u0301 of the world'), normalizePassword('caf\u00e9 of the world'))
    assert.equal(normalizePassword('ｗｉｄｅ letters'), 'wide letters')
  })
})

describe('a login', () => {
  for (const login of ['a', '7', 'ann', 'ann.b-c_d@shop.example', 'x'.repeat(64)])
    it(`may be ${login.slice(0, 30)}`, () => assert.ok(isLogin(login)))
  for (const login of ['', '.ann', '-ann', '@ann', 'Ann', 'ann b', 'änn', 'ann/b', 'ann\n', 'a\0b', 'x'.repeat(65)])
    it(`may not be ${JSON.stringify(login.slice(0, 30))}`, () => assert.ok(!isLogin(login)))
  it('is the same in capitals, and with spaces around it', () => assert.equal(normalizeLogin(' Ann '), 'ann'))
})

describe('permissions', () => {
  it('that a user lacks are those required and not held', () => {
    assert.deepEqual(permissionsLacking(['VIEW', 'REFUND'], ['VIEW', 'VOID']), ['REFUND'])
    assert.deepEqual(permissionsLacking([], []), [])
  })
})
