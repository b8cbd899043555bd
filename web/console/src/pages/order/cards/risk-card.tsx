// How the risk rules judged an order's payment, which of them fired and why, and what a user decided.
import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { ruleFact, ruleText } from '../../../format/checks.ts'
import { timeText } from '../../../format/time.ts'
import { t, tn } from '../../../language/text.ts'
import { KeyValues } from '../../../parts/key-values.tsx'
import { Section } from '../../../parts/page.tsx'
import { StatusBadge } from '../../../parts/values.tsx'
import { type OrderDetails, reviewsPath } from '../../orders/wire.ts'
import { type AppliedRuleView, riskOf } from './order-parts.ts'

export function RiskCard({ order }: { readonly order: OrderDetails }) {
  const risk = riskOf(order)
  if (!risk)
    return (
      <Section title={t('Risk')}>
        <Text fz="sm" c="dimmed">
          {t('No risk rule was evaluated.')}
        </Text>
      </Section>
    )
  const { verdict, score, review, fired, passed, transaction } = risk
  const isSeveral =
    order.transactions.filter((each) => each.risk !== undefined && each.risk !== 'NOT_CHECKED').length > 1
  return (
    <Section
      title={t('Risk')}
      actions={
        order.isInReview && (
          <Anchor component={Link} href={reviewsPath(order.merchantId)} fz="sm">
            {t('All reviews')}
          </Anchor>
        )
      }
    >
      <KeyValues
        items={[
          [t('Result'), <StatusBadge key="verdict" status={verdict} />],
          [t('Transaction'), isSeveral && transaction.transactionId],
          [t('Score'), score],
          [t('Decision'), review && <StatusBadge status={review.decision} />],
          [t('Decided by'), review?.userId],
          [t('Decided'), review?.time !== undefined && timeText(review.time)],
          [t('Note'), review?.note],
        ]}
      />
      {fired.length > 0 && (
        <ul className="plain-list risk-rules" aria-label={t('Rules that fired')}>
          {fired.map((rule) => (
            <li key={`${rule.type} ${rule.name}`}>
              <span>
                {ruleText({ name: rule.name })}
                <RuleFact rule={rule} />
              </span>
              <StatusBadge status={recommendationStatus[rule.recommendation]} />
            </li>
          ))}
        </ul>
      )}
      {passed.length > 0 && (
        <details className="kept-fold">
          <summary>{tn(passed.length, '{count} rule without objection', '{count} rules without objection')}</summary>
          <ul className="plain-list risk-rules">
            {passed.map((rule) => (
              <li key={`${rule.type} ${rule.name}`}>
                <span>
                  {ruleText({ name: rule.name })}
                  <RuleFact rule={rule} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}

/** What the rule made of the payment. */
const recommendationStatus: Readonly<Record<AppliedRuleView['recommendation'], string>> = {
  ACCEPT: 'ACCEPTED',
  NO_ACTION: 'NO_ACTION',
  REJECT: 'REJECTED',
  REVIEW: 'REVIEW',
}

function RuleFact({ rule: { name, data } }: { readonly rule: AppliedRuleView }) {
  if (data === undefined) return null
  return (
    <Text span display="block" c="dimmed" fz="xs">
      {ruleFact({ name, data })}
    </Text>
  )
}
