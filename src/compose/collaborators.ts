// What later subjects do for payments: each supplies a port that payments defines.

import { browserPaymentProgress } from '../browser-payments/operations/follow-up-browser-payment.ts'
import { payerProofs } from '../payer-authentication/operations/apply-authentication.ts'
import { storedCards } from '../tokens/operations/stored-cards.ts'
import { walletPayloads } from '../wallets/operations/open-device-payment.ts'
import type { SubjectDependencies } from './dependencies.ts'

type Collaborators = Pick<
  SubjectDependencies,
  'storedCards' | 'walletPayloads' | 'payerProofs' | 'browserPaymentProgress'
>

/** By the same ports, which are read at each use. */
export function withCollaborators<Others extends Omit<SubjectDependencies, keyof Collaborators>>(
  ports: Others,
): Others & Collaborators {
  return Object.assign(ports, {
    storedCards: storedCards(ports),
    walletPayloads: walletPayloads(ports),
    payerProofs: payerProofs(ports),
    browserPaymentProgress: browserPaymentProgress(ports),
  })
}
