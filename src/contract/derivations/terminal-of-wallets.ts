// A payer with a wallet holds the terminal in the hand.
import type { Derivation } from '../derivation.ts'
import { findValue } from '../rules/find-value.ts'
import { withValue } from './with-value.ts'

const field = 'posTerminal.location'

export const terminalOfWallets: Derivation = {
  name: 'terminal-of-wallets',
  says: 'When a wallet collected the payment details, posTerminal.location is PAYER_TERMINAL_OFF_PREMISES unless the request says otherwise.',
  derive(request) {
    if (findValue(request, 'order.walletProvider') === undefined || findValue(request, field) !== undefined)
      return request
    return withValue(request, field, 'PAYER_TERMINAL_OFF_PREMISES')
  },
}
