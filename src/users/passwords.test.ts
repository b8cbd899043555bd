// Users' passwords: stored as argon2id hashes, verified a few at a time.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { argon2Passwords } from './passwords.ts'

const little = { memoryKib: 64, passes: 1, lanes: 1 }
const password = 'a sentence to remember'
const stranger = { isTrusted: false }
const trusted = { isTrusted: true }

async function hashed(passwords = argon2Passwords(little), text = password): Promise<string> {
  return (await passwords.hash(text)) ?? assert.fail('busy')
}

describe('a password', () => {
  it('is stored as a hash that names its parameters, with its own salt', async () => {
    const [one, other] = [await hashed(), await hashed()]
    assert.match(one, /^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    assert.notEqual(one, other)
    assert.match(await hashed(argon2Passwords()), /^\$argon2id\$v=19\$m=32768,t=3,p=1\$/)
  })

  it('is right, wrong, or of an unknown user', async () => {
    const passwords = argon2Passwords(little)
    const hash = await hashed(passwords)
    assert.equal(await passwords.verify(password, hash, stranger), 'right')
    assert.equal(await passwords.verify(`${password} `, hash, stranger), 'wrong')
    assert.equal(await passwords.verify('', hash, stranger), 'wrong')
    assert.equal(await passwords.verify(password, undefined, stranger), 'wrong')
  })

  it('is the same in every Unicode normal form', async () => {
    const passwords = argon2Passwords(little)
    const hash = await hashed(passwords, 'cafe\u0301 of the world')
    assert.equal(await passwords.verify('caf\u00e9 of the world', hash, stranger), 'right')
  })

  it('is accepted under a hash of less effort and marked as outdated, and accepted under one of more effort', async () => {
    const hash = await hashed()
    for (const effort of [
      { ...little, memoryKib: 128 },
      { ...little, passes: 2 },
    ]) {
      const more = argon2Passwords(effort)
      assert.equal(await more.verify(password, hash, stranger), 'outdated')
      assert.equal(await more.verify('another sentence', hash, stranger), 'wrong')
      assert.equal(await argon2Passwords(little).verify(password, await hashed(more), stranger), 'right')
    }
  })

  it('with an unknown hash format is an error, not a wrong password', async () => {
    await assert.rejects(
      argon2Passwords(little).verify(password, 'plain', stranger),
      /not a hash in the gateway's format/,
    )
  })

  it('is checked for a limited number of sign-ins at once, and the others must try again', async () => {
    const passwords = argon2Passwords(little, 2)
    const hash = await hashed(passwords)
    // Requested at once: two are verified, sixteen wait, and none can end in between.
    const verdicts = await Promise.all(Array.from({ length: 30 }, () => passwords.verify(password, hash, stranger)))
    assert.equal(verdicts.filter((verdict) => verdict === 'right').length, 18)
    assert.equal(verdicts.filter((verdict) => verdict === 'busy').length, 12)
    assert.equal(await passwords.verify(password, hash, stranger), 'right', 'later there is room again')
    const [made] = await Promise.all(Array.from({ length: 30 }, () => passwords.hash(password)).toReversed())
    assert.equal(made, undefined)
  })

  it('of a known browser is checked before those of unknown browsers, which cannot fill its queue', async () => {
    const passwords = argon2Passwords(little, 1)
    const hash = await hashed(passwords)
    const order: string[] = []
    const flood = Array.from({ length: 30 }, async () => order.push(await passwords.verify('guess', hash, stranger)))
    const known = passwords.verify(password, hash, trusted).then((verdict) => order.push(verdict))
    await Promise.all([...flood, known])
    assert.equal(order.filter((verdict) => verdict === 'busy').length, 13)
    assert.equal(order.filter((verdict) => verdict !== 'busy').indexOf('right'), 1, 'after the one under way')
  })
})
