// The simulated token service and account updater: as such, and what their books hold.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type CardScheme, cardKindOf } from '../../src/kernel/instrument.ts'
import { Secret } from '../../src/kernel/secret.ts'
import { openDatabase } from '../../src/platform/postgres/database.ts'
import { simulatedAccountUpdater } from '../../src/tokens/account-updater/simulator/index.ts'
import { simulatedTokenService } from '../../src/tokens/token-service/simulator/index.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'
import { accountUpdaterConformance } from './account-updater.ts'
import { tokenServiceConformance } from './token-service.ts'

async function openBooks() {
  const connectionString = databaseUrl(await createTestDatabase())
  return openDatabase({ connectionString }, { poolSize: 4, onError: () => undefined })
}

const mastercard = '5123450000000008'
const card = (expiry: string, number = mastercard) => {
  const [month = '', year = ''] = expiry.split('/')
  return { number, expiry: { month, year } }
}

tokenServiceConformance('The simulator', async () => {
  const database = await openBooks()
  const service = simulatedTokenService(database)
  return {
    service,
    cards: {
      given: card('1/39'),
      another: card('1/39', '5111111111111118'),
      refused: card('07/38'),
      lostOnce: card('8/38'),
      lost: card('09/38'),
      givenUpSlowly: card('10/38'),
    },
    pushed: { identifier: 'TEST-PUSH-MASTERCARD-17', card: card('1/39'), silent: 'TEST-PUSH-SILENT' },
    happen: async (notice) => {
      await service.announce(notice)
    },
    close: () => database.end(),
  }
})

const brands = {
  AMEX: '345678901234564',
  DINERS_CLUB: '30123400000000',
  DISCOVER: '6011003179988686',
  JCB: '3528000000000007',
  MAESTRO: '5000000000000000005',
  MASTERCARD: mastercard,
  UATP: '135492354874528',
  VISA: '4508750015741019',
} as const

accountUpdaterConformance('The simulator', async () => {
  const database = await openBooks()
  const ofAllBrands = (expiry: string) => Object.values(brands).map((number) => card(expiry, number))
  return {
    updater: simulatedAccountUpdater(database),
    cards: {
      unchanged: [...ofAllBrands('05/38'), card('1/39'), card('12/40')],
      renewed: card('2/38'),
      replaced: [...ofAllBrands('3/38'), card('3/38', '5111111111111118')],
      replacedUnseen: ofAllBrands('01/38'),
      closed: card('4/38'),
      silent: card('6/38'),
    },
    close: () => database.end(),
  }
})

describe('the books of the simulated token service', () => {
  let database: Awaited<ReturnType<typeof openBooks>>
  before(async () => {
    database = await openBooks()
  })
  after(() => database.end())

  it('number the tokens of each scheme like its cards, and refuse cards of no known scheme', async () => {
    const service = simulatedTokenService(database)
    for (const number of [...Object.values(brands), '6200000000000005', '5085000000000003', '9000000000000001']) {
      const result = await service.provision({
        reference: `R:${number.slice(0, 8)}`,
        number: new Secret('ACCOUNT', number),
        cardholder: {},
      })
      const { scheme }: { scheme: CardScheme } = cardKindOf(number)
      if (scheme === 'OTHER') assert.equal(result.kind, 'REFUSED')
      else assert.equal(result.kind === 'PROVISIONED' && cardKindOf(result.number.open()).scheme, scheme)
    }
  })

  it('record what it received and no number in clear, neither of a card nor of a token', async () => {
    const service = simulatedTokenService(database)
    const cardholder = { nameOnCard: 'Ada Payer', billing: { address: { street: '1 Alpha St' } } }
    const number = new Secret('ACCOUNT', mastercard)
    const result = await service.provision({ reference: 'R:told', number, cardholder })
    assert.ok(result.kind === 'PROVISIONED')
    const { rows } = await database.query<{ card: string; cardholder: object; fingerprint: string }>(
      `select card, cardholder, fingerprint from simulated_token_service.scheme_token where reference = 'R:told'`,
    )
    assert.deepEqual([rows[0]?.card, rows[0]?.cardholder], ['512345xxxxxx0008', cardholder])
    assert.match(rows[0]?.fingerprint ?? '', /^[0-9a-f]{64}$/)
    const everything = JSON.stringify((await database.query('select * from simulated_token_service.scheme_token')).rows)
    assert.ok(!everything.includes(mastercard) && !everything.includes(result.number.open()))
  })
})

describe('the books of the simulated account updater', () => {
  it('record the requests and answers, and no number in clear', async () => {
    const database = await openBooks()
    const updater = simulatedAccountUpdater(database)
    const question = { reference: 'one', number: new Secret('ACCOUNT', mastercard), expiry: { month: '3', year: '38' } }
    await updater.lookUp(question)
    await updater.lookUp(question)
    const { rows } = await database.query(
      'select reference, asked, card, expiry, said from simulated_account_updater.look_up',
    )
    await database.end()
    assert.deepEqual(rows, [{ reference: 'one', asked: 2, card: '512345xxxxxx0008', expiry: '3/38', said: 'REPLACED' }])
  })
})
