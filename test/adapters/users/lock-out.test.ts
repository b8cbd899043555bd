// Lock-out is no weapon: failures count where they come from, and a user cannot be locked out by others.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { UserKey } from '../../../src/kernel/user.ts'
import { deleteExpiredConsoleSessions } from '../../../src/users/jobs/delete-expired-console-sessions.ts'
import { changeOwnPassword } from '../../../src/users/operations/own-account.ts'
import { confirmSecondFactor } from '../../../src/users/operations/set-up-second-factor.ts'
import { type SignInDependencies, type SignInOrigin, signOutEverywhere } from '../../../src/users/operations/sign-in.ts'
import { until } from '../../support/checks/poll.ts'
import {
  fromNetwork,
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

const wrong = 'a guess at 1 sentence'
const home = '198.51.100.7'
const attacker = (number: number) => fromNetwork(`203.0.113.${number}`)

async function guess(key: UserKey, origin: SignInOrigin, times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1)
    assert.equal((await signIn({ ...key, password: wrong, origin }, dependencies)).kind, 'REFUSED')
}

async function kindOf(key: UserKey, origin: SignInOrigin): Promise<string> {
  return (await signIn({ ...key, password, origin }, dependencies)).kind
}

/** Signs in from home, and gives the browser that is known from then on; it moves from network to network. */
async function knownBrowser(key: UserKey): Promise<(network: string) => SignInOrigin> {
  const signed = await signIn({ ...key, password, origin: fromNetwork(home) }, dependencies)
  const token = 'browserToken' in signed ? signed.browserToken : assert.fail(signed.kind)
  return (network) => ({ network, browserToken: () => token })
}

describe('failed sign-ins', () => {
  it('lock their own network, and leave the user free to sign in from another', async () => {
    const key = await world.newUser()
    await guess(key, attacker(1), 5)
    assert.equal(await kindOf(key, attacker(1)), 'REFUSED')
    assert.equal(await kindOf(key, fromNetwork(home)), 'SIGNED_IN')
    assert.equal(await kindOf(key, attacker(1)), 'REFUSED', 'the right password elsewhere clears no lock but its own')
  })

  it('from many networks leave a first try to every other network, which then waits for half an hour', async () => {
    const key = await world.newUser()
    for (let number = 0; number < 40; number += 1) await guess(key, attacker(number))
    assert.equal(await kindOf(key, fromNetwork(home)), 'SIGNED_IN')
    await guess(key, fromNetwork('198.51.100.8'))
    assert.equal(await kindOf(key, fromNetwork('198.51.100.8')), 'REFUSED')
    world.pass(30 * 60_000)
    assert.equal(await kindOf(key, fromNetwork('198.51.100.8')), 'SIGNED_IN')
  })

  it('from everywhere do not affect a browser that the user has signed in with before', async () => {
    const key = await world.newUser()
    const browser = await knownBrowser(key)
    await guess(key, fromNetwork(home), 5)
    for (let number = 0; number < 12; number += 1) await guess(key, attacker(number))
    assert.equal(await kindOf(key, fromNetwork(home)), 'REFUSED', 'an unknown browser at home')
    assert.equal(await kindOf(key, browser(home)), 'SIGNED_IN')
  })

  it('from a known browser lock that browser only, in whichever network it is', async () => {
    const key = await world.newUser()
    const browser = await knownBrowser(key)
    for (let time = 0; time < 5; time += 1) await guess(key, browser(`192.0.2.${time}`))
    assert.equal(await kindOf(key, browser('192.0.2.99')), 'REFUSED')
    assert.equal(await kindOf(key, fromNetwork(home)), 'SIGNED_IN')
  })

  it('keep other locks when several right passwords are checked at once', async () => {
    const key = await world.newUser()
    await giveDevice(key, dependencies)
    const origin = fromNetwork(home)
    // Four right passwords are counted and not yet judged when the fifth, a wrong one, locks the network.
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const held: SignInDependencies = {
      ...dependencies,
      passwords: {
        ...dependencies.passwords,
        async verify(...given) {
          const verdict = await dependencies.passwords.verify(...given)
          await gate
          return verdict
        },
      },
    }
    const right = [1, 2, 3, 4].map(() => signIn({ ...key, password, origin }, held))
    const failures = async () => {
      const { rows } = await world.database.query(
        `select failures from sign_in_counters where login = $1 and counter = $2`,
        [key.login, `network ${home}`],
      )
      return rows[0]?.failures
    }
    await until(async () => (await failures()) === 4, 'four right passwords are counted')
    await guess(key, origin)
    open()
    for (const { kind } of await Promise.all(right)) assert.equal(kind, 'NEEDS_SECOND_FACTOR')
    assert.equal(await kindOf(key, origin), 'REFUSED', 'the lock of the wrong one stands')
  })

  it('with codes count over all networks, but not in a session or a known browser', async () => {
    const key = await world.newUser()
    const browser = await knownBrowser(key)
    const device = await giveDevice(key, dependencies)
    world.pass(60_000)
    const again = await knownAgain(key, browser, device.code())
    for (let number = 0; number < 5; number += 1) {
      const signed = await signIn({ ...key, password, origin: attacker(number) }, dependencies)
      const token = signed.kind === 'NEEDS_SECOND_FACTOR' ? signed.token : assert.fail(signed.kind)
      const shown = { token, code: device.wrongCode(), origin: attacker(number) }
      assert.equal((await showSecondFactor(shown, dependencies)).kind, 'REFUSED')
    }
    world.pass(30_000)
    const elsewhere = await signIn({ ...key, password, origin: fromNetwork(home) }, dependencies)
    const token = elsewhere.kind === 'NEEDS_SECOND_FACTOR' ? elsewhere.token : assert.fail(elsewhere.kind)
    assert.equal(
      (await showSecondFactor({ token, code: device.code(), origin: fromNetwork(home) }, dependencies)).kind,
      'REFUSED',
    )
    assert.equal(
      (await confirmSecondFactor({ token: again.token, code: device.code() }, dependencies)).kind,
      'CONFIRMED',
    )
    world.pass(30_000)
    await knownAgain(key, again.browser, device.code())
  })

  it('in a session lock the session for passwords and codes, and no sign-in', async () => {
    const key = await world.newUser()
    const token = await signedInToken(key, dependencies)
    const change = (present: string) =>
      changeOwnPassword({ token, present, next: 'next 1 of the sentences' }, dependencies)
    for (let time = 0; time < 5; time += 1) assert.equal((await change(wrong)).kind, 'REFUSED')
    assert.equal((await change(password)).kind, 'REFUSED')
    assert.equal(await kindOf(key, fromNetwork('192.0.2.1')), 'SIGNED_IN')
    world.pass(60_000)
    assert.equal((await change(password)).kind, 'CHANGED')
  })

  it('of others do not prevent a signed-in user from changing the password', async () => {
    const key = await world.newUser()
    const token = await signedInToken(key, dependencies)
    for (let number = 0; number < 12; number += 1) await guess(key, attacker(number), 2)
    const changed = await changeOwnPassword({ token, present: password, next: 'next 2 of the sentences' }, dependencies)
    assert.equal(changed.kind, 'CHANGED')
  })

  it('are forgotten a day after the last, and nothing is left of them', async () => {
    const key = await world.newUser()
    await guess(key, attacker(1), 6)
    await knownBrowser(key)
    const count = async (table: string) =>
      (await world.database.query(`select from ${table} where login = $1`, [key.login])).rowCount
    world.pass(24 * 3_600_000)
    await deleteExpiredConsoleSessions(dependencies)
    assert.equal(await count('sign_in_counters'), 0)
    assert.equal(await count('known_browsers'), 1)
    world.pass(180 * 24 * 3_600_000)
    await deleteExpiredConsoleSessions(dependencies)
    assert.equal(await count('known_browsers'), 0)
  })

  async function knownAgain(key: UserKey, browser: (network: string) => SignInOrigin, code: string) {
    const origin = browser('192.0.2.77')
    const signed = await signIn({ ...key, password, origin }, dependencies)
    const awaiting = signed.kind === 'NEEDS_SECOND_FACTOR' ? signed.token : assert.fail(signed.kind)
    const shown = await showSecondFactor({ token: awaiting, code, origin }, dependencies)
    if (shown.kind !== 'SIGNED_IN') assert.fail(shown.kind)
    const { token, browserToken } = shown
    return { token, browser: (network: string) => ({ network, browserToken: () => browserToken }) }
  }
})

describe('a known browser', () => {
  const isKnown = async (key: UserKey, origin: SignInOrigin) => {
    const token = origin.browserToken(key)
    return token !== undefined && (await dependencies.knownBrowsers.find(key, token)) !== undefined
  }
  const by = () => ({ actor: 'boss', at: world.clock.now() })

  it('is known for its user only, and by the token of the last sign-in only', async () => {
    const [key, other] = [await world.newUser(), await world.newUser()]
    const browser = (await knownBrowser(key))(home)
    assert.ok(await isKnown(key, browser))
    assert.ok(!(await isKnown(other, browser)))
    assert.equal(await kindOf(key, browser), 'SIGNED_IN')
    assert.ok(!(await isKnown(key, browser)), 'the sign-in has given it another token')
    const { rows } = await world.database.query('select k::text as text from known_browsers k')
    for (const { text } of rows) assert.ok(!text.includes(browser.browserToken(key)))
  })

  it('is forgotten when the user signs out everywhere, gets another password or loses the second factor', async () => {
    for (const forget of [
      async (key: UserKey) =>
        signOutEverywhere({ user: (await dependencies.users.find(key)) ?? assert.fail() }, dependencies),
      async (key: UserKey) =>
        dependencies.users.resetPassword(
          key,
          (await dependencies.passwords.hash('3 sentences in a row')) ?? assert.fail(),
          by(),
        ),
      (key: UserKey) => dependencies.users.remove(key, by()),
    ]) {
      const key = await world.newUser()
      const browser = (await knownBrowser(key))(home)
      await forget(key)
      assert.ok(!(await isKnown(key, browser)))
    }
  })

  it('is one of at most twenty', async () => {
    const key = await world.newUser()
    const first = (await knownBrowser(key))(home)
    for (let number = 0; number < 20; number += 1) {
      world.pass(1_000)
      await knownBrowser(key)
    }
    assert.ok(!(await isKnown(key, first)))
  })
})
