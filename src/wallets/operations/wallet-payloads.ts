// What wallets do for payments.
import type { WalletPayloads } from '../../payments/ports/wallet-payloads.ts'
import type { WalletDependencies } from '../dependencies.ts'
import { claimPayload, openDevicePayment } from './open-device-payment.ts'

/** The ports are read at each use: one may be replaced while the gateway runs. */
export function walletPayloads(
  ports: Pick<WalletDependencies, 'wallets' | 'usedPayloads' | 'velocity' | 'clock'>,
): WalletPayloads {
  return {
    open: (request, terms) => openDevicePayment(request, terms, ports),
    claim: (payload, use, call) => claimPayload(payload, use, call, ports),
  }
}
