// Acquirer links in the console's services: what the operator's users see and change, and what they never see.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ask, type ConsoleUser, operatorsUser } from '../../support/clients/console.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

interface Setting {
  readonly name: string
  readonly value?: unknown
  readonly isSet: boolean
}

describe('acquirer links by the console', () => {
  let gateway: TestGateway
  let operators: ConsoleUser
  before(async () => {
    gateway = await startGateway()
    operators = await operatorsUser(gateway)
  })
  after(() => gateway.stop())

  const call = (method: string, path: string, body?: object) =>
    ask(gateway, { method, path, as: operators, ...(body && { body }) })
  const password = 'correct horse battery'
  const settings = [
    { name: 'url', value: 'https://gateway.bank.example' },
    { name: 'password', value: password },
    { name: 'poolSize', value: '8' },
  ]
  const create = (linkId: string, given: readonly object[] = settings) =>
    call('POST', '/links', { linkId, adapter: 'gateway', settings: given })

  it('are created with the settings of the adapter, and no secret is returned', async () => {
    const { body: choices } = await call('GET', '/adapters')
    const names = choices.adapters.map(({ name }: { name: string }) => name)
    assert.ok(names.includes('gateway') && names.includes('simulator'), names.join())
    const made = await create('north-bank')
    assert.equal(made.status, 201, made.text)
    const shown = await call('GET', '/links/north-bank')
    const found = new Map(shown.body.settings.map((setting: Setting) => [setting.name, setting]))
    assert.equal((found.get('poolSize') as Setting).value, 8)
    assert.deepEqual(
      [(found.get('password') as Setting).isSet, (found.get('password') as Setting).value],
      [true, undefined],
    )
    for (const { text } of [made, shown, await call('GET', '/links')]) assert.doesNotMatch(text, /correct horse/)
    assert.equal((await create('north-bank')).status, 409)
    const [line] = await gateway.query<{ action: string; actor: string; subject: object }>(
      "select action, actor, subject from audit where action = 'LINK_CREATED' and actor = $1",
      [operators.actor],
    )
    assert.ok(line)
    assert.doesNotMatch(JSON.stringify(line), /correct horse/)
  })

  it('refuse values that do not fit, with the name of the setting', async () => {
    const cases: readonly (readonly [string, object, string])[] = [
      ['a number', { name: 'poolSize', value: 'many' }, 'settings.poolSize'],
      ['a bound', { name: 'poolSize', value: '0' }, 'settings.poolSize'],
      ['a pattern', { name: 'url', value: 'http://gateway.bank.example' }, 'settings.url'],
      ['an unknown setting', { name: 'colour', value: 'blue' }, 'settings.colour'],
      ['what the adapter cannot use', { name: 'ca', value: 'no certificate' }, 'settings.ca'],
      ['a name of the language', { name: 'constructor', value: 'x' }, 'settings.constructor'],
    ]
    for (const [what, setting, field] of cases) {
      const refused = await create('south-bank', [...settings, setting])
      assert.deepEqual([refused.status, refused.body.field], [422, field], what)
    }
    assert.equal((await call('POST', '/links', { linkId: 'x', adapter: 'carrier-pigeon' })).status, 422)
    assert.equal((await call('POST', '/links', { linkId: 'Not A Link', adapter: 'gateway' })).status, 422)
    assert.equal((await call('GET', '/links/south-bank')).status, 404)
  })

  it('change in place by tuning, and by a new revision when the other end changes', async () => {
    await create('east-bank')
    const tuned = await call('PUT', '/links/east-bank', { settings: [{ name: 'poolSize', value: '16' }] })
    assert.deepEqual([tuned.status, tuned.body.revision, tuned.body.hasNewRevision], [200, 1, false], tuned.text)
    const moved = await call('PUT', '/links/east-bank', {
      settings: [
        { name: 'url', value: 'https://new.bank.example' },
        { name: 'password', value: 'of the new address' },
      ],
      unset: ['poolSize'],
      acquirerId: 'EAST',
    })
    assert.deepEqual([moved.body.revision, moved.body.hasNewRevision, moved.body.acquirerId], [2, true, 'EAST'])
    const found = new Map(moved.body.settings.map((setting: Setting) => [setting.name, setting]))
    assert.equal((found.get('poolSize') as Setting).value, 64)
    assert.equal((found.get('password') as Setting).isSet, true)
    assert.deepEqual(
      moved.body.revisions.map(({ revision, open }: { revision: number; open: object }) => [revision, open]),
      [2, 1].map((revision) => [revision, { attempts: 0, reversals: 0, manualResolutions: 0 }]),
    )
  })

  it('keep their secrets only while they lead to the same address and are protected in the same way', async () => {
    await create('moved-bank')
    const elsewhere = [
      { name: 'url', value: 'https://elsewhere.example' },
      { name: 'ca', value: readFileSync(join(gateway.dataDir, 'tls', 'ca-certificate.pem'), 'utf8') },
    ]
    for (const setting of elsewhere) {
      const refused = await call('PUT', '/links/moved-bank', { settings: [setting] })
      assert.deepEqual([refused.status, refused.body.field], [422, 'settings.password'], setting.name)
      assert.equal(refused.body.explanation, `It must be entered again, because ${setting.name} changes.`)
    }
    const secretsOf = async () =>
      (await gateway.administration.links.find('moved-bank'))?.revisions.map(({ settings: { url }, secrets }) => [
        url,
        secrets,
      ])
    assert.deepEqual(await secretsOf(), [['https://gateway.bank.example', { password }]])
    const entered = { name: 'merchantPasswords', value: 'SHOP1:another' }
    const moved = await call('PUT', '/links/moved-bank', { settings: [elsewhere[0], entered], unset: ['password'] })
    assert.equal(moved.status, 200, moved.text)
    assert.deepEqual(await secretsOf(), [
      ['https://gateway.bank.example', { password }],
      ['https://elsewhere.example', { merchantPasswords: 'SHOP1:another' }],
    ])
  })

  it('are tested without a payment, and disabled for new orders', async () => {
    const tested = await call('POST', '/links/simulator/test')
    assert.deepEqual([tested.status, tested.body.isReachable], [200, true])
    await create('west-bank', [{ name: 'url', value: 'https://127.0.0.1:1' }, ...settings.slice(1)])
    const dead = await call('POST', '/links/west-bank/test')
    assert.equal(dead.body.isReachable, false)
    const disabled = await call('PUT', '/links/west-bank/enabled', { isEnabled: false })
    assert.deepEqual([disabled.status, disabled.body.isEnabled], [200, false])
    assert.equal(gateway.dependencies.acquirers.current('west-bank'), undefined, 'this process follows at once')
    assert.equal((await call('PUT', '/links/no-bank/enabled', { isEnabled: true })).status, 404)
  })
})
