// What a payer entered in the attempt that was declined, as the form shows it again: a page that is loaded later, after
// a challenge or a wait, has no posted form to repeat.

import type { OpenedCheckout } from '../../checkout/operations/page-state.ts'
import { orderKeyOf } from '../../checkout/operations/resolve-page-attempt.ts'
import { isUnderWay } from '../../checkout/rules/checkout.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { StoredRequest } from '../../payments/ports/stored-messages.ts'
import type { Ports } from '../../requests/ports.ts'
import type { AddressView, PayView } from './page-view.ts'
import { withoutAccountNumbers } from './repeated-values.ts'
import { savedSourceOf } from './saved/saved-accounts.ts'

/** Nothing of the card or account itself: neither its number, its code nor its expiry date. */
export async function valuesOfLastAttempt(
  page: OpenedCheckout,
  { store }: Pick<Ports, 'store'>,
): Promise<PayView['values']> {
  const { checkout } = page.stored
  const last = isUnderWay(checkout) ? undefined : checkout.last
  if (!last || last.provider) return {}
  const order = await store.findOrder(orderKeyOf(page))
  const attempt = order?.transactions.find(({ key }) => key.transactionId === last.transactionId)
  if (!attempt) return {}
  const { token } = attempt.request.sourceOfFunds ?? {}
  const source = token === undefined ? undefined : savedSourceOf(page, token)
  return { ...formValuesOf(attempt.request), ...omitUndefined({ source }) }
}

export function formValuesOf({ sourceOfFunds, billing, customer }: StoredRequest): PayView['values'] {
  const { type, token, provided } = sourceOfFunds ?? {}
  const address: AddressView = billing?.address ?? {}
  const { street, street2, city, stateProvince, postcodeZip, country } = address
  return withoutAccountNumbers(
    omitUndefined({
      source: token === undefined ? type : undefined,
      nameOnCard: provided?.card?.nameOnCard,
      achAccountHolder: provided?.ach?.bankAccountHolder,
      achAccountType: provided?.ach?.accountType,
      email: customer?.email,
      billingStreet: street,
      billingStreet2: street2,
      billingCity: city,
      billingStateProvince: stateProvince,
      billingPostcodeZip: postcodeZip,
      billingCountry: country,
    }),
  )
}
