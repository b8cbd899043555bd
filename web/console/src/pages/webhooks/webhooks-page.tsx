// Notifications to the merchant's own server: whether and where they go, their secrets, and a trial.
import { Button, Group, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'wouter'
import type { WebhookSettingsBody } from '../../../../../src/console/response-bodies/webhooks.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { t, tn } from '../../language/text.ts'
import { Icon } from '../../parts/icon.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import { Page, Section } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { QueryContent } from '../../parts/states.tsx'
import { useEdits } from '../../parts/use-edits.ts'
import { StatusBadge, StatusSentence, StatusWithSentence } from '../../parts/values.tsx'
import { usePermission } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { SecretsSection } from './secrets-section.tsx'
import { TestSection } from './test-section.tsx'
import { deliveriesPath, type WebhookSettingsView, webhooksPath } from './webhooks.ts'

export function WebhooksPage() {
  const merchantId = useMerchantId()
  const reading = useRead<WebhookSettingsBody>(webhooksPath(merchantId))
  const mayChange = usePermission('CONFIGURE')
  return (
    <Page
      title={t('Webhooks')}
      description={t('The gateway notifies your server of the result of every transaction.')}
      actions={
        <Button
          component={Link}
          href={deliveriesPath(merchantId)}
          variant="default"
          leftSection={<Icon name="bell" size={16} />}
        >
          {t('Delivery log')}
        </Button>
      }
    >
      <QueryContent reading={reading}>
        {(setting) =>
          mayChange ? (
            <>
              <Setting key={merchantId} setting={setting} />
              <SimpleGrid cols={{ base: 1, md: 2 }}>
                <SecretsSection setting={setting} />
                <TestSection setting={setting} />
              </SimpleGrid>
            </>
          ) : (
            <Section title={t('Destination')}>
              <KeyValues
                items={[
                  [
                    t('Notifications'),
                    <StatusWithSentence
                      key="state"
                      subject="WEBHOOK"
                      status={setting.isEnabled ? 'ENABLED' : 'DISABLED'}
                    />,
                  ],
                  ['URL', setting.url ?? t('None; a request can specify one')],
                  [
                    t('Counts as delivered'),
                    setting.acceptsAny2xx ? t('Any response status from 200 to 299') : t('Response status 200'),
                  ],
                ]}
              />
            </Section>
          )
        }
      </QueryContent>
    </Page>
  )
}

/** As the form holds it. */
function settingOf({ isEnabled, url, acceptsAny2xx }: WebhookSettingsView) {
  return { isEnabled, url: url ?? '', acceptsAny2xx }
}

function Setting({ setting }: { readonly setting: WebhookSettingsView }) {
  const merchantId = useMerchantId()
  const path = webhooksPath(merchantId)
  const current = useMemo(() => settingOf(setting), [setting])
  const { values, edit, markSaved } = useEdits(current)
  const { isEnabled, url, acceptsAny2xx } = values
  const change = useChange<WebhookSettingsBody, ReturnType<typeof settingOf>>(
    () => ({
      method: 'PUT',
      path,
      body: { isEnabled, acceptsAny2xx, ...(url.trim() === '' ? { hasNoUrl: true } : { url: url.trim() }) },
    }),
    {
      refreshes: [path, deliveriesPath(merchantId)],
      onDone: ({ redirected = 0 }, sent) => {
        markSaved(sent)
        notifySuccess(
          redirected === 0
            ? t('The webhook settings were saved.')
            : tn(
                redirected,
                'The webhook settings were saved. {count} undelivered notification will be sent to the new URL.',
                'The webhook settings were saved. {count} undelivered notifications will be sent to the new URL.',
              ),
        )
      },
    },
  )
  const isChanged =
    isEnabled !== setting.isEnabled || url.trim() !== (setting.url ?? '') || acceptsAny2xx !== setting.acceptsAny2xx
  const urlProblem = fieldProblem(change.error, 'url')
  const status = setting.isEnabled ? 'ENABLED' : 'DISABLED'
  return (
    <Section
      title={t('Destination')}
      description={
        <>
          {t('A request can specify a different URL for its order.')}
          <StatusSentence subject="WEBHOOK" status={status} />
        </>
      }
      actions={<StatusBadge status={status} subject="WEBHOOK" />}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate(values)
        }}
      >
        <Stack gap="md">
          <Switch
            label={t('Send notifications')}
            checked={isEnabled}
            onChange={({ currentTarget }) => edit({ isEnabled: currentTarget.checked })}
          />
          <TextInput
            label="URL"
            description={t('Must begin with https://. Notifications that are not delivered yet follow a new URL.')}
            placeholder="https://shop.example/notifications"
            type="url"
            maw={560}
            value={url}
            error={urlProblem}
            onChange={({ currentTarget }) => edit({ url: currentTarget.value })}
          />
          <Switch
            label={t('Treat any status from 200 to 299 as delivered')}
            description={t('Otherwise only status 200 counts as delivered.')}
            checked={acceptsAny2xx}
            onChange={({ currentTarget }) => edit({ acceptsAny2xx: currentTarget.checked })}
          />
          {change.error && !urlProblem ? <Problem error={change.error} /> : null}
          <Group>
            <Button type="submit" disabled={!isChanged} loading={change.isPending}>
              {t('Save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
