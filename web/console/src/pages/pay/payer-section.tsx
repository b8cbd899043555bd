// The payer of a manual payment: by name and e-mail the order is found, checks of the address need the address.
import { Group, Select, Stack, TextInput } from '@mantine/core'
import { countriesIn } from '../../../../../src/kernel/country.ts'
import { consoleLanguages } from '../../../../../src/users/rules/preferences.ts'
import { languageNames } from '../../language/languages.ts'
import { language, t } from '../../language/text.ts'
import { Section } from '../../parts/page.tsx'
import type { Payment } from './payment.ts'

interface Props {
  readonly payment: Payment
  readonly set: (changes: Partial<Payment>) => void
  readonly sendsReceipts: boolean
  /** Of a refusal, by the field of the request. */
  readonly problemOf: (field: string) => string | undefined
}

export function PayerSection({ payment, set, sendsReceipts, problemOf }: Props) {
  const text = (name: PayerField, label: string, field: string, maxLength: number) => (
    <TextInput
      label={label}
      autoComplete="off"
      maxLength={maxLength}
      value={payment[name]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
      error={problemOf(field)}
      {...(name === 'email' && {
        type: 'email',
        ...(sendsReceipts && { description: t('A receipt is sent to this address when the payment succeeds.') }),
      })}
    />
  )
  return (
    <Section
      title={t('Payer')}
      description={t(
        'Optional. The order can be found by name and e-mail; address checks and risk rules need the billing address.',
      )}
    >
      <Stack gap="md">
        <Group grow align="start">
          {text('firstName', t('First name'), 'customer.firstName', 50)}
          {text('lastName', t('Last name'), 'customer.lastName', 50)}
        </Group>
        <Group grow align="end">
          {text('email', t('E-mail'), 'customer.email', 254)}
          {sendsReceipts && payment.email.trim() !== '' && (
            <Select
              label={t('Language of the receipt')}
              data={consoleLanguages.map((value) => ({ value, label: languageNames[value] }))}
              allowDeselect={false}
              value={payment.receiptLanguage}
              onChange={(receiptLanguage) => receiptLanguage && set({ receiptLanguage })}
            />
          )}
        </Group>
        {text('street', t('Street'), 'billing.address.street', 100)}
        <Group grow align="start">
          {text('postcodeZip', t('Postcode'), 'billing.address.postcodeZip', 10)}
          {text('city', t('City'), 'billing.address.city', 100)}
        </Group>
        <Group grow align="start">
          {text('stateProvince', t('State or province'), 'billing.address.stateProvince', 20)}
          <Select
            label={t('Country')}
            data={countriesIn(language()).map(({ code, name }) => ({ value: code, label: name }))}
            searchable
            clearable
            autoComplete="off"
            value={payment.country || null}
            onChange={(country) => set({ country: country ?? '' })}
            error={problemOf('billing.address.country')}
          />
        </Group>
      </Stack>
    </Section>
  )
}

type PayerField = 'firstName' | 'lastName' | 'email' | 'street' | 'postcodeZip' | 'city' | 'stateProvince'
