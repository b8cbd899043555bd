// The addresses of payment links, of the services and, since they mirror them, of the pages.
import { path } from '../../api/client.ts'

export const paymentLinksPath = (merchantId: string) => path`/merchants/${merchantId}/payment-links`
export const paymentLinkPath = (merchantId: string, paymentLinkId: string) =>
  path`/merchants/${merchantId}/payment-links/${paymentLinkId}`
