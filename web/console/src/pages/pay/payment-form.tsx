// The form by which a payment is taken: it fills the session first, then pays with it, once however often it is sent.
import { Button, Group, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import type { MerchantBody } from '../../../../../src/console/response-bodies/merchants.ts'
import type { ManualTransactionBody } from '../../../../../src/console/response-bodies/orders.ts'
import { path } from '../../api/client.ts'
import { ApiProblem, fieldProblem } from '../../api/problem.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { validAmount } from '../../format/amount-rule.ts'
import { moneyText } from '../../format/money.ts'
import { t } from '../../language/text.ts'
import { Icon } from '../../parts/icon.tsx'
import { Section } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { usePermission } from '../../session/session-context.tsx'
import { type MerchantDetails, merchantPath } from '../merchants/merchant.ts'
import { newTransactionId } from '../order/transaction-id.ts'
import { type ManualTransactionResult, pathsOfOrders } from '../orders/wire.ts'
import { CardForm } from './card-form.tsx'
import { PayerSection } from './payer-section.tsx'
import { type Payment, paymentBody, paymentOperations, paymentSources, problemsOf } from './payment.ts'
import { useHostedCard } from './use-hosted-card.ts'

interface Props {
  readonly merchantId: string
  readonly first: Payment
  readonly onPaid: (made: ManualTransactionResult, payment: Payment) => void
}

export function PaymentForm({ merchantId, first, onPaid }: Props) {
  const [payment, setPayment] = useState(first)
  const [transactionId] = useState(newTransactionId)
  const [isTried, setTried] = useState(false)
  const [isFilling, setFilling] = useState(false)
  const [cardProblem, setCardProblem] = useState<string>()
  const card = useHostedCard(merchantId)
  const merchant = useMerchant(merchantId)
  const set = (changes: Partial<Payment>) => setPayment((before) => ({ ...before, ...changes }))
  const [usual] = merchant?.currencies ?? []
  useEffect(() => {
    if (usual !== undefined) setPayment((before) => (before.currency === '' ? { ...before, currency: usual } : before))
  }, [usual])

  const change = useChange<ManualTransactionBody, string>(
    (sessionId) => ({
      method: 'POST',
      path: path`/merchants/${merchantId}/orders/${payment.orderId}/payments`,
      body: paymentBody(payment, { transactionId, sessionId }),
    }),
    { refreshes: pathsOfOrders(merchantId), onDone: (made) => onPaid(made, payment) },
  )

  const wrong = problemsOf(payment)
  const isBusy = isFilling || change.isPending
  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (isBusy || !card.isReady) return
    setFilling(true)
    setCardProblem(undefined)
    const filled = await card.fill()
    setFilling(false)
    if (filled.status === 'failed') setCardProblem(filled.message)
    if (filled.status === 'ok' && Object.keys(wrong).length === 0) change.mutate(filled.sessionId)
  }

  const shown = isTried ? wrong : {}
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="lg" maw={720}>
        <Section title={t('Order')}>
          <OrderFields
            payment={payment}
            set={set}
            currencies={merchant?.currencies}
            problemOf={(name, field) => shown[name] ?? fieldProblem(change.error, field)}
          />
        </Section>
        <PayerSection
          payment={payment}
          set={set}
          sendsReceipts={card.sendsReceipts && payment.operation !== 'VERIFY'}
          problemOf={(field) => fieldProblem(change.error, field)}
        />
        <Section title={t('Card')}>
          <CardForm card={card} />
        </Section>
        {cardProblem !== undefined && (
          <Problem error={new ApiProblem(0, { code: 'FIELDS', explanation: cardProblem })} />
        )}
        {change.error && <Problem error={change.error} />}
        <Group>
          <Button
            type="submit"
            size="md"
            loading={isBusy}
            disabled={!card.isReady}
            leftSection={<Icon name="lock" size={16} />}
          >
            {buttonText(payment, Object.keys(wrong).length > 0)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Those who may pay need not be allowed to look at anything. */
function useMerchant(merchantId: string): MerchantDetails | undefined {
  const isWanted = usePermission('VIEW')
  return useRead<MerchantBody>(merchantPath(merchantId), {}, { isWanted }).data
}

function buttonText({ operation, amount, currency }: Payment, isWrong: boolean): string {
  if (operation === 'VERIFY') return t('Verify card')
  if (isWrong) return operation === 'PAY' ? t('Pay||button') : t('Authorize')
  const money = moneyText(validAmount(amount, currency), currency)
  return operation === 'PAY' ? t('Pay {amount}', { amount: money }) : t('Authorize {amount}', { amount: money })
}

interface FieldsProps {
  readonly payment: Payment
  readonly set: (changes: Partial<Payment>) => void
  readonly currencies: readonly string[] | undefined
  readonly problemOf: (name: keyof Payment, field: string) => string | undefined
}

function OrderFields({ payment, set, currencies, problemOf }: FieldsProps) {
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={t('Action')}
        data={[...paymentOperations]}
        value={payment.operation}
        onChange={(operation) => set({ operation })}
      />
      <Group grow align="start">
        {payment.operation !== 'VERIFY' && (
          <TextInput
            label={t('Amount')}
            inputMode="decimal"
            autoComplete="off"
            value={payment.amount}
            onChange={({ currentTarget }) => set({ amount: currentTarget.value })}
            error={problemOf('amount', 'order.amount')}
          />
        )}
        {currencies ? (
          <Select
            label={t('Currency')}
            data={[...currencies]}
            searchable
            allowDeselect={false}
            value={payment.currency || null}
            onChange={(currency) => set({ currency: currency ?? '' })}
            error={problemOf('currency', 'order.currency')}
          />
        ) : (
          <TextInput
            label={t('Currency')}
            maxLength={3}
            value={payment.currency}
            onChange={({ currentTarget }) => set({ currency: currentTarget.value.toUpperCase() })}
            error={problemOf('currency', 'order.currency')}
          />
        )}
      </Group>
      <Group grow align="start">
        <TextInput
          label={t('Order ID')}
          maxLength={40}
          value={payment.orderId}
          onChange={({ currentTarget }) => set({ orderId: currentTarget.value.trim() })}
          error={problemOf('orderId', 'orderId')}
        />
        <Select
          label={t('Order channel')}
          data={[...paymentSources]}
          allowDeselect={false}
          value={payment.source}
          onChange={(source) => set({ source: source ?? 'MOTO' })}
        />
      </Group>
      <TextInput
        label={t('Description')}
        maxLength={127}
        value={payment.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        error={problemOf('description', 'description')}
      />
      <Group grow align="start">
        <TextInput
          label={t('Your reference')}
          maxLength={200}
          value={payment.orderReference}
          onChange={({ currentTarget }) => set({ orderReference: currentTarget.value })}
          error={problemOf('orderReference', 'orderReference')}
        />
        <TextInput
          label={t('Note')}
          maxLength={250}
          value={payment.merchantNote}
          onChange={({ currentTarget }) => set({ merchantNote: currentTarget.value })}
          error={problemOf('merchantNote', 'merchantNote')}
        />
      </Group>
    </Stack>
  )
}
