// Sends a payment link by e-mail, and shows what became of the e-mails.
import { Button, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PaymentLinkEmailsBody } from '../../../../../src/console/response-bodies/payment-links.ts'
import { paymentLinkMessageLengthMax } from '../../../../../src/payment-links/rules/payment-link.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { english, t } from '../../language/text.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { ListPart } from '../../parts/list-part.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import { StatusBadge, Time } from '../../parts/values.tsx'
import { usePermission } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { paymentLinkPath } from './paths.ts'
import { emailStates, type PaymentLinkEmailView, type PaymentLinkView } from './wire.ts'

/** An e-mail is on its way for seconds. */
const everyMs = 5_000

function useEmails({ paymentLinkId }: PaymentLinkView) {
  const path = `${paymentLinkPath(useMerchantId(), paymentLinkId)}/emails`
  return { path, reading: useRead<PaymentLinkEmailsBody>(path, {}, { everyMs }) }
}

/** Says why not where the gateway has no mail server. */
export function SendPaymentLinkButton({ paymentLink }: { readonly paymentLink: PaymentLinkView }) {
  const { path, reading } = useEmails(paymentLink)
  const maySend = usePermission('REQUEST_PAYMENT')
  const [isOpen, setOpen] = useState(false)
  const { isAvailable } = reading.data ?? {}
  if (!maySend || isAvailable === undefined) return null
  return (
    <div>
      <Button variant="default" disabled={!isAvailable} onClick={() => setOpen(true)}>
        {t('Send by e-mail')}
      </Button>
      {!isAvailable && (
        <Text fz="sm" c="dimmed" mt={4}>
          {t('The gateway has no mail server. The operator can set one up.')}
        </Text>
      )}
      {isOpen && <SendPaymentLinkDialog path={path} onClose={() => setOpen(false)} />}
    </div>
  )
}

function SendPaymentLinkDialog({ path, onClose }: { readonly path: string; readonly onClose: () => void }) {
  const [recipient, setRecipient] = useState('')
  const [message, setMessage] = useState('')
  const [isTried, setTried] = useState(false)
  const body = { recipient: recipient.trim(), ...(message.trim() !== '' && { message: message.trim() }) }
  const sending = useChange(() => ({ method: 'POST', path, body }), {
    refreshes: [path],
    onDone: () => {
      notifySuccess(t('The e-mail is being sent.'))
      onClose()
    },
  })
  const missing = isTried && body.recipient === '' ? t('Enter an e-mail address.') : undefined
  const ofRecipient = missing ?? fieldProblem(sending.error, 'recipient')
  const ofMessage = fieldProblem(sending.error, 'message')
  function submit() {
    setTried(true)
    if (body.recipient !== '' && !sending.isPending) sending.mutate()
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('Send payment link by e-mail')}
      confirm={t('Send e-mail')}
      onConfirm={submit}
      isBusy={sending.isPending}
      error={ofRecipient || ofMessage ? undefined : sending.error}
    >
      <TextInput
        label={t('E-mail address of the payer')}
        type="email"
        autoComplete="off"
        maxLength={254}
        value={recipient}
        error={ofRecipient}
        onChange={({ currentTarget }) => setRecipient(currentTarget.value)}
      />
      <Textarea
        label={t('Message (optional)')}
        description={t('The e-mail has amount, description and link already. No web or e-mail addresses.')}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={paymentLinkMessageLengthMax}
        value={message}
        error={ofMessage}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

/** Nothing until the first is sent: most links are shared in another way. */
export function PaymentLinkEmails({ paymentLink }: { readonly paymentLink: PaymentLinkView }) {
  const { reading } = useEmails(paymentLink)
  const { data, error } = reading
  if (!data || data.rows.length === 0) return null
  return (
    <ListPart title={t('E-mails')} description={t('E-mails with this link. The list keeps them for 30 days.')}>
      <DataTable<PaymentLinkEmailView>
        caption={t('E-mails with this payment link')}
        rows={data.rows}
        keyOf={({ emailId }) => emailId}
        columns={[
          { title: english('Recipient'), cell: ({ recipient }) => recipient },
          {
            title: english('Status'),
            cell: ({ state }) => (
              <StatusBadge status={state} tone={emailStates[state].tone}>
                {state === 'PENDING' && !data.isAvailable ? t('Waiting for a mail server') : emailStates[state].text}
              </StatusBadge>
            ),
          },
          { title: english('Created'), cell: ({ createdAt }) => <Time at={createdAt} /> },
          { title: english('Created by'), cell: ({ createdBy }) => createdBy },
        ]}
        empty={null}
        error={error}
        onRetry={() => void reading.refetch()}
      />
    </ListPart>
  )
}
