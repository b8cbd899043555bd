// Users' access rights against an attacker with write access to the database and an account, but without the keys.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { UserKey } from '../../src/kernel/user.ts'
import type { SignInDependencies } from '../../src/users/operations/sign-in.ts'
import { faultIn } from '../support/fixtures/access-rights-world.ts'
import {
  giveDevice,
  openUsersWorld,
  password,
  showSecondFactor,
  signedInToken,
  signIn,
  type UsersWorld,
} from '../support/fixtures/users.ts'

let world: UsersWorld
let dependencies: SignInDependencies

before(async () => {
  world = await openUsersWorld()
  await world.vault.protectAccessRights('ann')
  dependencies = world.process()
})
after(() => world.close())

const query = (text: string, values: readonly unknown[] = []) => world.database.query(text, [...values])
const by = () => ({ actor: 'ann', at: world.clock.now() })
let merchants = 0
/** Each attack has users of its own: a refusal is for all users of an owner. */
const newOwner = () => {
  merchants += 1
  return `SHOP${merchants}`
}

/** As a process sees it that has nothing in memory. */
async function accessRightsBy(token: string): Promise<string> {
  const { consoleSessions } = world.process()
  let found: string | undefined
  const fault = await faultIn(
    consoleSessions.find(token).then((login) => {
      found = login ? [login.user.login, ...login.user.permissions].join(' ') : 'signed out'
    }),
  )
  return found ?? fault
}

const attacks: readonly (readonly [what: string, set: string])[] = [
  ['permissions', `permissions = '{VIEW,CONFIGURE,MANAGE_USERS,UNMASK}'`],
  ['a second factor that is not asked for', 'is_factor_in_use = false, factor_key_id = null, factor_sealed = null'],
  ['another address for alerts', `email = 'eve@stranger.example', email_confirmed_at = now()`],
  ['a password of their own', `password_hash = (select password_hash from users where login = 'eve' limit 1)`],
]

describe('write access to the database', () => {
  for (const [what, set] of attacks)
    it(`does not give a user ${what}`, async () => {
      const merchantId = newOwner()
      const [key, eve] = [
        await world.newUser({ merchantId, permissions: ['VIEW'] }),
        await world.newUser({ merchantId, permissions: ['VIEW'] }),
      ]
      await giveDevice(key, dependencies)
      const token = await signedInToken(eve, dependencies)
      assert.equal(await accessRightsBy(token), `${eve.login} VIEW`)
      const text = set.replace(`'eve'`, `'${eve.login}'`)
      await query(`update users set ${text} where merchant_id = $1 and login = $2`, [merchantId, key.login])
      assert.equal(await faultIn(signIn({ ...key, password }, world.process())), 'WRONG_ROWS')
      assert.equal(await accessRightsBy(token), 'WRONG_ROWS')
    })

  it('does not give a user permissions in a process that has verified them before', async () => {
    const key = await world.newUser({ merchantId: newOwner(), permissions: ['VIEW'] })
    const token = await signedInToken(key, dependencies)
    assert.deepEqual((await dependencies.consoleSessions.find(token))?.user.permissions, ['VIEW'])
    await query(`update users set permissions = '{UNMASK}' where merchant_id = $1`, [key.merchantId])
    assert.equal(await faultIn(dependencies.consoleSessions.find(token)), 'WRONG_ROWS')
  })

  it('cannot add a user, nor delete one', async () => {
    const key = await world.newUser({ merchantId: newOwner() })
    const [token] = [await signedInToken(key, dependencies), await world.newUser({ merchantId: key.merchantId })]
    await query(`delete from users where merchant_id = $1 and login <> $2`, [key.merchantId, key.login])
    assert.equal(await accessRightsBy(token), 'WRONG_ROWS')
  })

  it('cannot bring back an older second factor', async () => {
    const key = await world.newUser({ merchantId: newOwner() })
    await giveDevice(key, dependencies)
    const { rows } = await query('select factor_key_id, factor_sealed from users where merchant_id = $1', [
      key.merchantId,
    ])
    await dependencies.users.removeSecondFactor(key, by())
    await giveDevice(key, dependencies)
    assert.equal(await faultIn(dependencies.users.findCredentials(key)), 'accepted')
    await query('update users set factor_key_id = $2, factor_sealed = $3 where merchant_id = $1', [
      ...[key.merchantId, rows[0]?.factor_key_id, rows[0]?.factor_sealed],
    ])
    assert.equal(await faultIn(dependencies.users.findCredentials(key)), 'WRONG_ROWS')
  })

  it('does not turn the login of one user into that of another, or into one with a second factor', async () => {
    const merchantId = newOwner()
    const [eve, boss] = [
      await world.newUser({ merchantId, permissions: ['VIEW'] }),
      await world.newUser({ merchantId }),
    ]
    const own = 'where merchant_id = $1 and login = $2'
    const update = (change: string) => `update console_sessions set ${change} ${own}`
    const changes = [
      update(`login = '${boss.login}'`),
      // A cluster does not let an update move a row to another node.
      `with gone as (delete from console_sessions ${own} returning *)
       insert into console_sessions select '', '${boss.login}', token_hash, token_key_id, console_session_id, is_awaiting, created_at, expires_at,
         seen_at, second_factor_at, mac from gone`,
      update('second_factor_at = now()'),
      update(`expires_at = (expires_at at time zone 'UTC' + interval '1 day') at time zone 'UTC'`),
      update('mac = null'),
    ]
    for (const change of changes) {
      const token = await signedInToken(eve, dependencies)
      assert.equal(await accessRightsBy(token), `${eve.login} VIEW`)
      await query(change, [merchantId, eve.login])
      assert.equal(await accessRightsBy(token), 'signed out', change)
    }
  })

  it('does not replace the password of a sign-in that waits for its second factor', async () => {
    const merchantId = newOwner()
    const [eve, boss] = [await world.newUser({ merchantId }), await world.newUser({ merchantId })]
    await giveDevice(eve, dependencies)
    const device = await giveDevice(boss, dependencies)
    const waiting = await signIn({ ...eve, password }, dependencies)
    const token = waiting.kind === 'NEEDS_SECOND_FACTOR' ? waiting.token : assert.fail(waiting.kind)
    await query(`update console_sessions set login = $2 where merchant_id = $1 and is_awaiting`, [
      merchantId,
      boss.login,
    ])
    const shown = await showSecondFactor({ token, code: device.code() }, dependencies).then(({ kind }) => kind, String)
    assert.notEqual(shown, 'SIGNED_IN')
  })
})

describe('a user whose access rights are protected', () => {
  /** Everything that changes them, each by another process than the one before. */
  const changes: readonly (readonly [
    what: string,
    change: (key: UserKey, of: SignInDependencies) => Promise<unknown>,
  ])[] = [
    ['permissions', (key, { users }) => users.change(key, { permissions: ['VIEW', 'CONFIGURE'] }, by())],
    ['a second factor', giveDevice],
    ['no second factor', (key, { users }) => users.removeSecondFactor(key, by())],
    [
      'a hash of newer parameters',
      async (key, { users }) => {
        const from = (await users.findCredentials(key))?.passwordHash ?? ''
        const { rows } = await query('select password_hash from users where login = $1', [key.login])
        await users.rehash(key, { from, to: rows[0]?.password_hash })
      },
    ],
    ['no lock', (key, { users }) => users.unlock(key, by())],
  ]

  it('is changed by several processes, and signs in after each change', async () => {
    const key = await world.newUser({ merchantId: newOwner(), permissions: ['VIEW'] })
    for (const [what, change] of changes) {
      await change(key, world.process())
      assert.equal(await faultIn(signIn({ ...key, password }, dependencies)), 'accepted', what)
    }
    const token = await signedInToken(key, dependencies)
    assert.equal(await accessRightsBy(token), `${key.login} VIEW CONFIGURE`)
  })

  it('has the current permissions in other processes', async () => {
    const key = await world.newUser({ merchantId: newOwner(), permissions: ['VIEW'] })
    const elsewhere = world.process()
    const token = await signedInToken(key, dependencies)
    for (const permissions of [
      ['VIEW', 'REFUND'],
      ['VIEW', 'REFUND', 'CAPTURE'],
    ] as const) {
      await elsewhere.users.change(key, { permissions: permissions }, by())
      assert.deepEqual((await dependencies.consoleSessions.find(token))?.user.permissions, permissions)
    }
  })
})
