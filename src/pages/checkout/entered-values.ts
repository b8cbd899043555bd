// What a payer entered in the attempt that was declined, as the form shows it again: a page that is loaded later, after
// a challenge or a wait, has no posted form to repeat.
import { isUnderWay, type OpenedCheckout, orderKeyOf } from '../../checkout/index.ts'
import { mayHoldAccountNumber } from '../../kernel/account-numbers-in-text.ts'
import type { StoredRequest } from '../../payments/index.ts'
import type { CheckoutPageDependencies } from '../dependencies.ts'
import type { FormField } from './form-fields.ts'
import type { AddressView, PayView } from './page-view.ts'
import { savedSourceOf } from './saved-accounts.ts'

/** Nothing of the card or account itself: neither its number, its code nor its expiry date. */
export async function valuesOfLastAttempt(
  page: OpenedCheckout,
  { store }: Pick<CheckoutPageDependencies, 'store'>,
): Promise<PayView['values']> {
  const { checkout } = page.stored
  const last = isUnderWay(checkout) ? undefined : checkout.last
  if (!last || last.provider) return {}
  const order = await store.findOrder(orderKeyOf(page))
  const attempt = order?.transactions.find(({ key }) => key.transactionId === last.transactionId)
  if (!attempt) return {}
  const { token } = attempt.request.sourceOfFunds ?? {}
  const source = token === undefined ? undefined : savedSourceOf(page, token)
  const values = formValuesOf(attempt.request)
  return source === undefined ? values : { ...values, source }
}

function formValuesOf({ sourceOfFunds, billing, customer }: StoredRequest): PayView['values'] {
  const { type, token, provided } = sourceOfFunds ?? {}
  const address: AddressView = billing?.address ?? {}
  const { street, street2, city, stateProvince, postcodeZip, country } = address
  return withoutAccountNumbers({
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
  })
}

/**
 * Values that were typed and may be shown in the form again: nothing of a card or an account, and no text that contains
 * the number of one.
 */
export function repeatableValues(form: ReadonlyMap<string, string>): PayView['values'] {
  return withoutAccountNumbers(Object.fromEntries(form))
}

function withoutAccountNumbers(values: Readonly<Record<string, string | undefined>>): PayView['values'] {
  return Object.fromEntries(
    repeatedFields.flatMap((name) => {
      const value = values[name]?.slice(0, longestSearched)
      return value === undefined || mayHoldAccountNumber(value) ? [] : [[name, value.slice(0, longestRepeated)]]
    }),
  )
}

const longestRepeated = 320
/** As much more as a number can take that begins in what is repeated. */
const longestSearched = longestRepeated + 64
/** Fields that are stored and shown in clear: they must not contain a card number. */
export const repeatedFields: readonly FormField[] = [
  'source',
  'nameOnCard',
  'achAccountHolder',
  'achAccountType',
  'bankIdentifier',
  'email',
  'billingStreet',
  'billingStreet2',
  'billingCity',
  'billingStateProvince',
  'billingPostcodeZip',
  'billingCountry',
]
