// Sends a test notification, and shows the webhook's response.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { TestNotificationBody } from '../../../../../src/console/response-bodies/webhooks.ts'
import { useChange } from '../../api/queries.ts'
import { wordsInSentence } from '../../format/text.ts'
import { t, tx } from '../../language/text.ts'
import { Icon } from '../../parts/icon.tsx'
import { Section } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Code } from '../../parts/values.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { type WebhookSettingsView, webhooksPath } from './webhooks.ts'

export function TestSection({ setting }: { readonly setting: WebhookSettingsView }) {
  const path = webhooksPath(useMerchantId())
  const test = useChange<TestNotificationBody>(() => ({ method: 'POST', path: `${path}/test` }))
  return (
    <Section
      title={t('Test notification')}
      description={t('Sends a test notification and shows your server’s response.')}
    >
      <Stack gap="md">
        <Group>
          <Button
            variant="default"
            disabled={setting.url === null}
            loading={test.isPending}
            onClick={() => test.mutate()}
            leftSection={<Icon name="webhook" size={16} />}
          >
            {t('Send test')}
          </Button>
          {setting.url === null && (
            <Text fz="sm" c="dimmed">
              {t('Set a URL first.')}
            </Text>
          )}
        </Group>
        <div aria-live="polite">
          {test.error ? <Problem error={test.error} /> : test.data && <Outcome sent={test.data} />}
        </div>
      </Stack>
    </Section>
  )
}

function Outcome({ sent: { isAccepted, result, notificationId } }: { readonly sent: TestNotificationBody }) {
  const title = isAccepted
    ? t('Your server accepted the notification')
    : t('Your server did not accept the notification')
  return (
    <Alert color={isAccepted ? 'gate' : 'red'} icon={<Icon name={isAccepted ? 'check' : 'alert'} />} title={title}>
      <Text fz="sm">{wordsFor(result)}</Text>
      {result.kind === 'ANSWERED' && !isAccepted && result.excerpt !== '' && (
        <Text fz="sm" mt={4}>
          {tx('Response body: {body}', { body: <Code key="body">{result.excerpt}</Code> })}
        </Text>
      )}
      <Text fz="sm" mt={4}>
        {tx('Notification {notificationId}', { notificationId: <Code key="id">{notificationId}</Code> })}
      </Text>
    </Alert>
  )
}

function wordsFor(result: TestNotificationBody['result']): string {
  if (result.kind === 'REFUSED')
    return t('The gateway does not send notifications to this URL: {reason}.', { reason: wordsInSentence(result.why) })
  const { tookMs } = result
  return result.kind === 'ANSWERED'
    ? t('Responded with status {status} after {tookMs} ms.', { status: result.status, tookMs })
    : t('No response ({reason}) after {tookMs} ms.', { reason: wordsInSentence(result.why), tookMs })
}
