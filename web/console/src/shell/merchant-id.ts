// Which merchant the address is about.
import { useRoute } from 'wouter'
import { useCurrentSession } from '../session/session-context.tsx'
import { decodePart } from './address.ts'

/** For pages of a merchant. */
export function useMerchantId(): string {
  const merchantId = useShownMerchant()
  if (merchantId === undefined) throw new Error('the path of a merchant page has no merchant ID')
  return merchantId
}

/** Undefined on pages of the operator; on one's own pages the merchant one belongs to. */
export function useShownMerchant(): string | undefined {
  const [, named] = useRoute<{ readonly merchantId: string }>('/merchants/:merchantId/*?')
  const { merchant } = useCurrentSession()
  return named ? decodePart(named.merchantId) : merchant?.merchantId
}
