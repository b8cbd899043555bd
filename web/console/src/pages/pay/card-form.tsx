// The places of the hosted fields. What is typed stays in their frames and goes to a session; no code here reads it.
import './pay.css'
import { Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { ApiProblem } from '../../api/problem.ts'
import { t } from '../../language/text.ts'
import { Icon } from '../../parts/icon.tsx'
import { Problem } from '../../parts/problem.tsx'
import { type CardField, cardFields } from './hosted-fields.ts'
import type { HostedCardState } from './use-hosted-card.ts'

export function CardForm({ card }: { readonly card: HostedCardState }) {
  if (card.problem !== undefined)
    return <Problem error={new ApiProblem(0, { code: 'FIELDS', explanation: card.problem })} />
  return (
    <Stack gap="md" aria-busy={!card.isReady}>
      <HostedInput field="number" card={card} />
      <div className="card-short-fields">
        <HostedInput field="expiryMonth" card={card} />
        <HostedInput field="expiryYear" card={card} />
        <HostedInput field="securityCode" card={card} />
      </div>
      <HostedInput field="nameOnCard" card={card} />
      <Group gap={6} c="dimmed" wrap="nowrap">
        <Icon name="lock" size={15} />
        <Text fz="sm">{t('Card details go directly to the gateway’s vault and never pass through the console.')}</Text>
      </Group>
    </Stack>
  )
}

function HostedInput({ field, card }: { readonly field: CardField; readonly card: HostedCardState }) {
  const { id, label, placeholder } = cardFields[field]
  const error = card.errors[field]
  return (
    <Skeleton visible={!card.isReady} animate={false}>
      <TextInput id={id} label={label} placeholder={placeholder} readOnly {...(error !== undefined && { error })} />
    </Skeleton>
  )
}
