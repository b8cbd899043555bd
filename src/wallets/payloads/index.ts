// The wallets port: finds out which wallet a payload is from, and opens it with the merchant's keys.

import { isPlausibleCardNumber } from '../../kernel/instrument.ts'
import { openSemaphore } from '../../platform/concurrency/semaphore.ts'
import type { WalletKeys } from '../ports/wallet-keys.ts'
import type { WalletFault, WalletPayment, Wallets } from '../ports/wallets.ts'
import type { Wallet } from '../rules/wallet.ts'
import { openApplePayload } from './apple-pay.ts'
import { pointOf } from './elliptic-keys.ts'
import { openGooglePayload } from './google-pay.ts'
import { objectOf, parseObject, type WalletJson } from './json-members.ts'
import type { TrustedRoots } from './wallet-certificates.ts'

/** So many payloads are verified at a time, each by one thread of the pool after the other; the others wait, and not for long. */
const verifiedMax = 2
const waitingMax = 64
const waitMsMax = 5_000

export function openWallets(
  provided: TrustedRoots,
  { findUsable }: Pick<WalletKeys, 'findUsable'>,
  /** In the sandbox: of the simulated wallets, trusted where the operator has provided no roots. */
  simulated?: () => Promise<TrustedRoots>,
): Wallets {
  const hasRoots = { APPLE_PAY: provided.applePay.length > 0, GOOGLE_PAY: provided.googlePay.length > 0 }
  const rootsFor = (wallet: Wallet) => (hasRoots[wallet] || !simulated ? provided : simulated())
  const turns = openSemaphore({ max: verifiedMax, queueMax: waitingMax })
  return {
    trustIn: (wallet) => (hasRoots[wallet] ? 'PROVIDED' : simulated ? 'SIMULATED' : 'NONE'),

    async findKeyInUse(merchantId, wallet) {
      const keys = await findUsable(merchantId)
      const key = keys.find((each) => each.wallet === wallet && each.usedSince)
      return key && { identifier: key.identifier, publicKey: pointOf(key.privateKey).toString('base64') }
    },

    async open(payload, { merchantId, at }) {
      const detected = findPayload(payload.open())
      if (!detected) return { kind: 'REFUSED', fault: 'MALFORMED' }
      const { wallet, content } = detected
      const keys = (await findUsable(merchantId)).filter((key) => key.wallet === wallet)
      const roots = await rootsFor(wallet)
      if (await turns.take(waitMsMax)) return { kind: 'REFUSED', fault: 'OVERLOADED', wallet }
      const opened = await (wallet === 'APPLE_PAY'
        ? openApplePayload(content, { keys, roots: roots.applePay, at })
        : openGooglePayload(content, { keys, roots: roots.googlePay, at })
      ).finally(() => turns.release())
      const fault = typeof opened === 'string' ? opened : faultOf(opened)
      return fault === undefined ? (opened as WalletPayment) : { kind: 'REFUSED', fault, wallet }
    },
  }
}

/** Some clients send the whole of what Apple's library gives, with the payload as its member. */
function findPayload(text: string): { readonly wallet: Wallet; readonly content: WalletJson } | undefined {
  const sent = parseObject(text)
  const content = objectOf(sent?.['paymentData']) ?? sent
  if (content?.['protocolVersion'] !== undefined) return { wallet: 'GOOGLE_PAY', content }
  return content?.['version'] === undefined ? undefined : { wallet: 'APPLE_PAY', content }
}

/** What the rows of the contract would refuse if it were sent in clear. */
function faultOf({ number, expiry: { month }, device }: WalletPayment): WalletFault | undefined {
  const digits = number.open()
  const isRight =
    /^[0-9]{9,19}$/.test(digits) &&
    isPlausibleCardNumber(digits) &&
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    /^[0-9]{0,2}$/.test(device?.eciIndicator ?? '') &&
    /^[\x20-\x7e]{0,128}$/.test(device?.cryptogram.open() ?? '')
  return isRight ? undefined : 'MALFORMED'
}
