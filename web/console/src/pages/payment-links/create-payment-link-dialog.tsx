// Makes a payment link, and leads to its URL and QR code.
import { Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { MerchantBody } from '../../../../../src/console/response-bodies/merchants.ts'
import type { PaymentLinkBody } from '../../../../../src/console/response-bodies/payment-links.ts'
import { orderIdBaseLengthMax } from '../../../../../src/payment-links/rules/payment-link.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { t } from '../../language/text.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import { usePermission } from '../../session/session-context.tsx'
import { merchantPath } from '../merchants/merchant.ts'
import { paymentLinkPath, paymentLinksPath } from './paths.ts'
import {
  emptyPaymentLink,
  expiryChoices,
  type PaymentLinkForm,
  paymentLinkInput,
  paymentLinkProblems,
} from './payment-link-form.ts'
import { languageNames } from './wire.ts'

interface DialogProps {
  readonly merchantId: string
  readonly onClose: () => void
}

/** Of the service, by the fields of the form. */
const serviceFields: readonly (keyof PaymentLinkForm)[] = [
  'description',
  'amount',
  'amountMin',
  'amountMax',
  'currency',
  'usesMax',
  'orderId',
]

export function CreatePaymentLinkDialog({ merchantId, onClose }: DialogProps) {
  const [, navigate] = useLocation()
  const [form, setForm] = useState(emptyPaymentLink)
  const [isTried, setTried] = useState(false)
  const set = (changes: Partial<PaymentLinkForm>) => setForm((before) => ({ ...before, ...changes }))
  const { data: merchant } = useRead<MerchantBody>(merchantPath(merchantId), {}, { isWanted: usePermission('VIEW') })
  const [usual] = merchant?.currencies ?? []
  useEffect(() => {
    if (usual !== undefined) setForm((before) => (before.currency === '' ? { ...before, currency: usual } : before))
  }, [usual])
  const list = paymentLinksPath(merchantId)
  const creation = useChange<PaymentLinkBody>(
    () => ({ method: 'POST', path: list, body: paymentLinkInput(form, Date.now()) }),
    {
      refreshes: [list],
      onDone: ({ paymentLinkId }) => {
        notifySuccess(t('The payment link was created.'))
        onClose()
        navigate(paymentLinkPath(merchantId, paymentLinkId))
      },
    },
  )
  const wrong = paymentLinkProblems(form)
  const problemOf = (name: keyof PaymentLinkForm) =>
    (isTried ? wrong[name] : undefined) ?? fieldProblem(creation.error, name)
  const isAtField = serviceFields.some((name) => fieldProblem(creation.error, name) !== undefined)
  const text = (name: TextName, label: string, more: object = {}) => (
    <TextInput
      label={label}
      autoComplete="off"
      value={form[name]}
      error={problemOf(name)}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
      {...more}
    />
  )
  function submit() {
    setTried(true)
    if (!creation.isPending && Object.keys(wrong).length === 0) creation.mutate()
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('Create payment link')}
      confirm={t('Create payment link')}
      onConfirm={submit}
      isBusy={creation.isPending}
      error={isAtField ? undefined : creation.error}
    >
      {text('description', t('Description'), { description: t('What the payer pays for.'), maxLength: 127 })}
      <Stack gap="xs">
        <SegmentedControl
          aria-label={t('Who sets the amount')}
          data={[
            { value: 'FIXED', label: t('Fixed amount') },
            { value: 'OPEN', label: t('Payer enters amount') },
          ]}
          value={form.isOpen ? 'OPEN' : 'FIXED'}
          onChange={(kind) => set({ isOpen: kind === 'OPEN' })}
        />
        <Group grow align="start">
          {form.isOpen ? (
            <>
              {text('amountMin', t('Minimum (optional)'), decimal)}
              {text('amountMax', t('Maximum (optional)'), decimal)}
            </>
          ) : (
            text('amount', t('Amount'), decimal)
          )}
          <Select
            label={t('Currency')}
            data={[...(merchant?.currencies ?? [])]}
            searchable
            allowDeselect={false}
            value={form.currency || null}
            onChange={(currency) => set({ currency: currency ?? '' })}
            error={problemOf('currency')}
          />
        </Group>
      </Stack>
      <Stack gap="xs">
        <SegmentedControl
          aria-label={t('How often the link can be paid')}
          data={[
            { value: 'ONCE', label: t('One payment') },
            { value: 'SEVERAL', label: t('Several') },
            { value: 'UNLIMITED', label: t('Unlimited') },
          ]}
          value={form.uses}
          onChange={(uses) => set({ uses: uses as PaymentLinkForm['uses'] })}
        />
        {form.uses === 'SEVERAL' && text('usesMax', t('Number of payments'), { inputMode: 'numeric', maxLength: 4 })}
      </Stack>
      <Group grow align="start">
        <Select
          label={t('Expires')}
          data={[...expiryChoices]}
          allowDeselect={false}
          value={form.expires}
          onChange={(expires) => set({ expires: expires ?? 'never' })}
          error={fieldProblem(creation.error, 'expiresAt')}
        />
        {form.expires === 'day' && text('expiryDay', t('Last day'), { type: 'date' })}
      </Group>
      <Group grow align="start">
        {text('orderId', form.uses === 'ONCE' ? t('Order ID (optional)') : t('Order IDs begin with (optional)'), {
          maxLength: form.uses === 'ONCE' ? 40 : orderIdBaseLengthMax,
        })}
        <Select
          label={t('Language')}
          placeholder={t('The payer’s')}
          clearable
          data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
          value={form.language || null}
          onChange={(language) => set({ language: language ?? '' })}
        />
      </Group>
      <Select
        label={t('Action')}
        data={[
          { value: 'PAY', label: t('Charge the payer') },
          { value: 'AUTHORIZE', label: t('Authorize; you capture later') },
        ]}
        allowDeselect={false}
        value={form.operation}
        onChange={(operation) => set({ operation: (operation ?? 'PAY') as PaymentLinkForm['operation'] })}
      />
      {form.uses === 'UNLIMITED' && (
        <Text fz="sm" c="dimmed">
          {t('Anyone with the link can pay, as often as they like, until it expires or you disable it.')}
        </Text>
      )}
    </ConfirmDialog>
  )
}

const decimal = { inputMode: 'decimal' } as const

type TextName = 'description' | 'amount' | 'amountMin' | 'amountMax' | 'usesMax' | 'expiryDay' | 'orderId'
