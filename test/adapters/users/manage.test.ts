// Managing users: which permissions a manager may grant and revoke.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { operatorMerchantId, type Permission, permissions, roles, type UserKey } from '../../../src/kernel/user.ts'
import {
  addUser,
  changeUser,
  commandLineManager,
  managerOf,
  removeUser,
  resetPassword,
  resetSecondFactor,
  signOutUser,
  type UserManagementDependencies,
  unlockUser,
} from '../../../src/users/operations/manage-users.ts'
import type { SignInDependencies } from '../../../src/users/operations/sign-in.ts'
import {
  giveDevice,
  openUsersWorld,
  password,
  signedInToken,
  signIn,
  type UsersWorld,
} from '../../support/fixtures/users.ts'

let world: UsersWorld
let dependencies: UserManagementDependencies & SignInDependencies
before(async () => {
  world = await openUsersWorld()
  dependencies = withMerchants(world.process())
})
after(() => world.close())

/** Whether there is such a merchant is all that is asked of the store. */
function withMerchants(given: ReturnType<UsersWorld['process']>): UserManagementDependencies & SignInDependencies {
  const findMerchant = async (id: string) => (id === 'TESTMERCHANT' ? {} : undefined)
  return { ...given, store: { findMerchant } as unknown as UserManagementDependencies['store'] }
}

const boss = commandLineManager('boss')

async function managing(held: readonly Permission[], merchantId = 'TESTMERCHANT') {
  const key = await world.newUser({ merchantId, permissions: held })
  return { key, manager: managerOf((await dependencies.users.find(key)) ?? assert.fail('not found')) }
}

async function managers(): Promise<readonly UserKey[]> {
  const found = await dependencies.users.list(operatorMerchantId)
  return found.filter((user) => user.isEnabled && user.permissions.includes('MANAGE_USERS'))
}

describe('adding a user', () => {
  const ann = { merchantId: 'TESTMERCHANT', login: 'ann', name: 'Ann', permissions: roles.CASHIER }

  it('makes a password that works once and has to be changed', async () => {
    const added = await addUser({ ...ann, login: 'Ann' }, boss, dependencies)
    if (added.kind !== 'MADE') assert.fail(added.kind)
    assert.match(added.password, /^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
    assert.equal(added.user.login, 'ann')
    assert.ok(added.user.mustChangePassword && added.user.isEnabled)
    assert.equal((await signIn({ ...ann, password: added.password }, dependencies)).kind, 'MUST_CHANGE_PASSWORD')
    assert.deepEqual((await world.audited(ann))[0], ['boss', 'USER_ADDED', { name: 'Ann', permissions: roles.CASHIER }])
    assert.deepEqual(await addUser(ann, boss, dependencies), { kind: 'TAKEN' })
    assert.equal((await addUser({ ...ann, merchantId: operatorMerchantId }, boss, dependencies)).kind, 'MADE')
  })

  it('requires an existing merchant and a valid login', async () => {
    assert.deepEqual(await addUser({ ...ann, merchantId: 'NOBODY' }, boss, dependencies), { kind: 'UNKNOWN_MERCHANT' })
    for (const login of ['', 'ann b', '-ann', 'x'.repeat(65)])
      assert.deepEqual(await addUser({ ...ann, login }, boss, dependencies), { kind: 'NOT_A_LOGIN' })
  })

  it('grants no permission that the manager does not hold', async () => {
    const { manager } = await managing(['VIEW', 'MANAGE_USERS'])
    assert.deepEqual(
      await addUser({ ...ann, login: 'ben', permissions: ['VIEW', 'REFUND', 'VOID'] }, manager, dependencies),
      {
        kind: 'LACKS_PERMISSIONS',
        permissions: ['REFUND', 'VOID'],
      },
    )
    assert.equal((await addUser({ ...ann, login: 'ben', permissions: ['VIEW'] }, manager, dependencies)).kind, 'MADE')
  })
})

describe('changing a user', () => {
  it('has an audit entry with the previous values', async () => {
    const key = await world.newUser({ permissions: ['VOID', 'VIEW'] })
    const changed = await changeUser(
      key,
      { permissions: ['REFUND', 'VIEW', 'VIEW'], isEnabled: false },
      boss,
      dependencies,
    )
    assert.ok(changed.kind === 'DONE' && !changed.user.isEnabled)
    assert.deepEqual(changed.user.permissions, ['VIEW', 'REFUND'])
    assert.deepEqual((await world.audited(key)).at(-1), [
      'boss',
      'USER_CHANGED',
      { permissions: ['VIEW', 'REFUND'], permissionsBefore: ['VOID', 'VIEW'], isEnabled: false, wasEnabled: true },
    ])
    assert.deepEqual(await changeUser({ ...key, login: 'nobody' }, { name: 'x' }, boss, dependencies), {
      kind: 'UNKNOWN',
    })
  })

  it('who holds more permissions than the manager is refused, and so is taking over such a user', async () => {
    const { manager } = await managing(['VIEW', 'MANAGE_USERS'])
    const powerful = await world.newUser({ permissions: ['VIEW', 'REFUND'] })
    const refusal = { kind: 'LACKS_PERMISSIONS', permissions: ['REFUND'] }
    assert.deepEqual(await changeUser(powerful, { isEnabled: false }, manager, dependencies), refusal)
    assert.deepEqual(await removeUser(powerful, manager, dependencies), refusal)
    assert.deepEqual(await resetPassword(powerful, manager, dependencies), refusal)
    assert.deepEqual(await resetSecondFactor(powerful, manager, dependencies), refusal)
    const weak = await world.newUser({ permissions: ['VIEW'] })
    assert.deepEqual(await changeUser(weak, { permissions: ['REFUND'] }, manager, dependencies), refusal)
  })

  it('does not let users remove their own permission to manage users or their own second factor', async () => {
    const { key, manager } = await managing(permissions)
    for (const refused of [
      await changeUser(key, { permissions: ['VIEW'] }, manager, dependencies),
      await changeUser(key, { isEnabled: false }, manager, dependencies),
      await removeUser(key, manager, dependencies),
      await resetPassword(key, manager, dependencies),
      await resetSecondFactor(key, manager, dependencies),
    ])
      assert.deepEqual(refused, { kind: 'OWN' })
    const fewer = permissions.filter((permission) => permission !== 'REFUND')
    assert.equal((await changeUser(key, { name: 'New', permissions: fewer }, manager, dependencies)).kind, 'DONE')
  })

  it('with the same user name elsewhere is changing another user', async () => {
    const { key, manager } = await managing(permissions)
    const twin = { ...key, merchantId: operatorMerchantId }
    await addUser({ ...twin, name: 'Twin', permissions: ['VIEW'] }, boss, dependencies)
    assert.equal((await removeUser(twin, manager, dependencies)).kind, 'DONE')
  })
})

describe('the last of the operator’s users who may manage users', () => {
  it('cannot be removed, disabled or lose the permission, not even by two concurrent changes', async () => {
    const two = [
      await world.newUser({ merchantId: operatorMerchantId }),
      await world.newUser({ merchantId: operatorMerchantId }),
    ]
    for (const other of await managers())
      if (!two.some(({ login }) => login === other.login)) await removeUser(other, boss, dependencies)
    assert.equal((await managers()).length, 2)

    const elsewhere = withMerchants(world.process())
    const [one, other] = two
    const both = await Promise.all([
      removeUser(one ?? assert.fail(), boss, dependencies),
      changeUser(other ?? assert.fail(), { isEnabled: false }, boss, elsewhere),
    ])
    assert.deepEqual(both.map(({ kind }) => kind).toSorted(), ['DONE', 'LAST_MANAGER'])
    const [last] = await managers()
    for (const refused of [
      await removeUser(last ?? assert.fail(), boss, dependencies),
      await changeUser(last ?? assert.fail(), { isEnabled: false }, boss, dependencies),
      await changeUser(last ?? assert.fail(), { permissions: ['VIEW'] }, boss, dependencies),
    ])
      assert.deepEqual(refused, { kind: 'LAST_MANAGER' })
    assert.equal((await changeUser(last ?? assert.fail(), { name: 'Still here' }, boss, dependencies)).kind, 'DONE')
  })

  it('of a merchant may be removed, since the operator can add another', async () => {
    const key = await world.newUser({ merchantId: 'TESTPRESERVE64' })
    assert.equal((await removeUser(key, boss, dependencies)).kind, 'DONE')
    assert.equal(await dependencies.users.find(key), undefined)
    assert.deepEqual((await world.audited(key)).at(-1)?.[1], 'USER_REMOVED')
  })
})

describe("restoring a user's access", () => {
  it('by a new password, which has to be changed, also during a lock', async () => {
    const key = await world.newUser()
    for (let time = 0; time < 5; time += 1) await signIn({ ...key, password: 'wrong' }, dependencies)
    const made = await resetPassword(key, boss, dependencies)
    if (made.kind !== 'MADE') assert.fail(made.kind)
    assert.equal((await signIn({ ...key, password }, dependencies)).kind, 'REFUSED')
    assert.equal((await signIn({ ...key, password: made.password }, dependencies)).kind, 'MUST_CHANGE_PASSWORD')
    const set = (await world.audited(key)).filter(([, action]) => action === 'USER_PASSWORD_SET')
    assert.deepEqual(set, [['boss', 'USER_PASSWORD_SET', { isOwn: false }]])
  })

  it('without the second factor that was lost', async () => {
    const key = await world.newUser()
    assert.deepEqual(await resetSecondFactor(key, boss, dependencies), { kind: 'NOT_SET_UP' })
    await giveDevice(key, dependencies)
    const reset = await resetSecondFactor(key, boss, dependencies)
    assert.ok(reset.kind === 'DONE' && !reset.user.hasSecondFactor)
    await signedInToken(key, dependencies)
  })

  it('before a lock has ended, or out everywhere', async () => {
    const key = await world.newUser()
    for (let time = 0; time < 5; time += 1) await signIn({ ...key, password: 'wrong' }, dependencies)
    const unlocked = await unlockUser(key, boss, dependencies)
    assert.ok(unlocked.kind === 'DONE' && unlocked.user.lockedUntil === undefined)
    await signedInToken(key, dependencies)
    assert.deepEqual(await signOutUser(key, boss, dependencies), { kind: 'SIGNED_OUT', ended: 1 })
    for (const operation of [unlockUser, signOutUser])
      assert.deepEqual(await operation({ ...key, login: 'nobody' }, boss, dependencies), { kind: 'UNKNOWN' })
  })

  it('is refused to a manager with fewer permissions than the user, and so is signing the user out', async () => {
    const key = await world.newUser()
    const token = await signedInToken(key, dependencies)
    for (let time = 0; time < 5; time += 1) await signIn({ ...key, password: 'wrong' }, dependencies)
    const { manager } = await managing(['VIEW', 'MANAGE_USERS'])
    for (const action of [unlockUser, signOutUser])
      assert.equal((await action(key, manager, dependencies)).kind, 'LACKS_PERMISSIONS')
    assert.notEqual((await dependencies.users.find(key))?.lockedUntil, undefined)
    assert.notEqual(await dependencies.consoleSessions.find(token), undefined)
    const equal = await world.newUser({ permissions: ['MANAGE_USERS'] })
    assert.equal((await signOutUser(equal, manager, dependencies)).kind, 'SIGNED_OUT')
    assert.equal((await unlockUser(equal, manager, dependencies)).kind, 'DONE')
  })
})
