// A rule across fields about payment links.
import { reject } from '../../kernel/rejection.ts'
import { findText, findValue } from '../../kernel/values.ts'
import type { ContractRule } from './rule.ts'

/** Without the mode there is no link, and its expiry would be ignored. */
export const paymentLinkNeedsMode: ContractRule = {
  name: 'payment-link-needs-mode',
  says: 'paymentLink is accepted with checkoutMode PAYMENT_LINK only.',
  check(request) {
    if (findValue(request, 'paymentLink') === undefined) return undefined
    if (findText(request, 'checkoutMode') === 'PAYMENT_LINK') return undefined
    return reject('FIELD_INVALID', 'Value is invalid. It requires checkoutMode PAYMENT_LINK.', { field: 'paymentLink' })
  },
}
