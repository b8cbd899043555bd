// Proposing the outcome of a transaction that needs manual resolution, and deciding on a proposal.
import { Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type {
  ProposedResolutionBody,
  ResolutionDecisionBody,
} from '../../../../../src/console/response-bodies/attempts.ts'
import type { ManualOutcome } from '../../../../../src/payments/rules/manual-resolution.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange } from '../../api/queries.ts'
import { moneyText } from '../../format/money.ts'
import { codeText, typeText, wordsInSentence } from '../../format/text.ts'
import { english, t, tx } from '../../language/text.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import { attemptsPath, type HeldAttemptView, proposalsPath } from './wire.ts'

const outcomeLabels: Readonly<Record<ManualOutcome, string>> = {
  APPROVED: t('The acquirer executed the request. The transaction succeeded.'),
  FAILED: t('The acquirer did not execute the request, and will not.'),
  REVERSED: t('The acquirer executed the request and has reversed it.'),
}

interface Props {
  readonly held: HeldAttemptView
  readonly onClose: () => void
}

const reasonLength = 250

function summaryText({ type, amount, currency, orderId }: HeldAttemptView): string {
  return t('{type} of {amount}, order {orderId}.', {
    type: typeText(type),
    amount: moneyText(amount, currency),
    orderId,
  })
}

export function ProposeDialog({ held, onClose }: Props) {
  const [outcome, setOutcome] = useState<string>('')
  const [reason, setReason] = useState('')
  const [code, setCode] = useState('')
  const authorizationCode = outcome === 'APPROVED' ? code.trim() : ''
  const body = { outcome, reason: reason.trim(), ...(authorizationCode && { authorizationCode }) }
  const change = useChange<ProposedResolutionBody>(() => ({ method: 'POST', path: proposalsPath(held), body }), {
    refreshes: [attemptsPath],
    onDone: () => {
      notifySuccess(t('The outcome was proposed. Another user must approve it.'))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('Propose outcome')}
      confirm={t('Propose')}
      onConfirm={() => !change.isPending && change.mutate()}
      isBusy={change.isPending}
      isDisabled={outcome === '' || reason.trim() === ''}
      error={change.error}
    >
      <Text fz="sm">
        {summaryText(held)} {t('Nothing is sent to the acquirer.')}
      </Text>
      <Radio.Group label={t('What has the acquirer done?')} value={outcome} onChange={setOutcome}>
        <Stack gap="xs" mt="xs">
          {held.possibleOutcomes.map((possible) => (
            <Radio key={possible} value={possible} label={codeText(possible)} description={outcomeLabels[possible]} />
          ))}
        </Stack>
      </Radio.Group>
      {outcome === 'APPROVED' && (
        <TextInput
          label={t('Authorization code')}
          description={t('If the acquirer named one.')}
          maxLength={100}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          error={fieldProblem(change.error, 'authorizationCode')}
        />
      )}
      <Textarea
        label={t('Reason')}
        description={t('How you know, such as whom you asked. Do not enter card numbers.')}
        autosize
        minRows={2}
        maxLength={reasonLength}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={fieldProblem(change.error, 'reason')}
      />
    </ConfirmDialog>
  )
}

export function ProposalDecisionDialog({ held, isApproval, onClose }: Props & { readonly isApproval: boolean }) {
  const { proposal } = held
  const one = `${proposalsPath(held)}/${encodeURIComponent(proposal?.proposalId ?? '')}`
  const change = useChange<ResolutionDecisionBody>(
    () => (isApproval ? { method: 'POST', path: `${one}/approval` } : { method: 'DELETE', path: one }),
    {
      refreshes: [attemptsPath],
      onDone: () => {
        notifySuccess(isApproval ? t('The outcome was recorded.') : t('The proposal was declined.'))
        onClose()
      },
    },
  )
  if (!proposal) return null
  const { outcome, authorizationCode, proposedBy, reason } = proposal
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={isApproval ? t('Approve outcome') : t('Decline outcome')}
      confirm={isApproval ? t('Approve') : t('Decline')}
      onConfirm={() => !change.isPending && change.mutate()}
      isDangerous={!isApproval}
      isBusy={change.isPending}
      error={change.error}
    >
      <Text fz="sm">{summaryText(held)}</Text>
      <Text fz="sm">
        {tx(
          authorizationCode === undefined
            ? english('Proposed as {outcome} by {user}: {reason}')
            : english('Proposed as {outcome} by {user}: {reason} (authorization code {authorizationCode})'),
          {
            outcome: <strong key="outcome">{wordsInSentence(outcome)}</strong>,
            user: proposedBy,
            reason,
            authorizationCode,
          },
        )}
      </Text>
      <Text fz="sm">
        {isApproval
          ? `${outcomeLabels[outcome]} ${t('This is recorded, the merchant is notified, and it cannot be changed afterwards.')}`
          : t('The transaction stays as it is. Another outcome can be proposed.')}
      </Text>
    </ConfirmDialog>
  )
}
