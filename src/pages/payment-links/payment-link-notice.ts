// The page that says why a payment link cannot be paid now.
import type { EndedCheckout } from '../../checkout/operations/open-checkout.ts'
import type { OpenedCheckout } from '../../checkout/operations/page-state.ts'
import type { PaymentLinkClosure } from '../../payment-links/operations/open-payment-link.ts'
import type { CheckoutPageRequest } from '../checkout/build-page-view.ts'
import { type CheckoutResponse, noticeResponse } from '../checkout/responses.ts'

const statuses: Readonly<Record<PaymentLinkClosure, number>> = {
  BUSY: 409,
  DISABLED: 410,
  EXHAUSTED: 410,
  EXPIRED: 410,
  PAID: 410,
}

export function paymentLinkNotice(
  page: OpenedCheckout | EndedCheckout,
  asking: CheckoutPageRequest,
  closure: PaymentLinkClosure,
): CheckoutResponse {
  return noticeResponse(page, asking, { about: `PAYMENT_LINK_${closure}`, status: statuses[closure] })
}
