// A link to a host without a database: its trace numbers and keys are in memory.
import { openLink } from '../../../src/acquirers/iso8583/index.ts'
import type { LinkKeyStore } from '../../../src/acquirers/iso8583/keys/key-store.ts'
import type { TraceBlocks } from '../../../src/acquirers/iso8583/trace-blocks.ts'
import type { CardInstrument } from '../../../src/kernel/instrument.ts'
import { Secret } from '../../../src/kernel/secret.ts'
import type { LinkKeyState } from '../../../src/merchants/postgres/access-rights/link-key-rows.ts'
import type { AcquirerRequest, AcquirerResult, Repetition, WireIdentity } from '../../../src/payments/ports/acquirer.ts'

export function memoryBlocks(count = 1000): TraceBlocks {
  let next = 0
  return {
    leaseMs: 60_000,
    async lease() {
      if (next >= count) return undefined
      next += 1
      return { block: next - 1, leasedAtMs: Date.parse('2026-11-16T10:20:30.400Z'), until: '2026-11-16T10:21:30.400Z' }
    },
    release: async () => undefined,
  }
}

export function memoryKeys(): LinkKeyStore & { readonly stored: Map<string, LinkKeyState> } {
  const stored = new Map<string, LinkKeyState>()
  return {
    stored,
    read: async (configured) => stored.get(configured),
    async change(configured, decide) {
      const state = decide(stored.get(configured))
      if (state) stored.set(configured, { ...state })
    },
  }
}

interface TestLinkOptions {
  readonly traceBlocks?: TraceBlocks
  readonly keyStore?: LinkKeyStore
  readonly isProduction?: boolean
  readonly now?: () => Date
}

export function testLink(
  settings: Readonly<Record<string, string | number | boolean>>,
  {
    traceBlocks = memoryBlocks(),
    keyStore = memoryKeys(),
    isProduction = false,
    now = () => new Date(),
  }: TestLinkOptions = {},
) {
  const logged: { readonly message: string; readonly details: object | undefined }[] = []
  const link = openLink({
    settings: { institutionId: '123456', reconnectMinMs: 10, reconnectMaxMs: 50, ...settings },
    isProduction,
    clock: { now, expiryTime: () => new Date(), sleep: async () => undefined },
    log: (message, details) => void logged.push({ message, details }),
    traceBlocks,
    keyStore,
  })
  const { acquirer } = link

  async function prepare<Question extends AcquirerRequest>(
    question: Question,
  ): Promise<Question & { readonly wire: WireIdentity }> {
    const prepared = await acquirer.prepare?.(question)
    if (prepared?.kind !== 'PREPARED') throw new Error(prepared?.why)
    return { ...question, wire: prepared.wire }
  }

  return {
    ...link,
    logged,
    prepare,
    /** What is unusual, counted since the link was opened. */
    counts: () => link.connections()[0]?.counts ?? {},
    async ask(
      question: AcquirerRequest,
      terms: Repetition & { readonly sendBefore?: number } = {},
    ): Promise<AcquirerResult> {
      const prepared = question.wire ? question : await prepare(question)
      return acquirer.ask(prepared, { sendBefore: Number.POSITIVE_INFINITY, ...terms })
    },
  }
}

export type TestLink = ReturnType<typeof testLink>

export function isoCard(differences: Partial<CardInstrument> = {}): CardInstrument {
  return {
    kind: 'CARD',
    number: new Secret('ACCOUNT', '5123450000000008'),
    scheme: 'MASTERCARD',
    brand: 'MASTERCARD',
    fundingMethod: 'CREDIT',
    expiry: { month: '1', year: '39' },
    securityCode: new Secret('AUTHENTICATION', '123'),
    ...differences,
  }
}

type Payment = Extract<AcquirerRequest, { kind: 'AUTHORIZE' | 'PAY' }>

let asked = 0

export function isoPayment(differences: Partial<Payment> = {}): Payment {
  asked += 1
  return {
    kind: 'PAY',
    reference: `ref-${asked}`,
    acquirerMerchantId: 'SHOP1',
    currency: 'USD',
    amountMinor: 10_00n,
    details: {},
    instrument: isoCard(),
    ...differences,
  }
}
