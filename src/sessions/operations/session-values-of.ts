// The values of a request that a session stores: all but what is part of the call itself.

import { cardKindOf, fundingMethodOf } from '../../kernel/instrument.ts'
import { Secret } from '../../kernel/secret.ts'
import type { Values } from '../../kernel/values.ts'

export function sessionValuesOf(request: object): Values {
  const { apiOperation: _, correlationId: __, responseControls: ___, session: ____, ...values } = request as Values
  return withCardFacts(withoutCardFacts(values))
}

interface WithCard extends Values {
  readonly sourceOfFunds?: Values & { readonly provided?: Values & { readonly card?: Values | undefined } }
}

/** The values, with what can be derived from the card number if there is one. */
function withCardFacts(values: Values): Values {
  return changeCard(values, (card) => {
    const { number } = card
    if (!(number instanceof Secret)) return card
    const digits = number.open()
    return { ...card, ...cardKindOf(digits), fundingMethod: fundingMethodOf(digits) }
  })
}

export function withoutCardFacts(values: Values): Values {
  return changeCard(values, ({ brand: _, fundingMethod: __, scheme: ___, ...card }) => card)
}

function changeCard(values: Values, change: (card: Values) => Values): Values {
  const { sourceOfFunds } = values as WithCard
  const card = sourceOfFunds?.provided?.card
  if (!card) return values
  return {
    ...values,
    sourceOfFunds: { ...sourceOfFunds, provided: { ...sourceOfFunds?.provided, card: change(card) } },
  }
}
