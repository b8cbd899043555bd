// Which merchant the address is about.
import { useRoute } from 'wouter'
import { useSession } from '../session/session-context.tsx'
import { decoded } from './address.ts'

/** For pages of a merchant. */
export function useMerchantId(): string {
  const merchantId = useShownMerchant()
  if (merchantId === undefined) throw new Error('a page of a merchant has a path without one')
  return merchantId
}

/** Undefined on pages of the operator; on one's own pages the merchant one belongs to. */
export function useShownMerchant(): string | undefined {
  const [, named] = useRoute<{ readonly merchantId: string }>('/merchants/:merchantId/*?')
  const { merchant } = useSession()
  return named ? decoded(named.merchantId) : merchant?.merchantId
}
