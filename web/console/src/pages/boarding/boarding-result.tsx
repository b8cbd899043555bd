// A merchant that was just created, with the passwords that are shown once.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import type { BoardedMerchantBody } from '../../../../../src/http/console/response-bodies/merchants.ts'
import type { Jsonified } from '../../api/json.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { SecretLine } from '../../parts/secret-line.tsx'
import { merchantPath } from '../merchants/merchant.ts'

type BoardingResponse = Jsonified<BoardedMerchantBody>

const twinMissing = {
  TAKEN: 'A merchant with the test twin’s ID already exists and was not changed.',
  NO_SIMULATOR: 'No test twin was created: this gateway has no simulator.',
  TOO_LONG: 'No test twin was created: the ID is too long to be prefixed with TEST.',
} as const

export function BoardingResult({ boarded }: { readonly boarded: BoardingResponse }) {
  const [, navigate] = useLocation()
  const { twin } = boarded
  const leave = () => navigate(merchantPath(boarded.merchantId))
  return (
    <Dialog opened onClose={leave} title={`${boarded.name} was created`} closeOnClickOutside={false}>
      <Stack gap="md">
        <Text fz="sm">Copy the passwords now. You will not be able to see them again.</Text>
        <Login of={boarded} />
        {typeof twin === 'object' && <Login of={twin} />}
        {boarded.firstUser === 'NOT_ADDED' && (
          <Alert color="yellow">The first user could not be added. Add one under Users.</Alert>
        )}
        {typeof boarded.firstUser === 'object' && (
          <Stack gap={4}>
            <Text fw={600} fz="sm">
              Console user {boarded.firstUser.login}
            </Text>
            <SecretLine label={`First password of ${boarded.firstUser.login}`} secret={boarded.firstUser.password} />
          </Stack>
        )}
        {typeof twin === 'string' && <Alert color="yellow">{twinMissing[twin]}</Alert>}
        <Group justify="end">
          <Button onClick={leave}>I have saved them</Button>
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
      <SecretLine label={`User ID of ${merchantId}`} secret={userId} />
      <SecretLine label={`Password of ${merchantId}`} secret={password} />
    </Stack>
  )
}
