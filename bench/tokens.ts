// Tokens a second against a bare echo of the same body, and payments with a token against payments with the card itself.
// Figures count only if the database holds as many tokens, payments and lines about openings as were answered.
import { table } from './measure.ts'
import { type BenchGateway, load, password, startEcho, startGateway } from './servers.ts'

const connections = 64
const seconds = 4
const warmUpSeconds = 1.5
/** In turns, so that both meet the same machine; before them one of each that does not count, until everything is warm. */
const rounds = 4
const tokensPaidWith = 1000

const merchant = 'TESTSUPPLIED'
const authorization = `Basic ${Buffer.from(`merchant.${merchant}:${password}`).toString('base64')}`
const root = `/api/rest/version/100/merchant/${merchant}`
const usual = { connections, seconds, warmUpSeconds, authorization }

const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }
const saveBody = JSON.stringify({ sourceOfFunds: { type: 'CARD', provided: { card } } })
const payBody = (sourceOfFunds: object) =>
  JSON.stringify({
    apiOperation: 'PAY',
    order: { amount: '12.34', currency: 'USD', reference: 'bench', description: 'A payment of the bench' },
    billing: { address: { city: 'Springfield', country: 'USA', postcodeZip: '12345', street: '1 Main St' } },
    customer: { email: 'payer@example.com', firstName: 'Jo', lastName: 'Payer' },
    sourceOfFunds,
    transaction: { source: 'INTERNET', reference: 'bench-1' },
  })

type Figures = Awaited<ReturnType<typeof load>>

export async function benchTokens(): Promise<void> {
  const echo = await startEcho()
  const echoed = await load({ ...usual, port: echo.port, method: 'PUT', path: '/token/bench#', body: saveBody })
  await echo.stop()

  const gateway = await startGateway({})
  const { port } = gateway
  const saved = await counted(gateway, 'select count(*)::int as count from tokens', '201', () =>
    load({ ...usual, port, method: 'PUT', path: `${root}/token/bench#`, body: saveBody }),
  )
  const changed = await load({
    ...usual,
    port,
    method: 'PUT',
    path: `${root}/token/bench#`,
    body: saveBody,
    among: tokensPaidWith,
  })
  const read = await load({ ...usual, port, method: 'GET', path: `${root}/token/bench#`, among: tokensPaidWith })
  table(`Tokens at ${connections} connections`, [
    line('PUT token, new', saved, echoed, 'of echo'),
    line('PUT token, known', changed, echoed, 'of echo'),
    line('GET token', read, echoed, 'of echo'),
  ])

  const withCard: Figures[] = []
  const withToken: Figures[] = []
  for (let round = 0; round <= rounds; round += 1) {
    withCard.push(await pay(gateway, `card-${round}`, payBody({ type: 'CARD', provided: { card } })))
    withToken.push(
      await counted(gateway, `select count(*)::int as count from audit where action = 'ACCOUNT_OPENED'`, '201', () =>
        pay(gateway, `token-${round}`, payBody({ token: 'bench#' }), tokensPaidWith),
      ),
    )
  }
  const sum = (figures: readonly Figures[]) => figures.slice(1).reduce((all, { perSecond }) => all + perSecond, 0)
  table(`PAY at ${connections} connections`, [
    ...withCard.slice(1).map((card, index) => pair(`round ${index + 1}`, card, withToken[index + 1] ?? card)),
    { what: 'all', 'of card': sum(withToken) / sum(withCard) },
  ])
  await gateway.stop()
}

function pair(what: string, card: Figures, token: Figures) {
  const ratio = token.perSecond / card.perSecond
  return { what, card: card.perSecond, token: token.perSecond, 'p99 of token': token.p99Ms, 'of card': ratio }
}

function pay(gateway: BenchGateway, name: string, body: string, bodyAmong?: number): Promise<Figures> {
  return counted(
    gateway,
    `select count(*)::int as count from transactions where gateway_code = 'APPROVED'`,
    '201',
    () =>
      load({
        ...usual,
        port: gateway.port,
        method: 'PUT',
        path: `${root}/order/${name}-#/transaction/1`,
        body,
        ...(bodyAmong !== undefined && { bodyAmong }),
      }),
  )
}

/** Valid only when the database has one row more for every response of that status, and there was no other. */
async function counted(
  gateway: BenchGateway,
  sql: string,
  status: string,
  run: () => Promise<Figures>,
): Promise<Figures> {
  const count = async () => (await gateway.query<{ count: number }>(sql))[0]?.count ?? 0
  const before = await count()
  const figures = await run()
  const made = (await count()) - before
  if (made !== figures.statuses[status] || Object.keys(figures.statuses).length !== 1)
    throw new Error(`not valid: ${JSON.stringify(figures.statuses)} answered, ${made} counted by ${sql}`)
  return figures
}

function line(what: string, { perSecond, p50Ms, p99Ms }: Figures, base: Figures, ratio: string) {
  const share = (perSecond / base.perSecond).toFixed(2)
  return { what, 'a second': perSecond, p50: p50Ms, p99: p99Ms, ratio: `${share} ${ratio}` }
}
