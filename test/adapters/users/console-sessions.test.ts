// The lifetime of console sessions, and what ends them in all processes at once.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { deleteExpiredConsoleSessions } from '../../../src/users/jobs/delete-expired-console-sessions.ts'
import { changeOwnPassword } from '../../../src/users/operations/own-account.ts'
import { type SignInDependencies, signOut, signOutEverywhere } from '../../../src/users/operations/sign-in.ts'
import { passTime, workOn } from '../../support/builders/sealed-rows.ts'
import {
  giveDevice,
  openUsersWorld,
  password,
  signedInToken,
  signIn,
  type UsersWorld,
} from '../../support/fixtures/users.ts'

let world: UsersWorld
let dependencies: SignInDependencies
let elsewhere: SignInDependencies
before(async () => {
  world = await openUsersWorld()
  dependencies = world.process()
  elsewhere = world.process()
})
after(() => world.close())

const minuteMs = 60_000
const next = 'another sentence for 8 days'
const by = () => ({ actor: 'boss', at: world.clock.now() })

async function found(token: string): Promise<readonly boolean[]> {
  const sessions = [await dependencies.consoleSessions.find(token), await elsewhere.consoleSessions.find(token)]
  return sessions.map((session) => session !== undefined)
}

const nowhere = [false, false]
const everywhere = [true, true]

describe('a console session', () => {
  it('ends after half an hour without use', async () => {
    const token = await signedInToken(await world.newUser(), dependencies)
    for (let times = 0; times < 3; times += 1) {
      world.pass(30 * minuteMs - 1)
      assert.deepEqual(await found(token), everywhere)
    }
    world.pass(30 * minuteMs)
    assert.deepEqual(await found(token), nowhere)
  })

  it('is not extended by a system clock that is set back', async () => {
    const token = await signedInToken(await world.newUser(), dependencies)
    world.setBack(60 * minuteMs)
    try {
      assert.deepEqual(await found(token), everywhere)
      world.pass(30 * minuteMs)
      assert.deepEqual(await found(token), nowhere)
    } finally {
      world.setBack(-60 * minuteMs)
    }
  })

  it('has ended when it was last used in the future: the clock of the database was set back', async () => {
    const token = await signedInToken(await world.newUser(), dependencies)
    world.pass(-5 * minuteMs)
    assert.deepEqual(await found(token), nowhere)
    world.pass(5 * minuteMs)
    assert.deepEqual(await found(token), everywhere)
  })

  it('ends after twelve hours, whatever its use', async () => {
    const token = await signedInToken(await world.newUser(), dependencies)
    for (let times = 0; times < 12 * 3 - 1; times += 1) {
      world.pass(20 * minuteMs)
      assert.ok(await dependencies.consoleSessions.find(token))
    }
    world.pass(20 * minuteMs)
    assert.deepEqual(await found(token), nowhere)
  })

  it('records its last use at most once a minute', async () => {
    const token = await signedInToken(await world.newUser(), dependencies)
    const seen = async () => {
      await dependencies.consoleSessions.find(token)
      return (await dependencies.consoleSessions.find(token))?.seenAt
    }
    const began = world.clock.now()
    world.pass(minuteMs - 1)
    assert.deepEqual(await seen(), began)
    world.pass(1)
    assert.deepEqual(await seen(), world.clock.now())
  })

  it('is not found by an invented token', async () => {
    const token = await signedInToken(await world.newUser(), dependencies)
    for (const other of ['', token.slice(1), `${token}A`, token.toLowerCase(), "' or true --"])
      assert.equal(await dependencies.consoleSessions.find(other), undefined)
  })

  it("ends when its user signs out, and the user's other sessions continue", async () => {
    const key = await world.newUser()
    const [token, other] = [await signedInToken(key, dependencies), await signedInToken(key, dependencies)]
    const login = (await dependencies.consoleSessions.find(token)) ?? assert.fail('not found')
    await signOut({ ...login, token }, dependencies)
    assert.deepEqual(await found(token), nowhere)
    assert.deepEqual(await found(other), everywhere)
    assert.deepEqual((await world.audited(key)).at(-1), [
      key.login,
      'SIGNED_OUT',
      { consoleSessionId: login.consoleSessionId },
    ])
  })

  it("ends with all others when its user signs out everywhere, and no other user's does", async () => {
    const key = await world.newUser()
    const stranger = await signedInToken(await world.newUser(), dependencies)
    const tokens = [await signedInToken(key, dependencies), await signedInToken(key, elsewhere)]
    const login = (await dependencies.consoleSessions.find(tokens[0] ?? '')) ?? assert.fail('not found')
    assert.equal(await signOutEverywhere(login, dependencies), 2)
    for (const token of tokens) assert.deepEqual(await found(token), nowhere)
    assert.deepEqual(await found(stranger), everywhere)
    const line = { isEverywhere: true, isOwn: true, ended: 2 }
    assert.deepEqual((await world.audited(key)).at(-1), [key.login, 'SIGNED_OUT', line])
  })

  it('is listed for its user, newest first, while it lasts', async () => {
    const key = await world.newUser()
    await signedInToken(key, dependencies)
    world.pass(20 * minuteMs)
    const token = await signedInToken(key, dependencies)
    const newest = await dependencies.consoleSessions.find(token)
    const listed = await dependencies.consoleSessions.list(key)
    assert.equal(listed.length, 2)
    assert.equal(listed[0]?.consoleSessionId, newest?.consoleSessionId)
    world.pass(20 * minuteMs)
    assert.deepEqual(
      (await dependencies.consoleSessions.list(key)).map(({ consoleSessionId }) => consoleSessionId),
      [newest?.consoleSessionId],
    )
  })

  it('ends at once, in every process, when its user is disabled, loses permissions, is removed or gets a password', async () => {
    const ways: Readonly<Record<string, (key: { merchantId: string; login: string }) => Promise<unknown>>> = {
      disabled: (key) => dependencies.users.change(key, { isEnabled: false }, by()),
      permissions: (key) => dependencies.users.change(key, { permissions: ['VIEW'] }, by()),
      removed: (key) => dependencies.users.remove(key, by()),
      password: async (key) =>
        dependencies.users.resetPassword(key, (await dependencies.passwords.hash(next)) ?? assert.fail('busy'), by()),
    }
    for (const [name, end] of Object.entries(ways)) {
      const key = await world.newUser()
      const token = await signedInToken(key, elsewhere)
      await end(key)
      assert.deepEqual(await found(token), nowhere, name)
    }
  })

  it('has new permissions and names at once, and continues', async () => {
    const key = await world.newUser({ permissions: ['VIEW'] })
    const token = await signedInToken(key, dependencies)
    await dependencies.users.change(key, { permissions: ['VIEW', 'REFUND'], name: 'Another' }, by())
    const { user } = (await elsewhere.consoleSessions.find(token)) ?? assert.fail('not found')
    assert.deepEqual([user.permissions, user.name], [['VIEW', 'REFUND'], 'Another'])
  })

  it('is deleted some time after its end, and no other is', async () => {
    const key = await world.newUser()
    await signedInToken(key, dependencies)
    world.pass(11 * 60 * minuteMs)
    const token = await signedInToken(key, dependencies)
    world.pass(60 * minuteMs)
    const count = async () =>
      (await world.database.query('select from console_sessions where login = $1', [key.login])).rowCount
    assert.equal(await count(), 2)
    await dependencies.consoleSessions.find(token)
    await deleteExpiredConsoleSessions(dependencies)
    assert.equal(await count(), 1)
  })
})

describe("a user's own password", () => {
  it('is changed with the previous one; the session continues under another token, all others end', async () => {
    const key = await world.newUser()
    const [token, other] = [await signedInToken(key, dependencies), await signedInToken(key, dependencies)]
    assert.deepEqual(await changeOwnPassword({ token, present: next, next }, dependencies), { kind: 'REFUSED' })
    const changed = await changeOwnPassword({ token, present: password, next }, dependencies)
    if (changed.kind !== 'CHANGED') assert.fail(changed.kind)
    assert.deepEqual(await found(changed.token), everywhere)
    for (const ended of [token, other]) assert.deepEqual(await found(ended), nowhere)
    assert.deepEqual((await world.audited(key)).at(-1), [key.login, 'USER_PASSWORD_SET', { isOwn: true }])
    assert.equal((await signIn({ ...key, password }, dependencies)).kind, 'REFUSED')
    assert.equal((await signIn({ ...key, password: next }, dependencies)).kind, 'SIGNED_IN')
  })

  it('replaces the one that another user set, and then all actions are permitted', async () => {
    const key = await world.newUser()
    await dependencies.users.resetPassword(
      key,
      (await dependencies.passwords.hash(password)) ?? assert.fail('busy'),
      by(),
    )
    const signed = await signIn({ ...key, password }, dependencies)
    if (signed.kind !== 'MUST_CHANGE_PASSWORD') assert.fail(signed.kind)
    const changed = await changeOwnPassword({ token: signed.token, present: password, next }, dependencies)
    assert.ok(changed.kind === 'CHANGED' && !changed.session.user.mustChangePassword)
  })

  it('does not replace one that another user set a moment ago', async () => {
    const key = await world.newUser()
    const token = await signedInToken(key, dependencies)
    const reset = (await dependencies.passwords.hash('a sentence from the boss')) ?? assert.fail('busy')
    const held: SignInDependencies = {
      ...dependencies,
      users: {
        ...dependencies.users,
        async changePassword(...given) {
          await elsewhere.users.resetPassword(key, reset, by())
          return dependencies.users.changePassword(...given)
        },
      },
    }
    assert.deepEqual(await changeOwnPassword({ token, present: password, next }, held), { kind: 'NOT_SIGNED_IN' })
    assert.equal((await dependencies.users.findCredentials(key))?.passwordHash, reset)
    assert.deepEqual((await world.audited(key)).at(-1), ['boss', 'USER_PASSWORD_SET', { isOwn: false }])
  })

  it('cannot be one that is easily guessed, nor the previous one', async () => {
    const key = await world.newUser()
    const token = await signedInToken(key, dependencies)
    for (const [wanted, why] of [
      ['short', 'TOO_SHORT'],
      ['password1234', 'TOO_COMMON'],
      ['only letters in here', 'NO_DIGIT'],
      [password, 'USED_BEFORE'],
    ] as const)
      assert.deepEqual(await changeOwnPassword({ token, present: password, next: wanted }, dependencies), {
        kind: 'UNSUITABLE',
        why,
      })
    assert.deepEqual(await found(token), everywhere)
  })

  it('cannot be one of the last four, also when another user has set one in between', async () => {
    const key = await world.newUser()
    const sentence = (number: number) => `sentence ${number} of the tests`
    let token = await signedInToken(key, dependencies)
    const change = async (present: string, next: string) => {
      const changed = await changeOwnPassword({ token, present, next }, dependencies)
      if (changed.kind === 'CHANGED') token = changed.token
      return changed.kind === 'UNSUITABLE' ? changed.why : changed.kind
    }
    assert.equal(await change(password, sentence(1)), 'CHANGED')
    assert.equal(await change(sentence(1), sentence(2)), 'CHANGED')
    const reset = (await dependencies.passwords.hash(sentence(3))) ?? assert.fail('busy')
    await dependencies.users.resetPassword(key, reset, by())
    const signed = await signIn({ ...key, password: sentence(3) }, dependencies)
    token = 'token' in signed ? signed.token : assert.fail(signed.kind)
    for (const used of [password, sentence(1), sentence(2), sentence(3)])
      assert.equal(await change(sentence(3), used), 'USED_BEFORE', used)
    assert.equal(await change(sentence(3), sentence(4)), 'CHANGED')
    assert.equal(await change(sentence(4), password), 'CHANGED', 'the fifth before may be chosen again')
  })
})

describe('keys', () => {
  it('of console sessions rotate without signing users out, and the old key is destroyed when its sessions are gone', async () => {
    await world.database.query('delete from console_sessions')
    const key = await world.newUser()
    const before = await signedInToken(key, dependencies)
    assert.ok(await world.vault.rotate('SESSION', 'ann'))
    for (let times = 0; times < 4; times += 1) {
      await passTime(world.database, '1 hour')
      await workOn(world.vault)
    }
    const after = await signedInToken(key, dependencies)
    assert.deepEqual(await found(before), everywhere)
    assert.deepEqual(await found(after), everywhere)
    const named = async () =>
      (await world.database.query<{ id: string }>('select distinct token_key_id as id from console_sessions')).rows
        .length
    assert.equal(await named(), 2)
    assert.equal((await world.vault.listKeys()).filter(({ purpose }) => purpose === 'SESSION').length, 2)
  })

  it('of second factors rotate, and their secrets are sealed again unchanged', async () => {
    const key = await world.newUser()
    await giveDevice(key, dependencies)
    const before = await dependencies.users.findCredentials(key)
    const { keyId } = (await world.vault.rotate('DATA', 'ann')) ?? assert.fail('a rotation is under way')
    await workOn(world.vault)
    const { rows } = await world.database.query('select factor_key_id from users where login = $1', [key.login])
    assert.deepEqual(rows, [{ factor_key_id: keyId }])
    assert.deepEqual((await dependencies.users.findCredentials(key))?.secondFactor, before?.secondFactor)
  })

  it('open a second factor only for its own user', async () => {
    const [key, other] = [await world.newUser(), await world.newUser()]
    await giveDevice(key, dependencies)
    const { rows } = await world.database.query<{ key_id: string; sealed: Buffer }>(
      'select factor_key_id as key_id, factor_sealed as sealed from users where login = $1',
      [key.login],
    )
    await world.database.query(
      'update users set factor_key_id = $2, factor_sealed = $3, is_factor_in_use = true where login = $1',
      [other.login, rows[0]?.key_id, rows[0]?.sealed],
    )
    await assert.rejects(dependencies.users.findCredentials(other))
  })
})
