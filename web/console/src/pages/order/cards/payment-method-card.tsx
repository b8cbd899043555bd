// What an order was paid with, and what the issuer's checks say.
import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { path } from '../../../api/client.ts'
import { ruleFact } from '../../../format/checks.ts'
import { countryText } from '../../../format/country.ts'
import { codeText } from '../../../format/text.ts'
import { t } from '../../../language/text.ts'
import { KeyValues } from '../../../parts/key-values.tsx'
import { Section } from '../../../parts/page.tsx'
import { Code } from '../../../parts/values.tsx'
import type { OrderDetails } from '../../orders/wire.ts'
import { doubtOf } from '../doubts.ts'
import { expiryText, paymentMethodOf } from './order-parts.ts'

export function PaymentMethodCard({ order }: { readonly order: OrderDetails }) {
  const method = paymentMethodOf(order)
  if (!method) return null
  const { transaction, type, card, account, token } = method
  const { response } = transaction.response ?? {}
  const number = card?.number ?? account
  const name = card?.brand ?? card?.scheme ?? type
  const isApproved = transaction.result === 'SUCCESS'
  return (
    <Section title={t('Payment method')}>
      <Text fw={600} mb="sm" component="div">
        {name === undefined ? t('Unknown') : codeText(name)} {number !== undefined && <Code>{number}</Code>}
        {!isApproved && (
          <Text span display="block" c="dimmed" fz="sm" fw={400}>
            {doubtOf(transaction) ? t('A payment with it may have succeeded.') : t('No payment with it has succeeded.')}
          </Text>
        )}
      </Text>
      <KeyValues
        items={[
          [t('Name on card'), card?.nameOnCard],
          [t('Account holder'), method.accountHolder],
          [t('Expires'), card && expiryText(card)],
          [t('Funding'), card?.fundingMethod !== 'UNKNOWN' && card?.fundingMethod && codeText(card.fundingMethod)],
          [t('Issuer'), card?.issuer],
          [t('Issued in'), method.issuerCountry && countryText(method.issuerCountry)],
          [t('Card behind it'), card?.maskedFpan && <Code key="card">{card.maskedFpan}</Code>],
          [t('Security code'), worded('CSC', response?.cardSecurityCode?.gatewayCode)],
          [t('Address check'), worded('AVS', response?.cardholderVerification?.avs?.gatewayCode)],
          [
            t('Token'),
            token !== undefined && (
              <Anchor key="token" component={Link} href={path`/merchants/${order.merchantId}/tokens/${token}`} inherit>
                <Code>{token}</Code>
              </Anchor>
            ),
          ],
        ]}
      />
    </Section>
  )
}

/** The name of the line says what was checked. */
function worded(check: 'AVS' | 'CSC', code: string | undefined): string | undefined {
  if (code === undefined) return undefined
  const text = ruleFact({ name: check, data: code })
  return text.charAt(0).toUpperCase() + text.slice(1)
}
