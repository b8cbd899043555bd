// Sends a notification that tells of nothing, and shows what the receiver answered.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useChange } from '../../api/queries.ts'
import { codeText } from '../../format/text.ts'
import { Problem } from '../../parts/dialogs.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Section } from '../../parts/page.tsx'
import { Code } from '../../parts/values.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { type TestNotificationResult, type WebhookSetting, webhooksPath } from './webhooks.ts'

export function TestSection({ setting }: { readonly setting: WebhookSetting }) {
  const path = webhooksPath(useMerchantId())
  const test = useChange<TestNotificationResult>(() => ({ method: 'POST', path: `${path}/test` }))
  return (
    <Section title="Try it" about="Sends a notification that tells of nothing, and waits for the answer.">
      <Stack gap="md">
        <Group>
          <Button
            variant="default"
            disabled={setting.url === null}
            loading={test.isPending}
            onClick={() => test.mutate()}
            leftSection={<Icon name="webhook" size={16} />}
          >
            Send a test
          </Button>
          {setting.url === null && (
            <Text fz="sm" c="dimmed">
              There is no URL to send it to yet.
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

function Outcome({ sent: { isAccepted, result, notificationId } }: { readonly sent: TestNotificationResult }) {
  const title = isAccepted ? 'Your server took it' : 'Your server did not take it'
  return (
    <Alert color={isAccepted ? 'gate' : 'red'} icon={<Icon name={isAccepted ? 'check' : 'alert'} />} title={title}>
      <Text fz="sm">{wordsFor(result)}</Text>
      {result.kind === 'answered' && !isAccepted && result.excerpt !== '' && (
        <Text fz="sm" mt={4}>
          The answer began: <Code>{result.excerpt}</Code>
        </Text>
      )}
      <Text fz="sm" mt={4}>
        Notification <Code>{notificationId}</Code>
      </Text>
    </Alert>
  )
}

function wordsFor(result: TestNotificationResult['result']): string {
  if (result.kind === 'refused') return `The gateway does not call such a URL: ${inLine(result.why)}.`
  const came = result.kind === 'answered' ? `It answered ${result.status}` : `Nobody answered (${inLine(result.why)})`
  return `${came} after ${result.tookMs.toLocaleString()} ms.`
}

const inLine = (code: string) => codeText(code).toLowerCase()
