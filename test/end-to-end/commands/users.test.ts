// Users by the operator's command: added, changed, let back in, removed, each with its line in the audit.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { runCommand } from '../../../src/cli/run.ts'
import { seedSandbox } from '../../../src/installation/sandbox/seed.ts'
import type { Body } from '../../support/clients/client.ts'
import { signIn } from '../../support/fixtures/users.ts'
import { createTestDatabase, databaseUrl, testEnvironment, testPassword } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
let database = ''
before(async () => {
  database = await createTestDatabase()
  gateway = await startGateway({}, database)
})
after(() => gateway.stop())

async function user(words: string, more: readonly string[] = []) {
  const result = await runCommand(['user', ...words.split(' '), ...more], testEnvironment(database))
  assert.ok(result.kind === 'DONE' || result.kind === 'REFUSED' || result.kind === 'MISUSED')
  return result
}

interface Printed {
  readonly text: string
  readonly data: Body
}

async function done(words: string, more: readonly string[] = []): Promise<Printed> {
  const result = await user(words, more)
  return result.kind === 'DONE' ? result : assert.fail(result.message)
}

async function refused(words: string): Promise<string> {
  const result = await user(words)
  return result.kind === 'REFUSED' ? result.message : assert.fail(JSON.stringify(result))
}

/** Of the gateway's start, and of a change. */
async function alerts(...words: readonly string[]): Promise<Printed> {
  const result = await runCommand(['alert', 'list', ...words], testEnvironment(database))
  return result.kind === 'DONE' ? result : assert.fail(JSON.stringify(result))
}

const ofShop = '--merchant TESTMERCHANT'
const signInAs = (login: string, password: string) =>
  signIn({ merchantId: 'TESTMERCHANT', login, password }, gateway.dependencies)

describe('users of a merchant', () => {
  it('are added with a role, single permissions and a password that is shown once', async () => {
    const { data, text } = await done(`add Ann ${ofShop} --role CASHIER --rights REFUND --user boss`, [
      '--name',
      'Ann Miller',
    ])
    const { createdAt: _, ...user } = data.user
    assert.deepEqual(user, {
      merchantId: 'TESTMERCHANT',
      login: 'ann',
      name: 'Ann Miller',
      permissions: ['VIEW', 'PAY', 'CAPTURE', 'REFUND', 'VOID', 'REQUEST_PAYMENT'],
      isEnabled: true,
      hasSecondFactor: false,
      mustChangePassword: true,
    })
    assert.ok(text.includes(data.password))
    assert.equal((await signInAs('ann', data.password)).kind, 'MUST_CHANGE_PASSWORD')
    assert.equal(await refused(`add ann ${ofShop}`), 'User ann of TESTMERCHANT already exists.')
    const shown = await done(`show ann ${ofShop}`)
    assert.ok(!JSON.stringify(shown).includes(data.password) && !shown.text.includes('argon2'))
  })

  it('have no card number as login or name, nor has anything else that an operator names', async () => {
    const number = '5123450000000008'
    for (const words of [
      ['user', 'add', number, '--merchant', 'TESTMERCHANT'],
      ['user', 'add', 'carl', '--merchant', 'TESTMERCHANT', '--name', `Carl ${number}`],
      ['user', 'update', 'ann', '--merchant', 'TESTMERCHANT', '--name', number],
      ['merchant', 'update', 'TESTMERCHANT', '--name', number],
      ['merchant', 'password', 'add', 'TESTMERCHANT', '--name', number],
      ['risk', 'card', 'add', '--merchant', 'TESTMERCHANT', '--list', 'SUSPECT', '--card-file=-', '--note', number],
    ]) {
      const result = await runCommand(words, testEnvironment(database))
      assert.ok(result.kind === 'MISUSED', `${words.join(' ')}: ${JSON.stringify(result)}`)
      assert.match(result.message, /digits that could be an account number/)
      assert.ok(!result.message.includes(number))
    }
  })

  it('may only read by default', async () => {
    assert.deepEqual((await done(`add ben ${ofShop}`)).data.user.permissions, ['VIEW'])
    const { text, data } = await done(`list ${ofShop}`)
    assert.match(text, /^LOGIN +STATUS +SECOND FACTOR +LAST SIGN-IN +PERMISSIONS +NAME\n/)
    const logins = data.users.map(({ login }: { login: string }) => login)
    assert.deepEqual(logins, ['ann', 'ben', 'demo'])
  })

  it('are changed, and signed out at once when they lose a permission', async () => {
    const { data } = await done(`reset-password ben ${ofShop}`)
    const signed = await signInAs('ben', data.password)
    if (!('token' in signed)) assert.fail(signed.kind)
    assert.match((await done(`show ben ${ofShop}`)).text, /SIGNED IN/)
    await done(`update ben ${ofShop} --role BOOKKEEPER`)
    assert.ok(await gateway.dependencies.consoleSessions.find(signed.token))
    await done(`update ben ${ofShop} --rights VIEW --disable`)
    assert.equal(await gateway.dependencies.consoleSessions.find(signed.token), undefined)
    assert.equal((await signInAs('ben', data.password)).kind, 'REFUSED')
    assert.match((await done(`update ben ${ofShop} --enable`)).text, /Status +enabled/)
    assert.equal((await signInAs('ben', data.password)).kind, 'MUST_CHANGE_PASSWORD')
    assert.match((await done(`sign-out ben ${ofShop}`)).text, /^ben of TESTMERCHANT: 1 session ended\.$/)
  })

  it('are unlocked after too many failures, and lose a second factor on request', async () => {
    await gateway.query(
      `insert into sign_in_counters (merchant_id, login, counter, failures, failed_at, locked_until)
       values ('TESTMERCHANT', 'ben', 'network 192.0.2.1', 9, now(), now() + interval '1 day')`,
    )
    assert.match((await done(`show ben ${ofShop}`)).text, /Status +locked until 2/)
    assert.equal((await done(`unlock ben ${ofShop}`)).text, 'Unlocked ben of TESTMERCHANT.')
    assert.match((await done(`show ben ${ofShop}`)).text, /Status +enabled/)
    assert.equal(await refused(`reset-second-factor ben ${ofShop}`), 'ben of TESTMERCHANT has no second factor.')
  })

  it('are removed, and the audit log names who did it', async () => {
    assert.equal((await done(`remove ben ${ofShop} --user boss`)).text, 'Removed ben of TESTMERCHANT.')
    assert.equal(await refused(`show ben ${ofShop}`), 'User ben of TESTMERCHANT does not exist.')
    const lines = await gateway.query<{ actor: string; action: string }>(
      `select actor, action from audit where merchant_id = 'TESTMERCHANT' and subject ->> 'login' = 'ben' order by at, audit_id`,
    )
    assert.deepEqual(lines.at(-1), { actor: 'boss', action: 'USER_REMOVED' })
  })

  it('need a merchant', async () => {
    for (const words of ['list', 'show ann', 'add ann', 'remove ann', 'unlock ann', 'sign-out ann'])
      assert.equal(await refused(`${words} --merchant NOBODY`), 'Merchant NOBODY does not exist.')
  })
})

describe('users of the operator', () => {
  it('have an e-mail address, as users of merchants do, which they have to confirm themselves', async () => {
    const address = 'olga@operator.example'
    const { data, text } = await done(`add olga --operator --email ${address}`)
    assert.deepEqual(data.user.email, { address, isConfirmed: false })
    assert.match(text, /E-mail +olga@operator\.example \(not confirmed\)/)
    assert.equal(await refused('update olga --operator --email nobody'), 'E-mails cannot be sent to this address.')
    const changed = await done('update olga --operator --email other@operator.example')
    assert.equal(changed.data.user.email.address, 'other@operator.example')
    assert.equal((await done('update olga --operator', ['--email', ''])).data.user.email, undefined)
    const { data: ofMerchant } = await done(`add clara ${ofShop} --email clara@shop.example`)
    assert.deepEqual(ofMerchant.user.email, { address: 'clara@shop.example', isConfirmed: false })
  })

  it('keep one who may manage users', async () => {
    assert.match(await refused('remove demo --operator'), /^demo of the operator is the last .* with MANAGE_USERS/)
    await done('add eve --operator --role ADMINISTRATOR')
    assert.match((await done('show eve --operator')).text, /Organization +the operator/)
    await done('remove demo --operator')
    assert.match(await refused('update eve --operator --disable'), /is the last/)
  })
})

describe('the sandbox', () => {
  it('has a demo user, of a merchant and of the operator', async () => {
    const fresh = new pg.Client({ connectionString: databaseUrl(await createTestDatabase()) })
    await fresh.connect()
    const { rows } = await fresh.query('select merchant_id, login, must_change_password as must from users order by 1')
    await fresh.end()
    assert.deepEqual(rows, [
      { merchant_id: '', login: 'demo', must: false },
      { merchant_id: 'TESTMERCHANT', login: 'demo', must: false },
    ])
    assert.equal((await signInAs('demo', testPassword)).kind, 'SIGNED_IN')
  })
})

describe('a sandbox that is started again', () => {
  it('restores a user that was removed, and leaves a password that a user chose, until its own is changed', async () => {
    const database = await createTestDatabase()
    const { administration, dependencies, stop } = await startGateway({}, database)
    try {
      const ofMerchant = { merchantId: 'TESTMERCHANT', login: 'demo' }
      const by = { actor: 'test', at: new Date() }
      const chosen = (await dependencies.passwords.hash('a password of demo alone')) ?? assert.fail('busy')
      await dependencies.users.resetPassword(ofMerchant, chosen, { ...by, mustChangePassword: false })
      const opens = async (password: string) =>
        (await signIn({ ...ofMerchant, password }, dependencies)).kind === 'SIGNED_IN'
      await seedSandbox(administration, testPassword)
      assert.deepEqual([await opens('a password of demo alone'), await opens(testPassword)], [true, false])

      await seedSandbox(administration, 'another password of the sandbox')
      assert.ok(await opens('another password of the sandbox'))
      await dependencies.users.remove(ofMerchant, by)
      await seedSandbox(administration, 'another password of the sandbox')
      assert.ok(await opens('another password of the sandbox'))
    } finally {
      await stop()
    }
  })
})

describe('arguments that are invalid', () => {
  for (const [words, says] of [
    ['list', /Specify either --merchant or --operator/],
    [`list ${ofShop} --operator`, /Specify either --merchant or --operator/],
    ['add ann', /Specify either --merchant or --operator/],
    ['add ann.miller! --operator', /<login> cannot be "ann.miller!": it must be 1 to 64 of/],
    ['add --operator', /<login> is missing/],
    ['add ann --operator --role KING', /must be one of VIEWER, CASHIER/],
    ['add ann --operator --rights VIEW,FLY', /must be one of VIEW, PAY/],
    ['update ann --operator', /Nothing to change/],
    ['update ann --operator --enable --disable', /cannot be combined/],
  ] as const) {
    it(`are reported in one line: user ${words}`, async () => {
      const result = await user(words)
      assert.ok(result.kind === 'MISUSED')
      assert.match(result.message, says)
    })
  }
})

describe('alerts', () => {
  it('are listed newest first, with old and new', async () => {
    const subject = { controls: { refundsNeedApproval: { before: true, after: false } } }
    const entry = { merchantId: 'TESTMERCHANT', actor: 'operator/ann', action: 'CONTROLS_WEAKENED', subject } as const
    await gateway.dependencies.audit.append({ ...entry, at: new Date('2036-01-02T03:04:05Z') })
    const { text, data } = await alerts('--weakened', '--limit', '1')
    assert.match(text, /^TIME +ACTOR +ALERT +ABOUT +CHANGES\n/)
    assert.match(
      text,
      /2036-01-02T03:04:05Z +operator\/ann +CONTROLS_WEAKENED +TESTMERCHANT +refundsNeedApproval true → false/,
    )
    const [{ auditId: _, ...alert }] = data.alerts
    assert.deepEqual(alert, { ...entry, at: '2036-01-02T03:04:05.000Z', isWeakening: true })
    assert.equal((await alerts('--since', '2036-01-03')).text, 'No alerts.')
    assert.match((await alerts('--limit', '1')).text, /More results: --after \S+$/)
  })
})
