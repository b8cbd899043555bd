// Takes a payment manually, as for a telephone order: the order is entered here, the card in hosted fields.
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { t } from '../../language/text.ts'
import { Icon } from '../../parts/icon.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { usePermission } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { ManualTransactionOutcome } from '../order/outcome.tsx'
import { type ManualTransactionResult, orderPath } from '../orders/wire.ts'
import { emptyPayment, type Payment } from './payment.ts'
import { PaymentForm } from './payment-form.tsx'

interface CompletedPayment {
  readonly made: ManualTransactionResult
  readonly payment: Payment
}

export function PayPage() {
  const merchantId = useMerchantId()
  const mayLook = usePermission('VIEW')
  const [first, setFirst] = useState(emptyPayment)
  const [paid, setPaid] = useState<CompletedPayment>()
  const again = (payment: Payment) => {
    setFirst(payment)
    setPaid(undefined)
  }
  return (
    <Page
      title={t('Take a payment')}
      description={t('Enter a payment manually for a payer who ordered by phone or mail.')}
    >
      {paid ? (
        <Section title={t('Result')}>
          <ManualTransactionOutcome made={paid.made} />
          <Group mt="lg">
            {mayLook && (
              <Button component={Link} href={orderPath(merchantId, paid.payment.orderId)}>
                {t('View order')}
              </Button>
            )}
            {paid.made.result === 'FAILURE' && (
              <Button
                variant="default"
                onClick={() => again(paid.payment)}
                leftSection={<Icon name="card" size={16} />}
              >
                {t('Try another card')}
              </Button>
            )}
            <Button variant="default" onClick={() => again(emptyPayment())}>
              {t('New payment')}
            </Button>
          </Group>
        </Section>
      ) : (
        <PaymentForm
          key={first.orderId}
          merchantId={merchantId}
          first={first}
          onPaid={(made, payment) => setPaid({ made, payment })}
        />
      )}
    </Page>
  )
}
