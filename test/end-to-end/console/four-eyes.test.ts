// Approval by two users: acquirer links, routes, controls of a profile, and who may approve. Each change is tried alone first.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { changeUserWithApproval } from '../../../src/approvals/operations/approver-permission.ts'
import { operatorMerchantId, type Permission, permissions } from '../../../src/kernel/user.ts'
import { managerOf } from '../../../src/users/operations/manage-users.ts'
import { ask, type ConsoleUser, ofMerchant, operatorsUser, signedIn } from '../../support/clients/console.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let strict: TestGateway
let requester: ConsoleUser
let approver: ConsoleUser
before(async () => {
  gateway = await sharedGateway()
  strict = await sharedGateway({ TOLLGATE_CREDENTIALS_NEED_APPROVAL: 'true' })
  requester = await operatorsUser(strict)
  approver = await operatorsUser(strict, ['VIEW', 'APPROVE'])
})

const call = (method: string, path: string, body?: object, as = requester) =>
  ask(strict, { method, path, as, ...(body && { body }) })
const approve = (path: string, requestId: string, as = approver) =>
  call('POST', `${path}/${requestId}/approval`, undefined, as)

const settings = [
  { name: 'url', value: 'https://gateway.bank.example' },
  { name: 'password', value: 'correct horse battery' },
]

async function auditOf(merchantId: string, at = strict) {
  const lines = await at.query<{ action: string; actor: string; subject: Record<string, unknown> }>(
    `select action, actor, subject from audit where merchant_id = $1 and action <> 'ACCESS_RIGHTS_SEALED' order by at, audit_id`,
    [merchantId],
  )
  return lines
}

describe('an acquirer link under approval by two users', () => {
  it('exists when a second user has approved it, with the secrets that were entered', async () => {
    const linkId = 'approved-bank'
    const asked = await call('POST', '/links', { linkId, adapter: 'gateway', settings })
    assert.equal(asked.status, 202, asked.text)
    assert.equal((await call('GET', `/links/${linkId}`)).status, 404)
    const listed = await call('GET', '/approval-requests', undefined, approver)
    assert.doesNotMatch(listed.text, /correct horse/)
    const request = listed.body.requests.find(
      ({ requestId }: { requestId: string }) => requestId === asked.body.requestId,
    )
    assert.deepEqual(
      [request.kind, request.action, request.changed, request.secrets],
      ['LINK', 'CREATE', { url: { before: null, after: 'https://gateway.bank.example' } }, ['password']],
    )
    assert.equal((await approve('/approval-requests', asked.body.requestId, requester)).body.code, 'FOUR_EYES')
    assert.equal((await approve('/approval-requests', asked.body.requestId)).status, 204)
    const link = await strict.administration.links.find(linkId)
    assert.deepEqual(link?.revisions[0]?.secrets, { password: 'correct horse battery' })
    assert.ok(strict.dependencies.acquirers.current(linkId), 'this process follows at once')
    const lines = (await auditOf(operatorMerchantId)).filter(({ subject }) => subject['linkId'] === linkId)
    assert.deepEqual(
      lines.map(({ action, actor }) => [action, actor]),
      [
        ['APPROVAL_REQUESTED', requester.actor],
        ['LINK_CREATED', requester.actor],
        ['APPROVAL_GIVEN', approver.actor],
      ],
    )
    assert.doesNotMatch(JSON.stringify(lines), /correct horse/)
  })

  it('is changed and enabled by two users, and disabled by one', async () => {
    const linkId = 'changed-bank'
    const by = { actor: 'a test', at: new Date() }
    const secrets = { password: 'correct horse battery' }
    const link = { linkId, adapter: 'gateway', acquirerId: linkId, settings: { url: 'https://a.example' }, secrets }
    await strict.administration.links.create(link, by)
    const moved = await call('PUT', `/links/${linkId}`, {
      settings: [
        { name: 'url', value: 'https://b.example' },
        { name: 'password', value: 'of b' },
      ],
    })
    assert.equal(moved.status, 202, moved.text)
    const tuned = await call('PUT', `/links/${linkId}`, { settings: [{ name: 'poolSize', value: '8' }] })
    assert.equal(tuned.status, 202, tuned.text)
    assert.equal((await strict.administration.links.find(linkId))?.revision, 1)
    assert.equal((await approve('/approval-requests', moved.body.requestId)).status, 204)
    const after = await strict.administration.links.find(linkId)
    assert.deepEqual(
      after?.revisions.map(({ settings: { url }, secrets: kept }) => [url, kept]),
      [
        ['https://a.example', secrets],
        ['https://b.example', { password: 'of b' }],
      ],
    )
    // It was requested for the link as it was before.
    const stale = await approve('/approval-requests', tuned.body.requestId)
    assert.deepEqual([stale.status, stale.body.code], [409, 'STALE'])
    assert.equal((await call('DELETE', `/approval-requests/${tuned.body.requestId}`, undefined, approver)).status, 204)
    assert.equal((await call('PUT', `/links/${linkId}/enabled`, { isEnabled: false })).status, 200)
    const enabled = await call('PUT', `/links/${linkId}/enabled`, { isEnabled: true })
    assert.equal(enabled.status, 202)
    assert.equal((await strict.administration.links.find(linkId))?.isEnabled, false)
    assert.equal((await approve('/approval-requests', enabled.body.requestId)).status, 204)
    assert.equal((await strict.administration.links.find(linkId))?.isEnabled, true)
  })

  it('is requested with the names of the secrets that it would lose', async () => {
    const linkId = 'losing-bank'
    const by = { actor: 'a test', at: new Date() }
    const secrets = { password: 'correct horse battery', merchantPasswords: 'SHOP1: of the shop' }
    const link = { linkId, adapter: 'gateway', acquirerId: linkId, settings: { url: 'https://a.example' }, secrets }
    await strict.administration.links.create(link, by)
    const asked = await call('PUT', `/links/${linkId}`, { unset: ['merchantPasswords'] })
    assert.equal(asked.status, 202, asked.text)
    const listed = await call('GET', '/approval-requests', undefined, approver)
    const request = listed.body.requests.find(
      ({ requestId }: { requestId: string }) => requestId === asked.body.requestId,
    )
    assert.deepEqual([request.changed, request.secrets], [{ merchantPasswords: { before: '***', after: null } }, []])
    assert.equal((await approve('/approval-requests', asked.body.requestId)).status, 204)
    const after = await strict.administration.links.find(linkId)
    assert.deepEqual(after?.revisions[0]?.secrets, { password: 'correct horse battery' })
  })

  it('takes the permission MANAGE_LINKS, which no other one includes', async () => {
    const others = await operatorsUser(
      gateway,
      permissions.filter((permission) => permission !== 'MANAGE_LINKS'),
    )
    const own = await operatorsUser(gateway, ['MANAGE_LINKS'])
    for (const [method, path, body] of [
      ['POST', '/links', { linkId: 'only-bank', adapter: 'gateway', settings }],
      ['PUT', '/links/only-bank', { settings: [{ name: 'poolSize', value: '8' }] }],
      ['PUT', '/links/only-bank/enabled', { isEnabled: false }],
      ['POST', '/links/only-bank/test', undefined],
    ] as const) {
      const attempt = (as: ConsoleUser) => ask(gateway, { method, path, as, ...(body && { body }) })
      assert.equal((await attempt(others)).body.code, 'NOT_PERMITTED', path)
      assert.ok((await attempt(own)).status < 300, path)
    }
  })
})

describe('the hosts that the operator lists', () => {
  it('are the only ones that links lead to, whatever the console is used for', async () => {
    const limited = await sharedGateway({ TOLLGATE_ACQUIRER_HOSTS: 'localhost.bank.example,203.0.113.0/24' })
    const operators = await operatorsUser(limited)
    const create = (linkId: string, url: string) =>
      ask(limited, {
        method: 'POST',
        path: '/links',
        as: operators,
        body: { linkId, adapter: 'gateway', settings: [{ name: 'url', value: url }, settings[1]] },
      })
    const refused = await create('elsewhere', 'https://192.0.2.1')
    assert.deepEqual([refused.status, refused.body.field], [422, 'settings.url'], refused.text)
    assert.equal((await create('listed', 'https://203.0.113.9')).status, 201)
    // A name that is not listed may lead into the network; this one leads to another address.
    assert.equal((await create('by-name', 'https://localhost:1')).status, 201)
    const tested = await ask(limited, { method: 'POST', path: '/links/by-name/test', as: operators })
    assert.match(tested.text, /localhost \([0-9a-f.:]+\) is not among the hosts that acquirer links may reach/)
    // One that was stored before is not opened.
    const link = { linkId: 'stored', adapter: 'gateway', acquirerId: 'stored', secrets: { password: 'x' } }
    const by = { actor: 'a test', at: new Date() }
    await limited.administration.links.create({ ...link, settings: { url: 'https://192.0.2.1' } }, by)
    await ask(limited, { method: 'PUT', path: '/links/stored/enabled', as: operators, body: { isEnabled: true } })
    const stored = await ask(limited, { method: 'POST', path: '/links/stored/test', as: operators })
    assert.match(stored.text, /url leads to 192\.0\.2\.1, which is not among/)
  })
})

describe('the profile of a merchant', () => {
  const change = (at: TestGateway, id: string, body: object, as: ConsoleUser) =>
    ask(at, { method: 'PUT', path: ofMerchant('/profile', id), as, body })
  const profileOf = async (at: TestGateway, id: string) =>
    (await at.administration.merchants.find(id))?.merchant.profile ?? assert.fail('the merchant is gone')

  it('leads payments elsewhere only with MANAGE_ROUTES, and that permission alone changes nothing else', async () => {
    const { id } = await boardMerchant(gateway)
    const configurer = await operatorsUser(gateway, ['VIEW', 'CONFIGURE'])
    const router = await operatorsUser(gateway, ['VIEW', 'MANAGE_ROUTES'])
    const routes = [{ linkId: 'simulator', acquirerMerchantId: 'STRANGER' }]
    const provider = { provider: 'PROVIDER_A', adapter: 'simulated-provider-a', account: 'STRANGER' }
    for (const body of [{ routes }, { acquirerLink: { acquirerMerchantId: 'STRANGER' } }, { providers: [provider] }]) {
      const refused = await change(gateway, id, body, configurer)
      assert.deepEqual([refused.status, refused.body.code], [403, 'LACKS_PERMISSIONS'], refused.text)
    }
    assert.equal((await change(gateway, id, { name: 'Teapots' }, router)).body.code, 'LACKS_PERMISSIONS')
    assert.equal((await change(gateway, id, { name: 'Teapots' }, configurer)).status, 200)
    assert.equal((await change(gateway, id, { routes }, router)).status, 200)
    assert.equal((await profileOf(gateway, id)).acquirerLink.acquirerMerchantId, 'STRANGER')
  })

  it('sends payments to another account when a second user has approved it', async () => {
    const { id } = await boardMerchant(strict)
    const routes = [{ linkId: 'simulator', acquirerMerchantId: 'STRANGER' }]
    const asked = await change(strict, id, { routes, name: 'Teapots' }, requester)
    assert.deepEqual([asked.status, asked.body.awaitsApproval.settings], [200, ['routes']], asked.text)
    const { name, acquirerLink: present } = await profileOf(strict, id)
    assert.deepEqual([name, present.acquirerMerchantId === 'STRANGER'], ['Teapots', false])
    const path = ofMerchant('/approval-requests', id)
    const own = await signedIn(strict, { merchantId: id, permissions: ['VIEW', 'APPROVE'] })
    assert.equal((await approve(path, asked.body.awaitsApproval.requestId, own)).body.code, 'NOT_PERMITTED')
    assert.equal((await approve(path, asked.body.awaitsApproval.requestId)).status, 204)
    const { routes: after, acquirerLink } = await profileOf(strict, id)
    assert.deepEqual([after, acquirerLink.acquirerMerchantId], [routes, 'STRANGER'])
    // Conditions of a route to a known account, and fewer routes, lead nowhere else.
    const narrowed = [{ ...routes[0], conditions: { currencies: ['USD'] } }]
    assert.equal((await change(strict, id, { routes: narrowed }, requester)).body.awaitsApproval, undefined)
  })

  it('keeps approval of refunds until a second user agrees, also where approval is on for this merchant alone', async () => {
    const { id } = await boardMerchant(gateway, { profile: { refundsNeedApproval: true } })
    const employee = await operatorsUser(gateway, ['VIEW', 'CONFIGURE', 'REFUND'])
    const off = await change(gateway, id, { refundsNeedApproval: false }, employee)
    assert.deepEqual(off.body.awaitsApproval.settings, ['refundsNeedApproval'], off.text)
    assert.equal((await profileOf(gateway, id)).refundsNeedApproval, true)
    const colleague = await operatorsUser(gateway, ['APPROVE'])
    const path = `${ofMerchant('/approval-requests', id)}/${off.body.awaitsApproval.requestId}/approval`
    assert.equal((await ask(gateway, { method: 'POST', path, as: colleague })).status, 204)
    assert.equal((await profileOf(gateway, id)).refundsNeedApproval, false)
    const weakened = (await auditOf(id, gateway)).filter(({ action }) => action === 'CONTROLS_WEAKENED')
    assert.deepEqual(
      weakened.map(({ subject }) => subject['controls']),
      [{ refundsNeedApproval: { before: true, after: false } }],
    )
  })

  it('keeps a risk rule until a second user of the merchant agrees, and gets another at once', async () => {
    const { id } = await boardMerchant(strict, { profile: { refundsNeedApproval: true } })
    const shopkeeper = await signedIn(strict, { merchantId: id, permissions: ['VIEW', 'CONFIGURE', 'APPROVE'] })
    const rule = { ipCountry: 'DEU' }
    const post = (path: string, body: object) => call('POST', ofMerchant(path, id), body, shopkeeper)
    const added = await post('/risk/rules', { ...rule, action: 'REJECT' })
    assert.deepEqual([added.status, added.body.awaitsApproval], [200, undefined], added.text)
    const actions = async () => (await auditOf(id)).map(({ action }) => action)
    const rules = async () => (await profileOf(strict, id)).risk.ipCountries

    const held = [{ country: 'DEU', action: 'REJECT' }]
    for (const weaker of [
      await post('/risk/rules', { ...rule, action: 'REVIEW' }),
      await post('/risk/rules/removal', rule),
    ]) {
      assert.ok(weaker.body.awaitsApproval.requestId, weaker.text)
      assert.deepEqual(weaker.body.rules.ipCountries, held)
    }
    assert.deepEqual(await rules(), held)
    assert.ok(!(await actions()).includes('CONTROLS_WEAKENED'))

    const { requestId } = (await post('/risk/rules/removal', rule)).body.awaitsApproval
    const path = `${ofMerchant('/approval-requests', id)}/${requestId}/approval`
    assert.ok((await ask(strict, { method: 'POST', path, as: shopkeeper })).status >= 400, 'not by whoever asked')
    const colleague = await signedIn(strict, { merchantId: id, permissions: ['APPROVE'] })
    assert.equal((await ask(strict, { method: 'POST', path, as: colleague })).status, 204)
    assert.deepEqual(await rules(), [])
    assert.ok((await actions()).includes('CONTROLS_WEAKENED'))
  })

  it('of a new merchant is enabled by a second user', async () => {
    const merchantId = `FOUREYES${Date.now()}`
    const made = await call('POST', '/merchants', { merchantId, wantsTwin: false })
    assert.equal(made.status, 201, made.text)
    assert.deepEqual([made.body.isEnabled, made.body.awaitsApproval.settings], [false, ['isEnabled']])
    assert.equal(
      (await approve(ofMerchant('/approval-requests', merchantId), made.body.awaitsApproval.requestId)).status,
      204,
    )
    assert.equal((await profileOf(strict, merchantId)).isEnabled, true)
  })
})

describe('the permission to approve', () => {
  const permissionsOf = async (login: string) =>
    (await strict.dependencies.users.find({ merchantId: '', login }))?.permissions
  const wanted: readonly Permission[] = ['VIEW', 'APPROVE']
  let users = 0
  const newLogin = () => {
    users += 1
    return `sock-puppet-${users}`
  }

  it('is given to a new user, and to an existing one, by two users', async () => {
    const login = newLogin()
    const added = await call('POST', '/users', { login, name: 'Sock Puppet', permissions: wanted })
    assert.equal(added.status, 201, added.text)
    assert.deepEqual(await permissionsOf(login), ['VIEW'])
    const again = await call('PUT', `/users/${login}`, { permissions: wanted })
    assert.deepEqual([again.status, again.body.permissions], [200, ['VIEW']])
    assert.equal((await approve('/approval-requests', added.body.requestId, requester)).body.code, 'FOUR_EYES')
    assert.equal((await approve('/approval-requests', again.body.requestId)).status, 204)
    assert.deepEqual(await permissionsOf(login), ['VIEW', 'APPROVE'])
    assert.equal((await approve('/approval-requests', added.body.requestId)).body.code, 'STALE')
  })

  it('is lost by a user whose password or second factor another user resets, until a second user gives it back', async () => {
    const user = await operatorsUser(strict, wanted)
    const reset = await call('POST', `/users/${user.login}/password`)
    assert.equal(reset.status, 201, reset.text)
    assert.deepEqual(await permissionsOf(user.login), ['VIEW'])
    assert.equal((await approve('/approval-requests', reset.body.requestId)).status, 204)
    assert.deepEqual(await permissionsOf(user.login), wanted)
  })

  it('is requested again when the user is reset before a second user has decided, and what was requested before is void', async () => {
    const user = await operatorsUser(strict, wanted)
    const first = await call('POST', `/users/${user.login}/password`)
    const second = await call('POST', `/users/${user.login}/password`)
    assert.equal(second.status, 201, second.text)
    assert.equal((await approve('/approval-requests', first.body.requestId)).status, 404)
    assert.deepEqual(await permissionsOf(user.login), ['VIEW'])
    assert.equal((await approve('/approval-requests', second.body.requestId)).status, 204)
    assert.deepEqual(await permissionsOf(user.login), wanted)
    const lines = (await auditOf(operatorMerchantId)).filter(
      ({ action, subject }) => action === 'APPROVAL_DECLINED' && subject['login'] === user.login,
    )
    assert.deepEqual(
      lines.map(({ actor, subject }) => [actor, subject['requestId']]),
      [[requester.actor, first.body.requestId]],
    )
  })

  it('does not come to a user who is removed and added again under the same login', async () => {
    const login = newLogin()
    const added = await call('POST', '/users', { login, name: 'A Colleague', permissions: wanted })
    assert.equal((await call('DELETE', `/users/${login}`)).status, 204)
    assert.equal((await call('POST', '/users', { login, name: 'A Stranger', permissions: ['VIEW'] })).status, 201)
    assert.equal((await approve('/approval-requests', added.body.requestId)).status, 404)
    assert.deepEqual(await permissionsOf(login), ['VIEW'])
  })

  it('is not given back by a change of permissions that began before the reset', async () => {
    const user = await operatorsUser(strict, wanted)
    const manager = managerOf((await strict.dependencies.users.find(requester)) ?? assert.fail('the requester is gone'))
    let isReset = false
    const users = {
      ...strict.dependencies.users,
      // Between what the change reads and what it writes.
      async find(key: typeof user) {
        const before = await strict.dependencies.users.find(key)
        if (!isReset && key.login === user.login) {
          isReset = true
          await call('POST', `/users/${user.login}/password`)
        }
        return before
      },
    }
    const dependencies = {
      ...strict.dependencies,
      users,
      merchants: strict.administration.merchants,
      credentialsNeedApproval: true,
    }
    await changeUserWithApproval(user, { permissions: wanted }, manager, dependencies)
    assert.deepEqual([isReset, await permissionsOf(user.login)], [true, ['VIEW']])
  })
})

describe('a user who approves and manages users', () => {
  const all = [...permissions].toSorted()
  const harmless: readonly Permission[] = ['CAPTURE', 'VIEW', 'VIEW_MESSAGES', 'VOID', 'REQUEST_PAYMENT']
  const permissionsOf = async (merchantId: string, login: string) =>
    [...((await strict.dependencies.users.find({ merchantId, login }))?.permissions ?? [])].toSorted()

  it('cannot be both users: an account of their own making gets what begins a request from a second user', async () => {
    for (const [path, merchantId, requests] of [
      ['/users', operatorMerchantId, '/approval-requests'],
      [ofMerchant('/users'), 'TESTMERCHANT', ofMerchant('/approval-requests')],
    ] as const) {
      const login = `own-puppet-${merchantId.length}`
      const added = await call('POST', path, { login, name: 'Sock Puppet', permissions: [...permissions] })
      assert.deepEqual(await permissionsOf(merchantId, login), [...harmless].toSorted(), added.text)
      const raised = await call('PUT', `${path}/${login}`, { permissions: [...permissions] })
      assert.deepEqual(await permissionsOf(merchantId, login), [...harmless].toSorted(), raised.text)
      assert.equal((await approve(requests, raised.body.requestId, requester)).body.code, 'FOUR_EYES')
      assert.equal((await approve(requests, raised.body.requestId)).status, 204)
      assert.deepEqual(await permissionsOf(merchantId, login), all)
    }
  })

  it('cannot take over the account of a colleague, either', async () => {
    const colleague = await operatorsUser(strict, ['VIEW', 'MANAGE_LINKS', 'CAPTURE'])
    const reset = await call('POST', `/users/${colleague.login}/password`)
    assert.deepEqual(await permissionsOf('', colleague.login), ['CAPTURE', 'VIEW'], reset.text)
    assert.equal((await approve('/approval-requests', reset.body.requestId)).status, 204)
    assert.deepEqual(await permissionsOf('', colleague.login), ['CAPTURE', 'MANAGE_LINKS', 'VIEW'])
  })

  it('adds and resets users at once without the permission to approve, and where approval is off', async () => {
    const administrator = await operatorsUser(strict, ['VIEW', 'MANAGE_USERS', 'MANAGE_LINKS'])
    const body = { login: 'a-colleague', name: 'A Colleague', permissions: ['VIEW', 'MANAGE_LINKS'] }
    const added = await call('POST', '/users', body, administrator)
    assert.deepEqual([added.body.requestId, await permissionsOf('', body.login)], [undefined, ['MANAGE_LINKS', 'VIEW']])
    const boss = await operatorsUser(gateway)
    const open = await ask(gateway, { method: 'POST', path: '/users', as: boss, body })
    assert.deepEqual([open.body.requestId, open.body.user.permissions], [undefined, ['VIEW', 'MANAGE_LINKS']])
  })
})
