// What payer authentication does for payments.
import type { PayerProofs } from '../../payments/ports/payer-proofs.ts'
import { type AuthenticationProofPorts, applyAuthentication } from './apply-authentication.ts'
import { pollAuthentication } from './poll-authentication.ts'
import { pollDeviceAuthentication } from './poll-device-authentication.ts'

/** The ports are read at each use: one may be replaced while the gateway runs. */
export function payerProofs(ports: AuthenticationProofPorts): PayerProofs {
  return {
    find: (request, payment) => applyAuthentication(request, payment, ports),
    isAtAcquirer: (link) => ports.payerAuthentication?.isAtAcquirer(link) ?? false,
    refresh: (key) => pollAuthentication(key, ports),
    async findOfDevice(key) {
      const [begun] = await ports.deviceAuthentications.find(key, ports.clock.expiryTime())
      return begun && pollDeviceAuthentication(begun, ports)
    },
  }
}
