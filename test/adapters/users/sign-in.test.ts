// Signing in, by password and by second factor, on a real database and a clock of our own.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { changeOwnPassword } from '../../../src/users/operations/own-account.ts'
import {
  acceptSecondFactor,
  confirmSecondFactor,
  offerSecondFactor,
  renewRecoveryCodes,
} from '../../../src/users/operations/set-up-second-factor.ts'
import type { SignInDependencies } from '../../../src/users/operations/sign-in.ts'
import { argon2Passwords } from '../../../src/users/passwords.ts'
import {
  base32Bytes,
  deviceOf,
  giveDevice,
  openUsersWorld,
  password,
  showSecondFactor,
  signedInToken,
  signIn,
  type UsersWorld,
} from '../../support/fixtures/users.ts'

let world: UsersWorld
let dependencies: SignInDependencies
before(async () => {
  world = await openUsersWorld()
  dependencies = world.process()
})
after(() => world.close())

const minuteMs = 60_000
const wrong = 'a sentence of no user'

const by = () => ({ actor: 'boss', at: world.clock.now() })

async function awaitingToken(key: { merchantId: string; login: string }): Promise<string> {
  const signed = await signIn({ ...key, password }, dependencies)
  return signed.kind === 'NEEDS_SECOND_FACTOR' ? signed.token : assert.fail(signed.kind)
}

/** A user with a second factor, and the recovery codes that were shown. */
async function withRecoveryCodes() {
  const key = await world.newUser()
  const token = await signedInToken(key, dependencies)
  const offered = await offerSecondFactor({ token, password }, dependencies)
  const device = deviceOf(
    base32Bytes(offered.kind === 'OFFERED' ? offered.secret : assert.fail(offered.kind)),
    dependencies,
  )
  const accepted = await acceptSecondFactor({ token, code: device.code(-1) }, dependencies)
  const codes = accepted.kind === 'ACCEPTED' ? accepted.recoveryCodes : assert.fail(accepted.kind)
  return { key, codes, device }
}

describe('signing in', () => {
  it('with the right password opens a console session, and has an audit entry', async () => {
    const key = await world.newUser()
    const signed = await signIn({ ...key, login: ` ${key.login.toUpperCase()} `, password }, dependencies)
    if (signed.kind !== 'SIGNED_IN') assert.fail(signed.kind)
    assert.match(signed.token, /^[\w-]{43}$/)
    const found = await dependencies.consoleSessions.find(signed.token)
    assert.deepEqual(found, signed.session)
    assert.deepEqual(found?.user.lastSignInAt, world.clock.now())
    const lines = await world.audited(key)
    assert.deepEqual(lines.at(-1), [
      key.login,
      'SIGNED_IN',
      { consoleSessionId: found?.consoleSessionId, hasSecondFactor: false },
    ])
  })

  it('leaves neither password nor token in the database', async () => {
    const key = await world.newUser()
    const token = await signedInToken(key, dependencies)
    for (const table of ['users', 'console_sessions', 'audit']) {
      const { rows } = await world.database.query(`select t::text as text from ${table} t`)
      for (const { text } of rows) assert.ok(!text.includes(password) && !text.includes(token))
    }
  })

  it('is refused with the same message for a wrong password, an unknown login and a disabled user', async () => {
    const key = await world.newUser()
    const disabled = await world.newUser()
    await dependencies.users.change(disabled, { isEnabled: false }, by())
    for (const given of [
      { ...key, password: wrong },
      { ...key, password: '' },
      { ...key, merchantId: 'TESTSUPPLIED', password },
      { ...key, merchantId: '', password },
      { ...key, login: 'nobody', password },
      { ...key, login: "ann' or true --", password },
      { ...key, login: 'a\0b', password },
      { ...key, merchantId: 'a\0b', password },
      { ...disabled, password },
    ])
      assert.deepEqual(await signIn(given, dependencies), { kind: 'REFUSED' })
    const reasons = (await world.audited(disabled)).filter(([, action]) => action === 'SIGN_IN_REFUSED')
    assert.deepEqual(reasons, [
      [disabled.login, 'SIGN_IN_REFUSED', { source: 'NETWORK', reason: 'DISABLED', failures: 1 }],
    ])
  })

  it('with a password that another user set opens a session that says so', async () => {
    const key = await world.newUser()
    const hash = (await dependencies.passwords.hash(password)) ?? assert.fail('busy')
    await dependencies.users.resetPassword(key, hash, by())
    const signed = await signIn({ ...key, password }, dependencies)
    assert.equal(signed.kind, 'MUST_CHANGE_PASSWORD')
    assert.ok('session' in signed && signed.session.user.mustChangePassword)
  })

  it('renews a hash that was made with less effort than the current one', async () => {
    const key = await world.newUser()
    const more = { ...dependencies, passwords: argon2Passwords({ memoryKib: 128, passes: 1, lanes: 1 }) }
    await signedInToken(key, more)
    assert.match((await dependencies.users.findCredentials(key))?.passwordHash ?? '', /m=128/)
    await signedInToken(key, more)
  })

  it('without free capacity is refused with that reason, and not counted', async () => {
    const key = await world.newUser()
    const busy = { ...dependencies, passwords: { ...dependencies.passwords, verify: async () => 'busy' as const } }
    for (let tries = 0; tries < 6; tries += 1)
      assert.deepEqual(await signIn({ ...key, password }, busy), { kind: 'OVERLOADED' })
    await signedInToken(key, dependencies)
  })

  it('while the password is being reset is refused', async () => {
    const key = await world.newUser()
    const other = (await dependencies.passwords.hash('another sentence of theirs')) ?? assert.fail('busy')
    const slow: SignInDependencies = {
      ...dependencies,
      passwords: {
        ...dependencies.passwords,
        async verify(given, hash, caller) {
          const verdict = await dependencies.passwords.verify(given, hash, caller)
          await dependencies.users.resetPassword(key, other, by())
          return verdict
        },
      },
    }
    assert.deepEqual(await signIn({ ...key, password }, slow), { kind: 'REFUSED' })
    assert.deepEqual(await dependencies.consoleSessions.list(key), [])
  })
})

describe('a second factor', () => {
  it('is shown once, and in use when a code has confirmed it', async () => {
    const key = await world.newUser()
    const token = await signedInToken(key, dependencies)
    const elsewhere = await signedInToken(key, dependencies)
    assert.deepEqual(await offerSecondFactor({ token, password: wrong }, dependencies), { kind: 'REFUSED' })
    assert.deepEqual(await acceptSecondFactor({ token, code: '000000' }, dependencies), { kind: 'NOT_OFFERED' })
    const offered = await offerSecondFactor({ token, password }, dependencies)
    if (offered.kind !== 'OFFERED') assert.fail(offered.kind)
    assert.ok(offered.uri.startsWith(`otpauth://totp/Tollgate:TESTMERCHANT%2F${key.login}?`))
    assert.equal(new URL(offered.uri).searchParams.get('secret'), offered.secret)
    await signedInToken(key, dependencies)

    const device = deviceOf(base32Bytes(offered.secret), dependencies)
    assert.deepEqual(await acceptSecondFactor({ token, code: device.wrongCode() }, dependencies), { kind: 'WRONG' })
    const accepted = await acceptSecondFactor({ token, code: device.code() }, dependencies)
    if (accepted.kind !== 'ACCEPTED') assert.fail(accepted.kind)
    assert.deepEqual(accepted.session.secondFactorAt, world.clock.now())
    assert.ok(accepted.session.user.hasSecondFactor)
    assert.equal(await dependencies.consoleSessions.find(token), undefined, 'the token is another now')
    assert.equal(
      await dependencies.consoleSessions.find(elsewhere),
      undefined,
      'who has not shown it has to come again',
    )
    assert.deepEqual(await offerSecondFactor({ token: accepted.token, password }, dependencies), {
      kind: 'ALREADY_SET_UP',
    })
    const { rows } = await world.database.query('select p::text as text from users p where login = $1', [key.login])
    assert.ok(!rows[0].text.includes(offered.secret))
  })

  it('stands between the password and a console session, and nothing is accessible in between', async () => {
    const key = await world.newUser()
    const device = await giveDevice(key, dependencies)
    const awaiting = await awaitingToken(key)
    assert.equal(await dependencies.consoleSessions.find(awaiting), undefined)
    assert.deepEqual(await dependencies.consoleSessions.list(key), [])
    for (const operation of [
      () => confirmSecondFactor({ token: awaiting, code: device.code() }, dependencies),
      () => offerSecondFactor({ token: awaiting, password }, dependencies),
      () => changeOwnPassword({ token: awaiting, present: password, next: 'some other sentence 5' }, dependencies),
    ])
      assert.deepEqual(await operation(), { kind: 'NOT_SIGNED_IN' })
    const signed = await showSecondFactor({ token: awaiting, code: device.code() }, dependencies)
    if (signed.kind !== 'SIGNED_IN') assert.fail(signed.kind)
    assert.notEqual(signed.token, awaiting)
    assert.deepEqual(signed.session.secondFactorAt, world.clock.now())
    assert.deepEqual(await showSecondFactor({ token: awaiting, code: device.code(1) }, dependencies), {
      kind: 'EXPIRED',
    })
  })

  it('expires when it is not given within five minutes', async () => {
    const key = await world.newUser()
    const device = await giveDevice(key, dependencies)
    const awaiting = await awaitingToken(key)
    world.pass(5 * minuteMs)
    assert.deepEqual(await showSecondFactor({ token: awaiting, code: device.code() }, dependencies), {
      kind: 'EXPIRED',
    })
  })

  it('has codes that are valid once, also for two concurrent uses', async () => {
    const key = await world.newUser()
    const device = await giveDevice(key, dependencies)
    const other = world.process()
    const tokens = [await awaitingToken(key), await awaitingToken(key)] as const
    const code = device.code()
    const both = await Promise.all([
      showSecondFactor({ token: tokens[0], code }, dependencies),
      showSecondFactor({ token: tokens[1], code }, other),
    ])
    assert.deepEqual(both.map(({ kind }) => kind).toSorted(), ['REFUSED', 'SIGNED_IN'])
  })

  it('whose code two requests have checked before either was done lets the first of them in', async () => {
    const key = await world.newUser()
    const device = await giveDevice(key, dependencies)
    const [first, second] = [await awaitingToken(key), await awaitingToken(key)]
    const other = world.process()
    const code = device.code()
    // The first is done while the second has the code judged and not yet used up.
    const held: SignInDependencies = {
      ...dependencies,
      consoleSessions: {
        ...dependencies.consoleSessions,
        async open(...given) {
          assert.equal((await showSecondFactor({ token: first, code }, other)).kind, 'SIGNED_IN')
          return dependencies.consoleSessions.open(...given)
        },
      },
    }
    assert.deepEqual(await showSecondFactor({ token: second, code }, held), { kind: 'REFUSED' })
    assert.equal((await dependencies.consoleSessions.list(key)).length, 1)
    assert.deepEqual((await world.audited(key)).at(-1)?.[2], { source: 'NETWORK', reason: 'CHANGED' })
  })

  it('can be given again, which renews the token and the time', async () => {
    const key = await world.newUser()
    const device = await giveDevice(key, dependencies)
    const signed = await showSecondFactor({ token: await awaitingToken(key), code: device.code() }, dependencies)
    if (signed.kind !== 'SIGNED_IN') assert.fail(signed.kind)
    const { token } = signed
    assert.deepEqual(
      await confirmSecondFactor({ token, code: device.code() }, dependencies),
      { kind: 'REFUSED' },
      'used up',
    )
    world.pass(20 * minuteMs)
    const confirmed = await confirmSecondFactor({ token, code: device.code() }, dependencies)
    if (confirmed.kind !== 'CONFIRMED') assert.fail(confirmed.kind)
    assert.deepEqual(confirmed.session.secondFactorAt, world.clock.now())
    assert.deepEqual(confirmed.session.consoleSessionId, signed.session.consoleSessionId)
    assert.deepEqual(confirmed.session.expiresAt, signed.session.expiresAt, 'a login does not last longer for it')
    assert.equal(await dependencies.consoleSessions.find(token), undefined)
    assert.deepEqual((await world.audited(key)).at(-1)?.[1], 'SECOND_FACTOR_SHOWN')
    const plain = await world.newUser()
    const plainToken = await signedInToken(plain, dependencies)
    assert.deepEqual(await confirmSecondFactor({ token: plainToken, code: '000000' }, dependencies), {
      kind: 'NOT_SET_UP',
    })
  })

  it('has ten recovery codes that sign in once each in its place, however they are typed', async () => {
    const { key, codes } = await withRecoveryCodes()
    assert.equal(new Set(codes).size, 10)
    const [first = '', second = ''] = codes
    const signInBy = async (code: string) =>
      (await showSecondFactor({ token: await awaitingToken(key), code }, dependencies)).kind
    assert.equal(await signInBy(first), 'SIGNED_IN')
    assert.equal((await dependencies.users.find(key))?.recoveryCodesLeft, 9)
    assert.equal(await signInBy(first), 'REFUSED')
    assert.equal(await signInBy(second.toUpperCase().replaceAll('-', ' ')), 'SIGNED_IN')
    const lines = (await world.audited(key)).filter(([, action]) => action === 'RECOVERY_CODE_USED')
    assert.deepEqual(lines, [
      [key.login, 'RECOVERY_CODE_USED', { left: 9 }],
      [key.login, 'RECOVERY_CODE_USED', { left: 8 }],
    ])
  })

  it('has recovery codes of which the database holds hashes alone, which are of no use for another user', async () => {
    const [one, other] = [await withRecoveryCodes(), await withRecoveryCodes()]
    const { rows } = await world.database.query(
      'select t::text as text from users t union all select t::text from audit t',
    )
    for (const code of one.codes)
      for (const { text } of rows) assert.ok(!text.includes(code) && !text.includes(code.replaceAll('-', '')))
    const copy =
      'update users set recovery_codes = (select recovery_codes from users where login = $1) where login = $2'
    await world.database.query(copy, [one.key.login, other.key.login])
    const { kind } = await showSecondFactor(
      { token: await awaitingToken(other.key), code: one.codes[0] ?? '' },
      dependencies,
    )
    assert.equal(kind, 'REFUSED')
  })

  it('lets one of two concurrent uses of a recovery code in', async () => {
    const { key, codes } = await withRecoveryCodes()
    const tokens = [await awaitingToken(key), await awaitingToken(key)]
    const processes = [dependencies, world.process()]
    const kinds = await Promise.all(
      tokens.map(async (token, index) => {
        const own = processes[index] ?? dependencies
        return (await showSecondFactor({ token, code: codes[3] ?? '' }, own)).kind
      }),
    )
    assert.deepEqual(kinds.toSorted(), ['REFUSED', 'SIGNED_IN'])
  })

  it('has new recovery codes in place of all others for a user who enters a code again', async () => {
    const { key, codes, device } = await withRecoveryCodes()
    const signed = await showSecondFactor({ token: await awaitingToken(key), code: codes[0] ?? '' }, dependencies)
    const token = 'token' in signed ? signed.token : assert.fail(signed.kind)
    assert.equal((await renewRecoveryCodes({ token, code: device.wrongCode() }, dependencies)).kind, 'REFUSED')
    for (const code of [device.code(), codes[1] ?? '']) {
      // The codes that were made before are gone by now, so the second one is refused.
      const renewed = await renewRecoveryCodes({ token, code }, dependencies)
      assert.equal(renewed.kind, code === device.code() ? 'RENEWED' : 'REFUSED')
      if (renewed.kind !== 'RENEWED') continue
      const again = await awaitingToken(key)
      assert.equal((await showSecondFactor({ token: again, code: codes[2] ?? '' }, dependencies)).kind, 'REFUSED')
      assert.equal(
        (await showSecondFactor({ token: again, code: renewed.recoveryCodes[0] ?? '' }, dependencies)).kind,
        'SIGNED_IN',
      )
    }
    assert.ok((await world.audited(key)).some(([, action]) => action === 'RECOVERY_CODES_MADE'))
    assert.equal(
      (await renewRecoveryCodes({ token, code: device.code() }, dependencies)).kind,
      'REFUSED',
      'the code is used up',
    )
  })

  it('that is reset takes its recovery codes with it', async () => {
    const { key, codes } = await withRecoveryCodes()
    const token = await awaitingToken(key)
    await dependencies.users.removeSecondFactor(key, by())
    assert.equal((await showSecondFactor({ token, code: codes[0] ?? '' }, dependencies)).kind, 'EXPIRED')
    await giveDevice(key, dependencies)
    const again = await awaitingToken(key)
    assert.equal((await showSecondFactor({ token: again, code: codes[0] ?? '' }, dependencies)).kind, 'REFUSED')
  })

  it('that was reset ends sign-ins that waited for it', async () => {
    const key = await world.newUser()
    const device = await giveDevice(key, dependencies)
    const awaiting = await awaitingToken(key)
    assert.ok(await dependencies.users.removeSecondFactor(key, by()))
    assert.deepEqual(await showSecondFactor({ token: awaiting, code: device.code() }, dependencies), {
      kind: 'EXPIRED',
    })
    await signedInToken(key, dependencies)
    assert.equal(await dependencies.users.removeSecondFactor(key, by()), false)
  })
})

describe('failed sign-ins in a row', () => {
  async function fail(key: { merchantId: string; login: string }, times: number): Promise<void> {
    for (let time = 0; time < times; time += 1)
      assert.deepEqual(await signIn({ ...key, password: wrong }, dependencies), { kind: 'REFUSED' })
  }

  it('lock a user: after five for a minute, then for twice as long each time, up to an hour', async () => {
    const key = await world.newUser()
    await fail(key, 4)
    await signedInToken(key, dependencies)
    await fail(key, 4)
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      await fail(key, 1)
      const until = new Date(world.clock.now().getTime() + minutes * minuteMs)
      assert.deepEqual((await dependencies.users.find(key))?.lockedUntil, until)
      world.pass(minutes * minuteMs - 1)
      assert.deepEqual(
        await signIn({ ...key, password }, dependencies),
        { kind: 'REFUSED' },
        'right, and still refused',
      )
      world.pass(1)
    }
    await signedInToken(key, dependencies)
    await fail(key, 4)
    await signedInToken(key, dependencies)
  })

  it('are in the audit log: each wrong password, the lock, and one entry for all attempts during it', async () => {
    const key = await world.newUser()
    await fail(key, 8)
    const lockedUntil = new Date(world.clock.now().getTime() + minuteMs).toISOString()
    const lines = (await world.audited(key)).slice(1)
    const source = { source: 'NETWORK' }
    const expected = [1, 2, 3, 4].map((failures) => ({ ...source, reason: 'PASSWORD', failures }))
    assert.deepEqual(
      lines.map(([, action, subject]) => [action, subject]),
      [
        ...expected,
        { ...source, reason: 'PASSWORD', failures: 5, lockedUntil },
        { ...source, reason: 'LOCKED', lockedUntil },
      ].map((subject) => ['SIGN_IN_REFUSED', subject]),
    )
  })

  it('of many concurrent guesses, in two processes, are checked five times and no more', async () => {
    const key = await world.newUser()
    let judged = 0
    const counting = (given: SignInDependencies): SignInDependencies => ({
      ...given,
      passwords: {
        ...given.passwords,
        async verify(guess, hash, caller) {
          if (hash !== undefined) judged += 1
          return given.passwords.verify(guess, hash, caller)
        },
      },
    })
    const processes = [counting(dependencies), counting(world.process())]
    await Promise.all(
      Array.from({ length: 30 }, (_, guess) =>
        signIn({ ...key, password: `guess number ${guess}` }, processes[guess % 2] ?? dependencies),
      ),
    )
    assert.equal(judged, 5)
    assert.deepEqual(await signIn({ ...key, password }, world.process()), { kind: 'REFUSED' })
  })

  it('do not end the session of the signed-in user', async () => {
    const key = await world.newUser()
    const token = await signedInToken(key, dependencies)
    await fail(key, 6)
    assert.ok(await dependencies.consoleSessions.find(token))
  })

  it('are cleared by a user with the permission', async () => {
    const key = await world.newUser()
    await fail(key, 5)
    assert.ok(await dependencies.users.unlock(key, by()))
    assert.deepEqual((await world.audited(key)).at(-1), ['boss', 'USER_UNLOCKED', {}])
    await signedInToken(key, dependencies)
  })

  it('with codes count like those with passwords, and the right password in between does not reset them', async () => {
    const key = await world.newUser()
    const device = await giveDevice(key, dependencies)
    world.pass(minuteMs)
    await fail(key, 2)
    for (let time = 0; time < 3; time += 1) {
      const token = await awaitingToken(key)
      assert.deepEqual(await showSecondFactor({ token, code: device.wrongCode() }, dependencies), { kind: 'REFUSED' })
    }
    assert.ok((await dependencies.users.find(key))?.lockedUntil)
    assert.deepEqual(await signIn({ ...key, password }, dependencies), { kind: 'REFUSED' })
    world.pass(minuteMs)
    const token = await awaitingToken(key)
    assert.equal((await showSecondFactor({ token, code: device.code() }, dependencies)).kind, 'SIGNED_IN')
  })

  it('with recovery codes count like those with codes of the device', async () => {
    const { key, codes } = await withRecoveryCodes()
    const token = await awaitingToken(key)
    for (let tries = 0; tries < 5; tries += 1)
      assert.equal((await showSecondFactor({ token, code: '0000-0000-0000' }, dependencies)).kind, 'REFUSED')
    assert.equal((await showSecondFactor({ token, code: codes[0] ?? '' }, dependencies)).kind, 'REFUSED')
    world.pass(minuteMs)
    assert.equal((await showSecondFactor({ token, code: codes[0] ?? '' }, dependencies)).kind, 'SIGNED_IN')
  })

  it('lock the code, too, for a user who is signed in already', async () => {
    const key = await world.newUser()
    const device = await giveDevice(key, dependencies)
    world.pass(minuteMs)
    const signed = await showSecondFactor({ token: await awaitingToken(key), code: device.code() }, dependencies)
    if (signed.kind !== 'SIGNED_IN') assert.fail(signed.kind)
    const { token } = signed
    for (let time = 0; time < 5; time += 1)
      assert.deepEqual(await confirmSecondFactor({ token, code: device.wrongCode() }, dependencies), {
        kind: 'REFUSED',
      })
    assert.deepEqual(await confirmSecondFactor({ token, code: device.code(1) }, dependencies), { kind: 'REFUSED' })
  })

  it('in any order, at any time, never grant access', async () => {
    const key = await world.newUser()
    const device = await giveDevice(key, dependencies)
    world.pass(minuteMs)
    const step = fc.oneof(
      fc.constant({ kind: 'PASSWORD' as const }),
      fc.record({ kind: fc.constant('CODE' as const), code: fc.string({ maxLength: 8 }) }),
      fc.record({ kind: fc.constant('DIGITS' as const), number: fc.nat(999_999) }),
      fc.record({ kind: fc.constant('LATE' as const), offset: fc.constantFrom(-3, -2, 2, 3) }),
      fc.record({ kind: fc.constant('WAIT' as const), minutes: fc.nat(70) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        let token = ''
        for (const next of steps) {
          if (next.kind === 'WAIT') {
            world.pass(next.minutes * minuteMs)
            continue
          }
          if (next.kind === 'PASSWORD') {
            const signed = await signIn({ ...key, password }, dependencies)
            if (signed.kind === 'NEEDS_SECOND_FACTOR') token = signed.token
            else assert.equal(signed.kind, 'REFUSED')
            continue
          }
          const typed =
            next.kind === 'CODE'
              ? next.code
              : next.kind === 'DIGITS'
                ? String(next.number).padStart(6, '0')
                : device.code(next.offset)
          const right = [-1, 0, 1].map((offset) => device.code(offset))
          const code = right.includes(typed.replaceAll(/\s/g, '')) ? device.wrongCode() : typed
          const shown = await showSecondFactor({ token, code }, dependencies)
          assert.ok(shown.kind === 'REFUSED' || shown.kind === 'EXPIRED', shown.kind)
        }
        assert.deepEqual(await dependencies.consoleSessions.list(key), [])
      }),
      { numRuns: 40, seed: 9 },
    )
  })
})
