// Addresses of users: confirmed by a code that was sent there, and by nothing else.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { operatorMerchantId, type Permission, type UserKey } from '../../../src/kernel/user.ts'
import { onOneDatabase } from '../../../src/platform/postgres/cluster/merchant-databases.ts'
import { addUser, changeUser, commandLineManager } from '../../../src/users/operations/manage-users.ts'
import { confirmEmail, sendEmailCode, setOwnEmail } from '../../../src/users/operations/own-account.ts'
import { postgresUserMailQueue } from '../../../src/users/postgres/user-mail-queue.ts'
import { emailCodesPerDay, emailCodeValidMinutes, wrongEmailCodesMax } from '../../../src/users/rules/user-email.ts'
import { faultIn } from '../../support/fixtures/access-rights-world.ts'
import { openUsersWorld, type UsersWorld } from '../../support/fixtures/users.ts'

let world: UsersWorld
let dependencies: ReturnType<UsersWorld['process']> & { readonly hasMailServer: boolean }
before(async () => {
  world = await openUsersWorld()
  await world.vault.protectAccessRights('ann')
  dependencies = { ...world.process(), hasMailServer: true }
})
after(() => world.close())

let addresses = 0
const newAddress = () => {
  addresses += 1
  return `user${addresses}@operator.example`
}
const newOperator = (permissions: readonly Permission[] = ['VIEW']) =>
  world.newUser({ merchantId: operatorMerchantId, permissions: permissions })
const send = async (key: UserKey) => (await sendEmailCode(key, dependencies)).kind
const confirm = async (key: UserKey, code: string) => (await confirmEmail(key, code, dependencies)).kind
const emailOf = async (key: UserKey) => (await dependencies.users.find(key))?.email
const minutes = (count: number) => world.pass(count * 60_000)

interface MailRow {
  readonly email_id: string
  readonly kind: string
  readonly recipient: string
}
async function mailsOf({ login }: UserKey): Promise<readonly MailRow[]> {
  const text = 'select email_id, kind, recipient from user_emails where login = $1 order by created_at, email_id'
  return (await world.database.query<MailRow>(text, [login])).rows
}

/** The code of the last e-mail with one. */
async function codeOf(key: UserKey): Promise<string> {
  const codes = (await mailsOf(key)).filter(({ kind }) => kind === 'CODE')
  const sent = codes.map(({ email_id: emailId, recipient: address }) =>
    dependencies.userEmails.codeFor(key, { emailId, address }),
  )
  // Those before it have none any more.
  const [code, ...others] = (await Promise.all(sent)).filter((each) => each !== undefined)
  assert.deepEqual(others, [])
  return code ?? assert.fail('no code')
}

async function confirmed(permissions?: readonly Permission[]): Promise<UserKey & { readonly address: string }> {
  const [key, address] = [await newOperator(permissions), newAddress()]
  await setOwnEmail(key, address, dependencies)
  await send(key)
  assert.equal(await confirm(key, await codeOf(key)), 'CONFIRMED')
  return { ...key, address }
}

describe("an operator user's e-mail address", () => {
  it('is confirmed by the code that was sent to it, once, and is in the audit log in a shortened form', async () => {
    const [key, address] = [await newOperator(), newAddress()]
    assert.equal(await send(key), 'NO_ADDRESS')
    await setOwnEmail(key, address, dependencies)
    assert.deepEqual(await emailOf(key), { address, isConfirmed: false })
    assert.equal(await send(key), 'SENT')
    const code = await codeOf(key)
    assert.match(code, /^\d{8}$/)
    assert.equal(await confirm(key, `${code.slice(0, 4)} ${code.slice(4)}`), 'CONFIRMED')
    assert.deepEqual(await emailOf(key), { address, isConfirmed: true })
    assert.equal(await confirm(key, code), 'WRONG', 'used up')
    assert.equal(await send(key), 'ALREADY_CONFIRMED')
    const noted = (await world.audited(key)).filter(([, action]) => action === 'USER_CHANGED')
    assert.deepEqual(
      noted.map(([actor, , { login: _, ...subject }]) => [actor, subject]),
      [
        [`operator/${key.login}`, { email: 'u***@operator.example', emailBefore: null }],
        [`operator/${key.login}`, { email: 'u***@operator.example', isEmailConfirmed: true }],
      ],
    )
    assert.ok(!JSON.stringify(noted).includes(code))
  })

  it('has no code anywhere in the database', async () => {
    const [key, address] = [await newOperator(), newAddress()]
    await setOwnEmail(key, address, dependencies)
    await send(key)
    const code = await codeOf(key)
    const { rows } = await world.database.query(
      'select to_jsonb(c)::text as row from email_codes c union all select to_jsonb(e)::text from user_emails e',
    )
    assert.ok(rows.length > 1 && !JSON.stringify(rows).includes(code))
  })

  it('is not confirmed by the code of another user, of another address, an expired or a replaced one', async () => {
    const [key, other] = [await newOperator(), await newOperator()]
    for (const each of [key, other]) {
      await setOwnEmail(each, newAddress(), dependencies)
      await send(each)
    }
    const [code, foreign] = [await codeOf(key), await codeOf(other)]
    assert.equal(await confirm(key, foreign), 'WRONG')
    assert.equal(await send(key), 'SENT')
    assert.equal(await confirm(key, code), 'WRONG', 'replaced')
    const second = await codeOf(key)
    await setOwnEmail(key, newAddress(), dependencies)
    assert.equal(await confirm(key, second), 'WRONG', 'of the address before')
    await send(key)
    const third = await codeOf(key)
    minutes(emailCodeValidMinutes)
    assert.equal(await confirm(key, third), 'WRONG', 'expired')
    assert.deepEqual((await emailOf(key))?.isConfirmed, false)
  })

  it('cannot be guessed: a few wrong codes end the right one, and a day has a few codes only', async () => {
    const [key, address] = [await newOperator(), newAddress()]
    await setOwnEmail(key, address, dependencies)
    await send(key)
    const code = await codeOf(key)
    for (let times = 0; times < wrongEmailCodesMax; times += 1)
      await confirm(key, code === '00000000' ? '1' : '00000000')
    assert.equal(await confirm(key, code), 'WRONG')
    for (let times = 1; times < emailCodesPerDay; times += 1) assert.equal(await send(key), 'SENT')
    assert.equal(await send(key), 'TOO_MANY')
    // Nor by another user who names the same mailbox.
    const other = await newOperator()
    await setOwnEmail(other, address.toUpperCase(), dependencies)
    assert.equal(await send(other), 'TOO_MANY')
    minutes(24 * 60 + 1)
    assert.equal(await send(key), 'SENT')
  })

  it('is no longer confirmed when it changes, and the address before is informed if it was confirmed', async () => {
    const ann = await confirmed()
    const next = newAddress()
    await setOwnEmail(ann, ann.address, dependencies)
    assert.deepEqual(await emailOf(ann), { address: ann.address, isConfirmed: true }, 'the same address again')
    await setOwnEmail(ann, next, dependencies)
    assert.deepEqual(await emailOf(ann), { address: next, isConfirmed: false })
    const informed = async () =>
      (await mailsOf(ann)).filter(({ kind }) => kind === 'ADDRESS_CHANGED').map(({ recipient }) => recipient)
    assert.deepEqual(await informed(), [ann.address])
    await setOwnEmail(ann, '', dependencies)
    assert.deepEqual([await emailOf(ann), await informed()], [undefined, [ann.address]], 'not the unconfirmed one')
  })

  it('is informed when another user removes or disables its user, or takes the permission to see alerts', async () => {
    const informed = async (key: UserKey) =>
      (await mailsOf(key)).filter(({ kind }) => kind === 'ADDRESS_CHANGED').map(({ recipient }) => recipient)
    const by = { actor: 'operator/eve', at: new Date() }
    const [ann, ben, cyd, dan] = [await confirmed(), await confirmed(), await confirmed(), await confirmed()]
    await dependencies.users.remove(ann, by)
    await dependencies.users.change(ben, { isEnabled: false }, by)
    await dependencies.users.change(cyd, { permissions: ['PAY'] }, by)
    for (const key of [ann, ben, cyd]) assert.deepEqual(await informed(key), [key.address])
    // Who got none before, and who still gets them, is not.
    await dependencies.users.change(ben, { permissions: ['PAY'] }, by)
    await dependencies.users.remove(ben, by)
    await dependencies.users.change(dan, { name: 'Dan', permissions: ['VIEW', 'PAY'], isEnabled: true }, by)
    assert.deepEqual([await informed(ben), await informed(dan)], [[ben.address], []])
  })

  it('is refused where e-mails cannot be sent', async () => {
    const key = await newOperator()
    for (const wrong of [
      'ann',
      'ann@',
      '@operator.example',
      'root@localhost',
      'root@127.0.0.1',
      'a b@operator.example',
      'ann@operator.example\r\nBcc: x@y.example',
    ])
      assert.equal((await setOwnEmail(key, wrong, dependencies)).kind, 'NOT_AN_ADDRESS', wrong)
    assert.equal((await sendEmailCode(key, { ...dependencies, hasMailServer: false })).kind, 'NO_MAIL_SERVER')
  })

  it('that a user administrator or a command names is not confirmed either', async () => {
    const boss = commandLineManager('boss')
    const store = { findMerchant: async () => undefined } as never
    const details = { merchantId: operatorMerchantId, login: 'named', name: 'Named', permissions: ['VIEW'] } as const
    const address = newAddress()
    assert.equal((await addUser({ ...details, email: 'x' }, boss, { ...dependencies, store })).kind, 'NOT_AN_ADDRESS')
    assert.equal((await addUser({ ...details, email: address }, boss, { ...dependencies, store })).kind, 'MADE')
    assert.deepEqual(await emailOf(details), { address, isConfirmed: false })
    const ann = await confirmed()
    assert.equal((await changeUser(ann, { email: newAddress() }, boss, dependencies)).kind, 'DONE')
    assert.deepEqual((await emailOf(ann))?.isConfirmed, false)
  })
})

describe('alerts go', () => {
  it('to confirmed addresses of enabled users of the operator who may view', async () => {
    const [ann, disabled, blind, removed] = [
      await confirmed(),
      await confirmed(),
      await confirmed(['MANAGE_USERS']),
      await confirmed(),
    ]
    const by = { actor: 'boss', at: world.clock.now() }
    await dependencies.users.change(disabled, { isEnabled: false }, by)
    await dependencies.users.remove(removed, by)
    const unconfirmed = await newOperator()
    await setOwnEmail(unconfirmed, newAddress(), dependencies)
    const logins = (await dependencies.userEmails.alertRecipients(operatorMerchantId)).map(({ login }) => login)
    assert.ok(logins.includes(ann.login))
    for (const { login } of [disabled, blind, removed, unconfirmed]) assert.ok(!logins.includes(login), login)
  })

  it('to users of a merchant about that merchant alone', async () => {
    const [clerk, address] = [await world.newUser({ permissions: ['VIEW'] }), newAddress()]
    await setOwnEmail(clerk, address, dependencies)
    await send(clerk)
    assert.equal(await confirm(clerk, await codeOf(clerk)), 'CONFIRMED')
    const loginsOf = async (owner: string) =>
      (await dependencies.userEmails.alertRecipients(owner)).map(({ login }) => login)
    assert.deepEqual(await loginsOf(clerk.merchantId), [clerk.login])
    assert.ok(!(await loginsOf(operatorMerchantId)).includes(clerk.login))
    assert.deepEqual(await loginsOf('TESTSUPPLIED'), [])
    await dependencies.users.change(clerk, { isEnabled: false }, { actor: 'boss', at: world.clock.now() })
    assert.deepEqual(await loginsOf(clerk.merchantId), [])
  })

  it('once to each, however often they are queued', async () => {
    const ann = await confirmed()
    const queue = postgresUserMailQueue(onOneDatabase(world.database))
    const alert = { merchantId: 'SHOP1', auditId: '77' }
    for (let times = 0; times < 2; times += 1) await queue.addAlert(alert, [ann], world.clock.now())
    assert.equal((await mailsOf(ann)).filter(({ kind }) => kind === 'ALERT').length, 1)
    const summary = { from: new Date('2036-01-01T00:00:00Z'), until: new Date('2036-01-02T00:00:00Z'), counts: {} }
    const added = [1, 2].map(() => queue.addSummary(summary, [ann], world.clock.now()))
    assert.deepEqual((await Promise.all(added)).toSorted(), [false, true])
    assert.equal((await mailsOf(ann)).filter(({ kind }) => kind === 'SUMMARY').length, 1)
  })

  it('nowhere when an address was changed in the database', async () => {
    const ann = await confirmed()
    await world.database.query(`update users set email = 'eve@stranger.example' where login = $1`, [ann.login])
    assert.equal(await faultIn(world.process().userEmails.alertRecipients(operatorMerchantId)), 'WRONG_ROWS')
    await world.database.query(`update users set email = $2 where login = $1`, [ann.login, ann.address])
    assert.equal(await faultIn(world.process().userEmails.alertRecipients(operatorMerchantId)), 'accepted')
  })
})
