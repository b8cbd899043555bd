// Boarding a merchant with its test twin, as the operator's command does it and as the merchant's programs find it.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runCommand as runHere } from '../../../src/cli/run.ts'
import { sandboxMerchants } from '../../../src/installation/sandbox/merchants.ts'
import { explanationText } from '../../../src/kernel/explanation.ts'
import { boardMerchant } from '../../../src/merchants/operations/board-merchant.ts'
import { apiPath, payBody, send } from '../../support/clients/client.ts'
import { testerStamp } from '../../support/fixtures/merchants.ts'
import { testEnvironment } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let folder = ''

before(async () => {
  gateway = await sharedGateway()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-boarding-'))
})
after(async () => {
  await rm(folder, { recursive: true, force: true })
})

const settings = () => testEnvironment(gateway.database, { TOLLGATE_DATA_DIR: folder })

async function create(...words: readonly string[]) {
  const result = await runHere(['merchant', 'create', ...words], settings())
  if (result.kind !== 'DONE') return assert.fail(JSON.stringify(result))
  return { data: JSON.parse(JSON.stringify(result.data)), text: result.text }
}

function pay(merchant: string, password: string) {
  const path = apiPath('/order/o1/transaction/1', { merchant })
  const login = `merchant.${merchant}:${password}`
  return send(gateway.listeners.httpUrl ?? '', { method: 'PUT', path, body: payBody(), login })
}

describe('a new merchant', () => {
  it('has a test merchant that pays by itself, with its own password, at the simulator', async () => {
    const { data, text } = await create('SHOP1', '--currencies', 'USD,EUR', '--privileges', 'EXCESS_REFUND')
    const { merchant, twin, password } = data
    assert.deepEqual([merchant.id, twin.merchant.id], ['SHOP1', 'TESTSHOP1'])
    assert.deepEqual(
      [twin.merchant.currencies, twin.merchant.privileges, twin.merchant.acquirerLink.adapter],
      [['USD', 'EUR'], ['EXCESS_REFUND'], 'simulator'],
    )
    assert.equal(twin.merchant.tokenRepositoryId, 'TestSHOP1')
    assert.notEqual(password, twin.password)
    assert.match(text, /Its test twin TESTSHOP1 has the same profile/)
    const paid = await pay('TESTSHOP1', twin.password)
    assert.deepEqual([paid.body.result, paid.body.merchant], ['SUCCESS', 'TESTSHOP1'], paid.text)
    assert.equal((await pay('TESTSHOP1', password)).status, 401)
    assert.equal((await pay('SHOP1', twin.password)).status, 401)
  })

  it('has an audit entry for itself and one for its test merchant', async () => {
    const lines = await gateway.query<{ merchant_id: string }>(
      `select merchant_id from audit where action = 'MERCHANT_CREATED' and merchant_id like '%SHOP1' order by 1`,
    )
    assert.deepEqual(
      lines.map(({ merchant_id }) => merchant_id),
      ['SHOP1', 'TESTSHOP1'],
    )
  })

  it('has no test merchant when that is not wanted, when it is for tests itself, or when its id leaves no room', async () => {
    assert.equal((await create('ALONE', '--no-twin')).data.twin, undefined)
    assert.equal((await create('TESTALONE')).data.twin, undefined)
    const long = await create('L'.repeat(37))
    assert.equal(long.data.twin, undefined)
    assert.match(long.text, /the id is too long/)
  })

  it('leaves alone an existing merchant with the id of its test merchant', async () => {
    const { data } = await create('TESTEARLIER', '--name', 'First')
    const { text } = await create('EARLIER')
    assert.match(text, /already exists and was not changed/)
    const shown = await runHere(['merchant', 'show', 'TESTEARLIER'], settings())
    assert.ok(shown.kind === 'DONE' && shown.text.includes('First'), data.merchant.name)
  })

  it("gives its test merchant the owner's test repository when it shares a token repository", async () => {
    await create('OWNER')
    const { data } = await create('GUEST', '--token-repository', 'OWNER')
    assert.equal(data.twin.merchant.tokenRepositoryId, 'TestOWNER')
    const found = await gateway.query(`select from token_repositories where repository_id = 'TestOWNER'`)
    assert.equal(found.length, 1)
  })
})

describe('where there is no simulator', () => {
  const [usual] = sandboxMerchants

  it('a merchant is added without a test merchant, and no merchant for tests can be added', async () => {
    const merchant = { ...(usual ?? assert.fail()), id: 'LIVE1' }
    const wanted = { wantsTwin: true, simulators: undefined }
    const boarding = await boardMerchant({ merchant, ...wanted }, testerStamp(), gateway.administration)
    assert.ok(boarding.kind === 'BOARDED' && boarding.twin === 'NO_SIMULATOR')
    const test = await boardMerchant(
      { merchant: { ...merchant, id: 'TESTLIVE1' }, ...wanted },
      testerStamp(),
      gateway.administration,
    )
    assert.ok(test.kind === 'REFUSED')
    assert.match(explanationText(test.explanation), /^TESTLIVE1 begins with TEST, and .* production does not have\.$/)
  })
})
