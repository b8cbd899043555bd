// Risk rules: which payments are rejected or held for review. A merchant's, or the operator's for all.
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { RiskRulesBody } from '../../../../../src/console/response-bodies/risk.ts'
import { path } from '../../api/client.ts'
import { useRead } from '../../api/queries.ts'
import { english, t, tx } from '../../language/text.ts'
import { ChangeDialog } from '../../parts/change-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { StatusBadge } from '../../parts/values.tsx'
import { usePermission } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { approvalsPath, MerchantApprovals } from '../approvals/approval-requests-part.tsx'
import { doneText } from '../approvals/requested-change.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { listedRules, type RuleListItem } from './rule-kinds.ts'

const columns: readonly [Column<RuleListItem>, ...Column<RuleListItem>[]] = [
  { title: english('Condition'), cell: ({ kind }) => kind.title },
  { title: english('Value'), cell: ({ words }) => words },
  {
    title: english('Action'),
    cell: ({ action }) => (
      <StatusBadge status={action === 'REJECT' ? 'REJECTED' : 'REVIEW'}>
        {action === 'REJECT' ? t('Reject') : t('Hold for review')}
      </StatusBadge>
    ),
  },
]

export function MerchantRules() {
  const merchantId = useMerchantId()
  return (
    <Rules
      merchantId={merchantId}
      title={t('Risk rules')}
      about={t(
        'Each payment is checked against all rules; a single rejection is enough. The operator’s rules apply as well.',
      )}
      none={t('No risk rules yet')}
      rulesPath={path`/merchants/${merchantId}/risk/rules`}
    />
  )
}

export function OperatorRules() {
  return (
    <Rules
      title={t('Risk rules')}
      about={t('These rules apply to all merchants in addition to their own and cannot be bypassed.')}
      none={t('No risk rules yet')}
      rulesPath="/risk/rules"
    />
  )
}

interface RulesProps {
  readonly title: string
  readonly about: string
  /** The heading of an empty list. */
  readonly none: string
  readonly rulesPath: string
  /** Whose rules wait for a second user where they are weakened; none of the operator's do. */
  readonly merchantId?: string
}

function Rules({ title, about, none, rulesPath, merchantId }: RulesProps) {
  const refreshes = merchantId === undefined ? [rulesPath] : [rulesPath, approvalsPath(merchantId)]
  const mayChange = usePermission('CONFIGURE')
  const { data, error, refetch } = useRead<RiskRulesBody>(rulesPath)
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<RuleListItem>()
  const addButton = mayChange && (
    <Button onClick={() => setAdding(true)} leftSection={<Icon name="plus" size={16} />}>
      {t('Add rule')}
    </Button>
  )
  return (
    <Page title={title} description={about} actions={addButton}>
      {merchantId !== undefined && <MerchantApprovals kinds={['PROFILE']} refreshes={[rulesPath]} />}
      <DataTable
        caption={title}
        columns={columns}
        rows={data && listedRules(data.rules)}
        keyOf={({ kind, value }) => `${kind.field} ${value}`}
        {...(mayChange && {
          actions: (rule: RuleListItem) => (
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              aria-label={t('Remove rule: {value}', { value: rule.words })}
              onClick={() => setRemoved(rule)}
            >
              {t('Remove')}
            </Button>
          ),
        })}
        empty={
          <EmptyState icon="risk" title={none}>
            {t('Add a rule to reject matching payments or hold them for review.')}
          </EmptyState>
        }
        error={error}
        onRetry={() => void refetch()}
      />
      {isAdding && <RuleDialog rulesPath={rulesPath} refreshes={refreshes} onClose={() => setAdding(false)} />}
      {removed && (
        <RemoveRuleDialog
          rule={removed}
          rulesPath={rulesPath}
          refreshes={refreshes}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Page>
  )
}

interface RemoveRuleProps {
  readonly rule: RuleListItem
  readonly rulesPath: string
  readonly refreshes: readonly string[]
  readonly onClose: () => void
}

function RemoveRuleDialog({ rule: { kind, value, words }, rulesPath, refreshes, onClose }: RemoveRuleProps) {
  return (
    <ChangeDialog
      onClose={onClose}
      title={t('Remove this rule?')}
      confirm={t('Remove rule')}
      call={{ method: 'POST', path: `${rulesPath}/removal`, body: { [kind.field]: value } }}
      refreshes={refreshes}
      done={(answer) => doneText(answer, t('The rule was removed.'))}
    >
      <Text fz="sm">
        {tx('{condition}: {value}. New payments are no longer checked against this rule.', {
          condition: kind.title,
          value: <strong key="value">{words}</strong>,
        })}
      </Text>
    </ChangeDialog>
  )
}
