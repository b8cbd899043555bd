// The page that says why a payment link cannot be paid now.
import type { EndedCheckout } from '../../checkout/operations/open-checkout.ts'
import type { OpenedCheckout } from '../../checkout/operations/page-state.ts'
import type { PaymentLinkClosure } from '../../payment-links/operations/open-payment-link.ts'
import type { CheckoutPageRequest } from '../checkout/build-page-view.ts'
import type { NoticeView } from '../checkout/page-view.ts'
import { type CheckoutResponse, noticeResponse } from '../checkout/responses.ts'

const notices: Readonly<Record<PaymentLinkClosure, { readonly about: NoticeView['about']; readonly status: number }>> =
  {
    BUSY: { about: 'PAYMENT_LINK_BUSY', status: 409 },
    DISABLED: { about: 'PAYMENT_LINK_DISABLED', status: 410 },
    EXHAUSTED: { about: 'PAYMENT_LINK_EXHAUSTED', status: 410 },
    EXPIRED: { about: 'PAYMENT_LINK_EXPIRED', status: 410 },
    PAID: { about: 'PAYMENT_LINK_PAID', status: 410 },
  }

export function paymentLinkNotice(
  page: OpenedCheckout | EndedCheckout,
  asking: CheckoutPageRequest,
  closure: PaymentLinkClosure,
): CheckoutResponse {
  return noticeResponse(page, asking, notices[closure])
}
