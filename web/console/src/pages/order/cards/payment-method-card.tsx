// What an order was paid with, and what the issuer's checks say.
import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { addressCheckText, securityCodeText } from '../../../../../../src/domain/risk/check-labels.ts'
import { path } from '../../../api/client.ts'
import { codeText } from '../../../format/text.ts'
import { KeyValues } from '../../../parts/key-values.tsx'
import { Section } from '../../../parts/page.tsx'
import { Code } from '../../../parts/values.tsx'
import type { OrderDetails } from '../../orders/wire.ts'
import { expiryText, paymentMethodOf } from './order-parts.ts'

export function PaymentMethodCard({ order }: { readonly order: OrderDetails }) {
  const method = paymentMethodOf(order)
  if (!method) return null
  const { transaction, type, card, account, token } = method
  const { response } = transaction.answer ?? {}
  const number = card?.number ?? account
  const name = card?.brand ?? card?.scheme ?? type
  const isApproved = transaction.result === 'SUCCESS'
  return (
    <Section title="Payment method">
      <Text fw={600} mb="sm" component="div">
        {name === undefined ? 'Unknown' : codeText(name)} {number !== undefined && <Code>{number}</Code>}
        {!isApproved && (
          <Text span display="block" c="dimmed" fz="sm" fw={400}>
            No payment with it has succeeded.
          </Text>
        )}
      </Text>
      <KeyValues
        items={[
          ['Name on card', card?.nameOnCard],
          ['Account holder', method.accountHolder],
          ['Expires', card && expiryText(card)],
          ['Funding', card?.fundingMethod !== 'UNKNOWN' && card?.fundingMethod && codeText(card.fundingMethod)],
          ['Issuer', card?.issuer],
          ['Issued in', method.issuerCountry],
          ['Card behind it', card?.maskedFpan && <Code key="card">{card.maskedFpan}</Code>],
          ['Security code', worded(securityCodeText, response?.cardSecurityCode?.gatewayCode)],
          ['Address check', worded(addressCheckText, response?.cardholderVerification?.avs?.gatewayCode)],
          [
            'Token',
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
function worded(words: (code: string) => string, code: string | undefined): string | undefined {
  if (code === undefined) return undefined
  const text = words(code).replace(/^(AVS:|Security code:?) /, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
