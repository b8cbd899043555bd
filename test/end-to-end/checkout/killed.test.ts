// A gateway that is killed while its payers pay: another one finds the outcome of the payments, and no payer pays
// twice.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { until } from '../../support/checks/poll.ts'
import { answerBank, formIn, post } from '../../support/clients/access-control.ts'
import { type NewCheckout, newCheckout, openPayer, redirectOf, wayFrom } from '../../support/clients/payer.ts'
import { createTestDatabase, databaseUrl, testEnvironment } from '../../support/gateway/database.ts'
import { type GatewayAddress, makeSite, startBeside } from '../../support/gateway/process.ts'

const doorsOf = ({ httpUrl }: GatewayAddress) => ({ listeners: { httpUrl } }) as Parameters<typeof newCheckout>[0]

const endings: (() => Promise<void>)[] = []
let pool: pg.Pool
let next: GatewayAddress
/** The acquirer had its payment when the gateway was killed. */
let asked: NewCheckout
/** Its payer was being asked by the bank. */
let challenged: NewCheckout
/** Its payer was on the way to a provider, by this address. */
let away: NewCheckout & { readonly way: string }

before(async () => {
  const owner = { after: (clean: () => Promise<void>) => void endings.push(clean) }
  const database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: databaseUrl(database), max: 2 })
  owner.after(() => pool.end())
  const site = await makeSite(owner)
  const first = await site.start(testEnvironment(database, { TOLLGATE_DATA_DIR: site.dataDir }))
  challenged = await newCheckout(doorsOf(first), { interaction: { action: undefined } })
  await openPayer(doorsOf(first), challenged.sessionId).pay()
  const sent = await newCheckout(doorsOf(first))
  const response = await openPayer(doorsOf(first), sent.sessionId).pay({ source: 'PROVIDER_A' })
  away = { ...sent, way: wayFrom(response) ?? assert.fail(response.text) }
  asked = await newCheckout(doorsOf(first), { order: { reference: 'SIM-SLOW-20000' } })
  const lost = openPayer(doorsOf(first), asked.sessionId)
    .pay()
    .catch(() => undefined)
  const isAsked = async () => (await pool.query('select from simulated_acquirer.book')).rows.length > 0
  await until(isAsked, 'the acquirer has the payment')
  first.kill('SIGKILL')
  await first.exited
  assert.equal(await lost, undefined)
  next = await startBeside(owner, database)
})
after(async () => {
  for (const clean of endings) await clean()
})

/** The same address from outside; only here the next gateway listens at another port. */
const here = (url: string) => next.httpUrl + new URL(url).pathname

async function approvedPayments({ orderId }: NewCheckout): Promise<number> {
  const { rows } = await pool.query(
    `select from transactions where order_id = $1 and type = 'PAYMENT' and gateway_code = 'APPROVED'`,
    [orderId],
  )
  return rows.length
}

describe('a payer whose gateway was killed', () => {
  it('during the request to the acquirer is shown the outcome of the payment by the next one', async () => {
    const payer = openPayer(doorsOf(next), asked.sessionId)
    const waiting = await payer.open()
    assert.equal(waiting.status, 200)
    assert.doesNotMatch(waiting.text, /cardNumber/)
    await pool.query('update transactions set deadline_at = now() where deadline_at > now()')
    await until(async () => (await payer.open()).text !== waiting.text, 'recovery has decided')

    const end = await payer.open()
    const { rows } = await pool.query<{ gateway_code: string; standing: number }>(
      `select t.gateway_code, (select count(*)::int from simulated_acquirer.standing s
         where s.reference = t.acquirer_reference) as standing
       from transactions t where t.order_id = $1`,
      [asked.orderId],
    )
    assert.equal(rows.length, 1)
    const isPaid = rows[0]?.gateway_code === 'APPROVED'
    assert.equal(rows[0]?.standing, isPaid ? 1 : 0, 'both sides agree')
    if (isPaid) assert.equal(redirectOf(end)[1]['resultIndicator'], asked.successIndicator)
    else assert.match(end.text, /name="attempt" value="2"/)
  })

  it('during the challenge returns to the next one, and pays once', async () => {
    const payer = openPayer(doorsOf(next), challenged.sessionId)
    const question = formIn((await payer.open()).text)
    const back = await answerBank({ ...question, action: here(question.action) }, { result: 'Y' })
    await post(here(back.action), back.fields)
    assert.equal(redirectOf(await payer.open())[1]['resultIndicator'], challenged.successIndicator)
    assert.equal(await approvedPayments(challenged), 1)
  })

  it('on the way to a provider returns to the next one, and pays once', async () => {
    const follow = (url: string) => fetch(here(url), { redirect: 'manual' })
    assert.match((await follow(away.way)).headers.get('location') ?? '', /\/sandbox\/providers\/a\//)
    await pool.query("update simulated_providers.line set decision = 'APPROVE', decided_at = now()")
    await follow(away.way.replace('/out/', '/in/'))
    const returned = await openPayer(doorsOf(next), away.sessionId).open()
    assert.equal(redirectOf(returned)[1]['resultIndicator'], away.successIndicator)
    assert.equal(await approvedPayments(away), 1)
  })
})
