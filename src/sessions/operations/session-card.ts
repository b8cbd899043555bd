// What the gateway itself adds about a card in a session. A request may contain such members too, without effect.
import { cardKindOf, fundingMethodOf } from '../../kernel/instrument.ts'
import { Secret } from '../../kernel/secret.ts'
import type { Values } from '../../kernel/values.ts'

interface WithCard extends Values {
  readonly sourceOfFunds?: Values & { readonly provided?: Values & { readonly card?: Values } }
}

/** The values, with what can be derived from the card number if there is one. */
export function withCardFacts(values: Values): Values {
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
