// Why a payment is held: the rules that fired, and what else is known of its payer.
import { Text } from '@mantine/core'
import { addressCheckText, ruleText, securityCodeText } from '../../format/checks.ts'
import { countryText } from '../../format/country.ts'
import { t } from '../../language/text.ts'
import { NoValue } from '../../parts/values.tsx'
import type { ReviewListItem } from '../orders/wire.ts'

type Facts = NonNullable<ReviewListItem['reviewFacts']>

export function ReviewReasons({ facts }: { readonly facts: Facts | undefined }) {
  if (!facts) return <NoValue />
  return (
    <>
      {facts.rules.map((rule) => (
        <Text span display="block" inherit fw={600} key={rule.name}>
          {ruleText(rule)}
        </Text>
      ))}
      <Text span display="block" c="dimmed" fz="xs">
        {otherFacts(facts).join(' · ')}
      </Text>
    </>
  )
}

/** What no rule has said already. */
function otherFacts({ rules, avs, csc, country }: Facts): readonly string[] {
  const isSaid = (kind: string) => rules.some(({ name }) => name.endsWith(`_${kind}`))
  return [
    ...(avs === undefined || isSaid('AVS') ? [] : [addressCheckText(avs)]),
    ...(csc === undefined || isSaid('CSC') ? [] : [securityCodeText(csc)]),
    ...(country === undefined ? [] : [t('Billing country {country}', { country: countryText(country) })]),
  ]
}
