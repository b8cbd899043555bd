// What merchants decide about notifications, on a real database: secrets sealed, rotated with both valid, every change noted.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { changeWebhookSettings } from '../../../src/events/operations/change-webhook-settings.ts'
import type { WebhookSettingsStore } from '../../../src/events/ports/webhooks.ts'
import { postgresWebhookSettings } from '../../../src/events/postgres/webhook-settings.ts'
import { keyInMemory } from '../../../src/keys/vault/data-keys.ts'
import { type OpenedVault, openVault } from '../../../src/keys/vault/vault.ts'
import { accessRightsSeals } from '../../../src/merchants/postgres/access-rights/access-rights-seals.ts'
import { type Database, openDatabase } from '../../../src/platform/postgres/database.ts'
import { systemClock } from '../../../src/platform/system/clock.ts'
import { workOn } from '../../support/builders/sealed-rows.ts'
import { createTestDatabase, databaseUrl, testKey } from '../../support/gateway/database.ts'

let database: Database
let vault: OpenedVault
let now = new Date('2026-11-15T10:00:00.000Z')
const clock = { ...systemClock, now: () => now, expiryTime: () => now }
let monotonicMs = 0

before(async () => {
  const connectionString = databaseUrl(await createTestDatabase())
  database = openDatabase({ connectionString }, { poolSize: 4, onError: (error) => assert.fail(error) })
  vault = await openVault(database, keyInMemory(Buffer.from(testKey, 'base64')))
})

after(async () => {
  await vault.close()
  await database.end()
})

/** As another process would have it: with nothing remembered. */
const settings = (): WebhookSettingsStore =>
  postgresWebhookSettings(database, {
    vault,
    clock,
    accessRights: accessRightsSeals(database, vault),
    nowMs: () => monotonicMs,
  })
const url = 'https://shop.example.com/notify?word=hunter22'
const by = (actor = 'ann') => ({ actor, at: now })
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)

let made = 0
const newMerchant = () => {
  made += 1
  return `MERCHANT${made}`
}

async function audited(merchantId: string): Promise<readonly (readonly unknown[])[]> {
  const { rows } = await database.query(
    `select * from audit where merchant_id = $1 and action <> 'ACCESS_RIGHTS_SEALED' order by audit_id`,
    [merchantId],
  )
  return rows.map(({ actor, action, subject }) => [actor, action, subject])
}

describe('the settings of a merchant', () => {
  it('do not exist until they are created, and then have secrets', async () => {
    const merchantId = newMerchant()
    assert.equal(await settings().find(merchantId), undefined)
    const { setting: changed } = await settings().change(merchantId, { isEnabled: true, url }, by())
    const [secrets, ...more] = changed.secrets
    assert.deepEqual(
      { ...changed, secrets: [] },
      { merchantId, isEnabled: true, url, acceptsAny2xx: false, secrets: [] },
    )
    assert.match(secrets?.sent ?? '', /^[0-9A-F]{32}$/)
    assert.match(secrets?.signing ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal(more.length, 0)
    assert.deepEqual(await settings().find(merchantId), changed)
  })

  it('change only the given values, and keep their secrets', async () => {
    const merchantId = newMerchant()
    const { setting: first } = await settings().change(merchantId, { url }, by())
    assert.equal(first.isEnabled, false)
    const { setting: second } = await settings().change(merchantId, { isEnabled: true, acceptsAny2xx: true }, by())
    assert.deepEqual(second, { ...first, isEnabled: true, acceptsAny2xx: true })
    const { setting: third } = await settings().change(merchantId, { url: null }, by())
    assert.deepEqual(third, { ...second, url: undefined })
    const { setting: last } = await settings().change(merchantId, { isEnabled: false }, by())
    assert.deepEqual(last, { ...third, isEnabled: false })
  })

  it('have an audit entry for each change, without the query of a URL', async () => {
    const merchantId = newMerchant()
    await settings().change(merchantId, { isEnabled: true, url }, by())
    await settings().change(merchantId, { url: null }, by('ben'))
    await settings().rotate(merchantId, { ...by('cat'), previousUntil: hours(24) })
    await settings().finishRotation(merchantId, by('dan'))
    assert.deepEqual(await audited(merchantId), [
      ['ann', 'WEBHOOK_CHANGED', { isEnabled: true, url: 'https://shop.example.com/notify' }],
      ['ben', 'WEBHOOK_CHANGED', { url: null }],
      ['cat', 'WEBHOOK_SECRETS_ROTATED', { previousUntil: hours(24).toISOString() }],
      ['dan', 'WEBHOOK_SECRETS_ROTATED', { previousUntil: 'ended' }],
    ])
  })

  it('are cached for a second, and known at once to the process that changed them', async () => {
    const merchantId = newMerchant()
    const ours = settings()
    await ours.change(merchantId, { isEnabled: true, url }, by())
    assert.equal((await ours.find(merchantId))?.isEnabled, true)
    await settings().change(merchantId, { isEnabled: false }, by())
    assert.equal((await ours.find(merchantId))?.isEnabled, true, 'another process has just changed them')
    monotonicMs += 999
    assert.equal((await ours.find(merchantId))?.isEnabled, true)
    monotonicMs += 1
    assert.equal((await ours.find(merchantId))?.isEnabled, false)
    await settings().change(merchantId, { isEnabled: true }, by())
    await ours.change(merchantId, { acceptsAny2xx: true }, by())
    assert.equal((await ours.find(merchantId))?.isEnabled, true)
  })

  it('made by two concurrent requests have one pair of secrets', async () => {
    const merchantId = newMerchant()
    const both = await Promise.all([1, 2].map(() => settings().change(merchantId, { isEnabled: true }, by())))
    assert.deepEqual(both[0]?.setting, both[1]?.setting)
  })
})

describe('a change of the URL', () => {
  it('moves what was queued for the URL that another process has set a moment ago', async () => {
    const merchantId = newMerchant()
    const [wrong, right] = ['https://shop.example.com/wrong', 'https://shop.example.com/right']
    const ours = settings()
    await ours.change(merchantId, { isEnabled: true, url }, by())
    await ours.find(merchantId)
    await settings().change(merchantId, { url: wrong }, by())
    const redirectedFrom: string[] = []
    const deliveries = {
      enableWebhooks: async () => {},
      async listFollowing({ url: from }: { readonly url: string }) {
        redirectedFrom.push(from)
        return []
      },
    }
    const dependencies = { webhookSettings: ours, deliveries, vault }
    await changeWebhookSettings(merchantId, { url: right }, by(), dependencies as never)
    assert.deepEqual(redirectedFrom, [wrong])
  })

  it('names the URL before it to each of two concurrent requests', async () => {
    const merchantId = newMerchant()
    const urls = ['https://shop.example.com/a', 'https://shop.example.com/b']
    await settings().change(merchantId, { isEnabled: true, url }, by())
    const both = await Promise.all(urls.map((to) => settings().change(merchantId, { url: to }, by())))
    const last = (await settings().find(merchantId))?.url
    const before = new Map(both.map(({ setting, previousUrl }) => [setting.url, previousUrl]))
    assert.equal(
      before.get(last),
      urls.find((each) => each !== last),
    )
    assert.equal(before.get(before.get(last)), url)
  })
})

describe('the secrets of a merchant', () => {
  it('are in the database only sealed, each for its own place', async () => {
    const merchantId = newMerchant()
    const { setting } = await settings().change(merchantId, { isEnabled: true }, by())
    const { secrets } = setting
    await settings().rotate(merchantId, { ...by(), previousUntil: hours(1) })
    const { rows } = await database.query('select s::text as text from webhook_settings s')
    const signing = secrets[0]?.signing.slice('whsec_'.length) ?? ''
    for (const { text } of rows) assert.ok(!text.includes(secrets[0]?.sent) && !text.includes(signing))
    await database.query(
      `update webhook_settings set previous_sealed = secrets_sealed where merchant_id = '${merchantId}'`,
    )
    await assert.rejects(settings().find(merchantId))
  })

  it('are both valid during a rotation, and the previous ones expire', async () => {
    const merchantId = newMerchant()
    const began = now
    const { setting: first } = await settings().change(merchantId, { isEnabled: true, url }, by())
    const ours = settings()
    const end = new Date(now.getTime() + 500)
    const rotated = await ours.rotate(merchantId, { ...by(), previousUntil: end })
    const [newest, previous] = rotated?.secrets ?? []
    assert.deepEqual([previous], first.secrets)
    assert.notEqual(newest?.sent, previous?.sent)
    assert.notEqual(newest?.signing, previous?.signing)
    assert.deepEqual(rotated?.previousUntil, end)
    assert.equal(rotated?.url, url)

    assert.deepEqual(await ours.find(merchantId), rotated)
    now = end
    const { previousUntil: _, ...ended } = { ...rotated, secrets: [newest] }
    assert.deepEqual(await ours.find(merchantId), ended, 'however lately the row was read')
    assert.deepEqual(await settings().find(merchantId), ended)
    now = began
  })

  it('that were replaced end at once on request', async () => {
    const merchantId = newMerchant()
    await settings().change(merchantId, { isEnabled: true }, by())
    const rotated = await settings().rotate(merchantId, { ...by(), previousUntil: hours(24) })
    const finished = await settings().finishRotation(merchantId, by())
    assert.deepEqual(finished?.secrets, rotated?.secrets.slice(0, 1))
    assert.equal(finished?.previousUntil, undefined)
    const again = await settings().rotate(merchantId, { ...by(), previousUntil: undefined })
    assert.equal(again?.secrets.length, 1)
    assert.notDeepEqual(again?.secrets, finished?.secrets)
  })

  it('rotated by two concurrent requests are rotated twice, one after the other', async () => {
    const merchantId = newMerchant()
    const { setting } = await settings().change(merchantId, { isEnabled: true }, by())
    const { secrets } = setting
    const both = await Promise.all(
      [1, 2].map(() => settings().rotate(merchantId, { ...by(), previousUntil: hours(1) })),
    )
    const found = await settings().find(merchantId)
    const last = both.find((one) => one?.secrets[0]?.sent === found?.secrets[0]?.sent)
    const first = both.find((one) => one !== last)
    assert.deepEqual(first?.secrets.slice(1), secrets)
    assert.deepEqual(last?.secrets.slice(1), first?.secrets.slice(0, 1))
  })

  it('of a merchant without settings are not rotated', async () => {
    assert.equal(await settings().rotate('NOBODY', { ...by(), previousUntil: undefined }), undefined)
    assert.equal(await settings().finishRotation('NOBODY', by()), undefined)
    assert.deepEqual(await audited('NOBODY'), [])
  })

  it('are sealed again when the data key rotates', async () => {
    await database.query('delete from webhook_settings')
    const merchantId = newMerchant()
    await settings().change(merchantId, { isEnabled: true }, by())
    const before = await settings().rotate(merchantId, { ...by(), previousUntil: hours(1) })
    const { keyId } = (await vault.rotate('DATA', 'ann')) ?? assert.fail('a rotation is under way')
    await workOn(vault)
    const { rows } = await database.query('select secrets_key_id, previous_key_id from webhook_settings')
    assert.deepEqual(rows, [{ secrets_key_id: keyId, previous_key_id: keyId }])
    assert.deepEqual(await settings().find(merchantId), before)
  })
})
