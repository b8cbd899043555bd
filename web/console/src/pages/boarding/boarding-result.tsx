// A merchant that was just created, with the passwords that are shown once.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import type { BoardedMerchantBody } from '../../../../../src/console/response-bodies/merchants.ts'
import type { Jsonified } from '../../api/json.ts'
import { t } from '../../language/text.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { SecretLine } from '../../parts/secret-line.tsx'
import { merchantPath } from '../merchants/merchant.ts'

type BoardingResponse = Jsonified<BoardedMerchantBody>

const twinMissing = {
  TAKEN: t('A merchant with the test twin’s ID already exists and was not changed.'),
  NO_SIMULATOR: t('No test twin was created: this gateway has no simulator.'),
  TOO_LONG: t('No test twin was created: the ID is too long to be prefixed with TEST.'),
} as const

export function BoardingResult({ boarded }: { readonly boarded: BoardingResponse }) {
  const [, navigate] = useLocation()
  const { twin } = boarded
  const leave = () => navigate(merchantPath(boarded.merchantId))
  return (
    <Dialog
      opened
      onClose={leave}
      title={t('{merchant} was created', { merchant: boarded.name })}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <Text fz="sm">{t('Copy the passwords now. You will not be able to see them again.')}</Text>
        {boarded.awaitsApproval && (
          <Alert color="yellow">
            {t('The merchant is disabled until another user approves it on its profile page.')}
          </Alert>
        )}
        <Login of={boarded} />
        {typeof twin === 'object' && <Login of={twin} />}
        {boarded.firstUser === 'NOT_ADDED' && (
          <Alert color="yellow">{t('The first user could not be added. Add one under Users.')}</Alert>
        )}
        {typeof boarded.firstUser === 'object' && (
          <Stack gap={4}>
            <Text fw={600} fz="sm">
              {t('Console user {login}', { login: boarded.firstUser.login })}
            </Text>
            <SecretLine
              label={t('First password of {login}', { login: boarded.firstUser.login })}
              secret={boarded.firstUser.password}
            />
          </Stack>
        )}
        {typeof twin === 'string' && <Alert color="yellow">{twinMissing[twin]}</Alert>}
        <Group justify="end">
          <Button onClick={leave}>{t('I have saved them')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function Login({
  of: { merchantId, userId, password },
}: {
  readonly of: Pick<BoardingResponse, 'merchantId' | 'userId' | 'password'>
}) {
  return (
    <Stack gap={4}>
      <Text fw={600} fz="sm">
        {merchantId}
      </Text>
      <SecretLine label={t('User ID of {merchant}', { merchant: merchantId })} secret={userId} />
      <SecretLine label={t('Password of {merchant}', { merchant: merchantId })} secret={password} />
    </Stack>
  )
}
