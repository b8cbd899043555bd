// A chip can approve on its own; a terminal that goes online regardless states why.
import { reject } from '../../../domain/rejection.ts'
import type { ContractRule } from '../../rule.ts'
import { findText } from '../find-value.ts'

const chipModes: ReadonlySet<string | undefined> = new Set(['CHIP', 'CHIP_FALLBACK'])

export const onlineReasonWithChip: ContractRule = {
  name: 'online-reason-with-chip',
  says: 'Chip and chip fallback transactions say why they went online.',
  check(request) {
    if (!chipModes.has(findText(request, 'posTerminal.panEntryMode'))) return undefined
    if (findText(request, 'posTerminal.onlineReasonCode') !== undefined) return undefined
    return reject(
      'FIELD_MISSING',
      'Mandatory parameter is missing: the card was read by its chip, or should have been.',
      {
        field: 'posTerminal.onlineReasonCode',
      },
    )
  },
}
