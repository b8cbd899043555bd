// A gateway that is killed while its payer pays: another one finds out what became of the payment, and nobody pays twice.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import pg from 'pg'
import { until } from '../../support/checks/poll.ts'
import { answerBank, formIn, post } from '../../support/clients/access-control.ts'
import { newCheckout, openPayer, redirectOf, wayFrom } from '../../support/clients/payer.ts'
import { createTestDatabase, databaseUrl, testEnvironment } from '../../support/gateway/database.ts'
import { makeSite, type ReadyGateway } from '../../support/gateway/process.ts'

const doorsOf = ({ httpUrl }: ReadyGateway) => ({ doors: { httpUrl } }) as Parameters<typeof newCheckout>[0]

it('a payer whose gateway was killed is told the truth by the next one', async (t) => {
  const database = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: databaseUrl(database), max: 2 })
  t.after(() => pool.end())
  const site = await makeSite(t)
  const environment = testEnvironment(database, { TOLLGATE_DATA_DIR: site.dataDir })
  const first = await site.start(environment)
  const checkout = await newCheckout(doorsOf(first), { order: { reference: 'SIM-SLOW-20000' } })
  const lost = openPayer(doorsOf(first), checkout.sessionId)
    .pay()
    .catch(() => undefined)
  const isAsked = async () => (await pool.query('select from simulated_acquirer.book')).rows.length > 0
  await until(isAsked, 'the acquirer has the payment')
  first.kill('SIGKILL')
  await first.exited
  assert.equal(await lost, undefined)

  const payer = openPayer(doorsOf(await site.start(environment)), checkout.sessionId)
  const waiting = await payer.open()
  assert.equal(waiting.status, 200)
  assert.doesNotMatch(waiting.text, /cardNumber/)
  await pool.query('update transactions set deadline_at = now() where deadline_at > now()')
  await until(async () => (await payer.open()).text !== waiting.text, 'recovery has decided')

  const end = await payer.open()
  const { rows } = await pool.query<{ gateway_code: string; standing: number }>(
    `select t.gateway_code, (select count(*)::int from simulated_acquirer.standing) as standing from transactions t`,
  )
  assert.equal(rows.length, 1)
  const isPaid = rows[0]?.gateway_code === 'APPROVED'
  assert.equal(rows[0]?.standing, isPaid ? 1 : 0, 'both sides agree')
  if (isPaid) assert.equal(redirectOf(end)[1]['resultIndicator'], checkout.successIndicator)
  else assert.match(end.text, /name="attempt" value="2"/)
})

it('payers who were elsewhere when the gateway was killed come back to the next one, and pay once', async (t) => {
  const database = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: databaseUrl(database), max: 2 })
  t.after(() => pool.end())
  const site = await makeSite(t)
  const environment = testEnvironment(database, { TOLLGATE_DATA_DIR: site.dataDir })
  const first = await site.start(environment)
  const asked = await newCheckout(doorsOf(first), { interaction: { action: undefined } })
  await openPayer(doorsOf(first), asked.sessionId).pay()
  const away = await newCheckout(doorsOf(first))
  const way = wayFrom(await openPayer(doorsOf(first), away.sessionId).pay({ source: 'PROVIDER_A' })) ?? ''
  first.kill('SIGKILL')
  await first.exited

  const second = await site.start(environment)
  // The same address from outside; only here the next gateway listens at another port.
  const here = (url: string) => second.httpUrl + new URL(url).pathname
  const challenged = openPayer(doorsOf(second), asked.sessionId)
  const question = formIn((await challenged.open()).text)
  const back = await answerBank({ ...question, action: here(question.action) }, { result: 'Y' })
  await post(here(back.action), back.fields)
  assert.equal(redirectOf(await challenged.open())[1]['resultIndicator'], asked.successIndicator)

  const follow = (url: string) => fetch(here(url), { redirect: 'manual' })
  assert.match((await follow(way)).headers.get('location') ?? '', /\/sandbox\/providers\/a\//)
  await pool.query("update simulated_providers.line set decision = 'APPROVE', decided_at = now()")
  await follow(way.replace('/out/', '/in/'))
  const returned = await openPayer(doorsOf(second), away.sessionId).open()
  assert.equal(redirectOf(returned)[1]['resultIndicator'], away.successIndicator)
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from transactions where type = 'PAYMENT' and gateway_code = 'APPROVED'
     group by order_id`,
  )
  assert.deepEqual(rows, [{ count: 1 }, { count: 1 }])
})
