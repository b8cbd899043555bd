// The simulated providers' responses about an entry of their books.

import { type GatewayCode, gatewayCodes } from '../../../kernel/gateway-code.ts'
import { omitUndefined } from '../../../kernel/omit-undefined.ts'
import { Secret } from '../../../kernel/secret.ts'
import type { AcquirerResponse, PayerAtProvider, ProviderStatus } from '../../../payments/index.ts'
import { payerOfA, payerOfC, type ScriptStep } from './conventions.ts'
import type { PaymentPageDetails, ProviderLine } from './provider-line.ts'
import { type ProviderLineStatus, providerLineStatusOf } from './provider-line-status.ts'

const words: Partial<Readonly<Record<GatewayCode, readonly [code: string, message: string]>>> = {
  ABORTED: ['18', 'Aborted by the payer'],
  ACQUIRER_SYSTEM_ERROR: ['96', 'System error'],
  APPROVED: ['00', 'Approved'],
  CANCELLED: ['17', 'Cancelled by the payer'],
  DECLINED: ['05', 'Declined'],
  INSUFFICIENT_FUNDS: ['51', 'Insufficient funds'],
  NOT_SUPPORTED: ['57', 'Not supported'],
  PENDING: ['09', 'In progress'],
}

/** The time in the provider's books, in the providers' format. */
export function dateAndTime(moment: Date): { readonly date: string; readonly time: string } {
  const instant = moment.toISOString()
  return { date: instant.slice(5, 10).replace('-', ''), time: instant.slice(11, 19).replaceAll(':', '') }
}

export function transactionIdOf({ provider, serial }: Pick<ProviderLine, 'provider' | 'serial'>): string {
  return `${provider.replace('PROVIDER_', 'P')}-${serial.padStart(10, '0')}`
}

export function responseOf(
  line: ProviderLine,
  outcome: Omit<ScriptStep, 'afterMs'>,
  lineStatus: ProviderLineStatus,
): AcquirerResponse {
  const { gatewayCode } = outcome
  const [acquirerCode, acquirerMessage] = words[gatewayCode] ?? ['99', 'Unspecified failure']
  const { result, isOpen } = gatewayCodes[gatewayCode]
  return {
    acquirerCode,
    acquirerMessage,
    ...outcome,
    ...(result === 'SUCCESS' && !isOpen && { approvedMinor: lineStatus.standingMinor }),
    transactionId: transactionIdOf(line),
    ...dateAndTime(lineStatus.since),
    timeZone: '+0000',
    debugInformation: `Simulated provider: ${gatewayCode}.`,
  }
}

/** The result of a request without a page; one that is still being processed is pending. */
export function finalResponseOf(line: ProviderLine, now: Date): AcquirerResponse {
  const lineStatus = providerLineStatusOf(line, now)
  return responseOf(line, lineStatus.outcome ?? { gatewayCode: 'PENDING' }, lineStatus)
}

export function providerStatusOf(
  line: ProviderLine,
  { now, payerUrl }: { readonly now: Date; readonly payerUrl: string },
): ProviderStatus {
  const lineStatus = providerLineStatusOf(line, now)
  const { state, outcome, isFinal } = lineStatus
  return {
    state,
    ...(outcome && { response: responseOf(line, outcome, lineStatus) }),
    isFinal,
    payerUrl,
    payer: payerOf(line, lineStatus),
  }
}

/** Before the payer has agreed the provider does not disclose the payer's identity. */
export function payerOf(line: ProviderLine, { state, isApproved }: ProviderLineStatus): PayerAtProvider {
  if (state !== 'AGREED' && !isApproved) return {}
  const { chosenShipping } = line
  switch (line.provider) {
    case 'PROVIDER_A':
      return {
        providerA: { ...payerOfA, ...emailOf(line) },
        ...omitUndefined({ shipping: chosenShipping }),
      }
    case 'PROVIDER_B':
      return {}
    case 'PROVIDER_C': {
      const { bankAccountNumber, iban, ...rest } = payerOfC
      return {
        providerC: {
          ...rest,
          bankAccountNumber: new Secret('BANK_ACCOUNT', bankAccountNumber),
          iban: new Secret('BANK_ACCOUNT', iban),
        },
      }
    }
  }
}

function emailOf({ details, confirmation }: ProviderLine): { readonly accountEmail?: string } {
  const { customerEmail } = (confirmation === undefined ? {} : details) as Partial<PaymentPageDetails>
  return customerEmail === undefined ? {} : { accountEmail: customerEmail }
}
