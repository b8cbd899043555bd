// posTerminal.entryMode is two codes in one: how the number was entered, and how the PIN.
import { reject } from '../../../domain/rejection.ts'
import type { ContractRule } from '../../rule.ts'
import { findText } from '../find-value.ts'

// Manual, stripe in part, optical, chip, contactless chip, manual after chip, stripe after chip, stripe in full,
// contactless stripe.
const panEntryModes: ReadonlySet<string> = new Set(['01', '02', '04', '05', '07', '79', '80', '90', '91'])
// Unknown, terminal can take a PIN, terminal cannot, PIN pad broken.
const pinEntryModes: ReadonlySet<string> = new Set(['0', '1', '2', '8'])

export const entryModeDigits: ContractRule = {
  name: 'entry-mode-digits',
  says: 'The first two digits of posTerminal.entryMode are a known way of entering the number, the last one of entering the PIN.',
  check(request) {
    const mode = findText(request, 'posTerminal.entryMode')
    if (mode === undefined || (panEntryModes.has(mode.slice(0, 2)) && pinEntryModes.has(mode.slice(2))))
      return undefined
    return reject('FIELD_INVALID', `Value '${mode}' is invalid. It is no known combination of entry modes.`, {
      field: 'posTerminal.entryMode',
    })
  },
}
