// The bank of examples/acquirer in the test's process, and links to it.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import adapter from '../../../examples/acquirer/adapter.ts'
import { openBank, silentCard } from '../../../examples/acquirer/bank.ts'
import { bankServer } from '../../../examples/acquirer/server.ts'
import type { AcquirerAdapter, OpenedLink } from '../../../src/acquirers/adapter.ts'
import type { ConformanceSubject } from '../../../src/acquirers/conformance/index.ts'
import type { CardInstrument } from '../../../src/kernel/instrument.ts'
import { Secret } from '../../../src/kernel/secret.ts'
import { systemClock } from '../../../src/platform/system/clock.ts'
import { testCard } from '../../conformance/acquirer-simulator-kit.ts'

export const bankApiKey = 'bank-api-key-for-tests'

export interface ExampleBank {
  readonly url: string
  /** Its books. */
  readonly file: string
  /** As after a crash: what it has is what is in the file. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export async function startExampleBank(): Promise<ExampleBank> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-bank-'))
  const file = join(folder, 'bank.jsonl')
  let server = await listen(0)
  const { port } = server.address() as AddressInfo

  async function listen(at: number) {
    const fresh = bankServer(openBank(file), bankApiKey).listen(at, '127.0.0.1')
    await once(fresh, 'listening')
    return fresh
  }
  async function end(): Promise<void> {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return {
    url: `http://127.0.0.1:${port}`,
    file,
    async restart() {
      await end()
      server = await listen(port)
    },
    async stop() {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const bankCard = (number: string): CardInstrument =>
  testCard('1/39', { number: new Secret('ACCOUNT', number), scheme: 'VISA', brand: 'VISA' })

export const bankCards = {
  approved: bankCard('4111111111111111'),
  declined: bankCard('4000000000000002'),
  approvedInPart: bankCard('4000000000000010'),
  silent: bankCard(silentCard),
} as const

export function openBankLink(
  { url }: Pick<ExampleBank, 'url'>,
  logged: unknown[] = [],
  open: AcquirerAdapter['open'] = adapter.open,
): OpenedLink {
  return open({
    linkId: 'harbor',
    revision: 1,
    isProduction: false,
    seals: undefined as never,
    settings: { url, apiKey: bankApiKey, connectTimeoutMs: 5_000, requestTimeoutMs: 20_000 },
    clock: systemClock,
    log: (message, details) => logged.push({ message, details }),
    database: undefined as never,
  })
}

/** The link as the conformance suite takes it. */
export function bankSubject(link: OpenedLink): ConformanceSubject {
  return {
    link,
    acquirerMerchantId: 'SHOP1',
    currencies: ['USD', 'JPY', 'KWD'],
    cards: bankCards,
    secrets: [bankApiKey],
  }
}
