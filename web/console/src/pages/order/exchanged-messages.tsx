// A message that was sent to an acquirer and the answer, folded; unfolded, field by field.
import { Text } from '@mantine/core'
import { t, tx } from '../../language/text.ts'
import { Time } from '../../parts/values.tsx'
import type { MessageExchangeView } from '../orders/wire.ts'

type Message = MessageExchangeView['sent']

export function ExchangeDetails({ exchange }: { readonly exchange: MessageExchangeView }) {
  const { sent, received, problem, linkId, at, tookMs } = exchange
  return (
    <details className="kept-fold">
      <summary>
        {received
          ? t('{message}: answered in {duration} ms', { message: sent.title, duration: tookMs })
          : t('{message}: no answer', { message: sent.title })}
      </summary>
      <Text fz="sm" c="dimmed" mt={4}>
        {tx('Sent via {linkId}, {time}', { linkId, time: <Time key="time" at={at} isPrecise /> })}
      </Text>
      <FieldTable message={sent} />
      {received && <FieldTable message={received} />}
      {problem !== undefined && (
        <Text fz="sm" mt={4}>
          {t('No answer: {problem}', { problem })}
        </Text>
      )}
    </details>
  )
}

function FieldTable({ message: { title, fields } }: { readonly message: Message }) {
  // Where fields are known by names alone, those are their labels.
  const isNamed = fields.some(({ name }) => name !== undefined)
  return (
    <table className={`message-fields ${isNamed ? 'is-named' : ''}`}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Field')}</th>
          {isNamed && <th scope="col">{t('Name')}</th>}
          <th scope="col">{t('Value')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ label, name, value }, place) => (
          // A part that is repeated has the same label again.
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a message never change
          <tr key={place} className={label.includes('.') ? 'message-part' : ''}>
            <th scope="row">{label}</th>
            {isNamed && <td>{name}</td>}
            <td className="code">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
