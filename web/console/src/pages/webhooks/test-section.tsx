// Sends a test notification, and shows the receiver's answer.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { TestNotificationBody } from '../../../../../src/http/console/response-bodies/webhooks.ts'
import { useChange } from '../../api/queries.ts'
import { wordsInSentence } from '../../format/text.ts'
import { Icon } from '../../parts/icon.tsx'
import { Section } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Code } from '../../parts/values.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { type WebhookSetting, webhooksPath } from './webhooks.ts'

export function TestSection({ setting }: { readonly setting: WebhookSetting }) {
  const path = webhooksPath(useMerchantId())
  const test = useChange<TestNotificationBody>(() => ({ method: 'POST', path: `${path}/test` }))
  return (
    <Section title="Test notification" description="Sends a test notification and shows your server’s response.">
      <Stack gap="md">
        <Group>
          <Button
            variant="default"
            disabled={setting.url === null}
            loading={test.isPending}
            onClick={() => test.mutate()}
            leftSection={<Icon name="webhook" size={16} />}
          >
            Send test
          </Button>
          {setting.url === null && (
            <Text fz="sm" c="dimmed">
              Set a URL first.
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
  const title = isAccepted ? 'Your server accepted the notification' : 'Your server did not accept the notification'
  return (
    <Alert color={isAccepted ? 'gate' : 'red'} icon={<Icon name={isAccepted ? 'check' : 'alert'} />} title={title}>
      <Text fz="sm">{wordsFor(result)}</Text>
      {result.kind === 'answered' && !isAccepted && result.excerpt !== '' && (
        <Text fz="sm" mt={4}>
          Response body: <Code>{result.excerpt}</Code>
        </Text>
      )}
      <Text fz="sm" mt={4}>
        Notification <Code>{notificationId}</Code>
      </Text>
    </Alert>
  )
}

function wordsFor(result: TestNotificationBody['result']): string {
  if (result.kind === 'refused')
    return `The gateway does not send notifications to this URL: ${wordsInSentence(result.why)}.`
  const came =
    result.kind === 'answered'
      ? `Responded with status ${result.status}`
      : `No response (${wordsInSentence(result.why)})`
  return `${came} after ${result.tookMs.toLocaleString()} ms.`
}
