// A simulated acquirer on a database of its own, with a clock that stands still unless a test moves it.
import type pg from 'pg'
import { type SimulatorOptions, simulatedAcquirer } from '../../src/acquirers/simulator/index.ts'
import type { CardInstrument } from '../../src/kernel/instrument.ts'
import { Secret } from '../../src/kernel/secret.ts'
import type { AcquirerRequest } from '../../src/payments/ports/acquirer.ts'
import { inUnitOfWork, openDatabase } from '../../src/platform/postgres/database.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

export interface SetClock {
  now(): Date
  expiryTime(): Date
  sleep(ms: number): Promise<void>
  /** Lets everyone who sleeps wake up. */
  advance(ms: number): void
  readonly sleeping: readonly number[]
}

export function setClock(start = '2026-11-15T10:20:30.400Z'): SetClock {
  let nowMs = Date.parse(start)
  const waiting: { readonly ms: number; readonly until: number; readonly wake: () => void }[] = []
  return {
    now: () => new Date(nowMs),
    expiryTime: () => new Date(nowMs),
    sleep(ms) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push({ ms, until: nowMs + ms, wake: resolve })
      return promise
    },
    advance(ms) {
      nowMs += ms
      for (const each of waiting.splice(0)) {
        if (each.until <= nowMs) each.wake()
        else waiting.push(each)
      }
    },
    get sleeping() {
      return waiting.map(({ ms }) => ms)
    },
  }
}

interface SimulatorStart extends Pick<SimulatorOptions, 'faults' | 'capabilities'> {
  /** A database that is there already. */
  readonly on?: string
}

export async function startSimulator({ on, ...options }: SimulatorStart = {}) {
  const name = on ?? (await createTestDatabase())
  const database = openDatabase({ connectionString: databaseUrl(name) }, { poolSize: 6, onError: () => undefined })
  const clock = setClock()
  let merchants = 0
  return {
    acquirer: simulatedAcquirer({ database, clock, ...options }),
    clock,
    databaseName: name,
    newMerchant() {
      merchants += 1
      return `ACQUIRED${merchants}`
    },
    async query<R extends object>(text: string, values: readonly unknown[] = []): Promise<readonly R[]> {
      return (await database.query<R>(text, [...values])).rows
    },
    inTransaction: (work: (query: (text: string) => Promise<pg.QueryResult>) => Promise<void>) =>
      inUnitOfWork(database, (client) => work((text) => client.query(text))),
    close: () => database.end(),
  }
}

export function testCard(expiry: string, differences: Partial<CardInstrument> = {}): CardInstrument {
  const [month = '', year = ''] = expiry.split('/')
  return {
    kind: 'CARD',
    number: new Secret('ACCOUNT', '5123450000000008'),
    scheme: 'MASTERCARD',
    brand: 'MASTERCARD',
    fundingMethod: 'CREDIT',
    expiry: { month, year },
    securityCode: new Secret('AUTHENTICATION', '100'),
    ...differences,
  }
}

type Payment = Extract<AcquirerRequest, { kind: 'AUTHORIZE' | 'PAY' }>

let asked = 0

/** A payment of 10.00 with the card that is approved, but for what differs. */
export function testPayment(acquirerMerchantId: string, differences: Partial<Payment> = {}): Payment {
  asked += 1
  return {
    kind: 'PAY',
    reference: `simulated-${process.pid}-${asked}`,
    acquirerMerchantId,
    currency: 'USD',
    amountMinor: 10_00n,
    details: {},
    instrument: testCard('1/39'),
    ...differences,
  }
}
