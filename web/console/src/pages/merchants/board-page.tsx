// Adds a merchant with its test merchant; their first passwords are shown once.
import { Alert, Button, Group, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { type NewAcquirerLink, newMerchantProfile } from '../../../../../src/domain/merchants/merchant.ts'
import { repositoryDefaults } from '../../../../../src/domain/tokens/token-repository.ts'
import type {
  BoardedMerchantBody,
  ProfileChoicesBody,
} from '../../../../../src/http/console/response-bodies/merchants.ts'
import type { Jsonified } from '../../api/json.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Problem } from '../../parts/dialogs.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { SecretLine } from '../../parts/secret-line.tsx'
import { QueryContent } from '../../parts/states.tsx'
import { merchantPath, problemAt, profileChanges, profileOf } from './merchant.ts'
import { profileChoicesPath } from './profile-choices.ts'
import { ProfileFields } from './profile-fields.tsx'
import { repositoryBody, TokenFields, type TokenSettings } from './profile-tokens.tsx'
import { repositoriesPath } from './repositories.ts'

type BoardingResponse = Jsonified<BoardedMerchantBody>

const twinMissing = {
  TAKEN: 'A merchant with the test twin’s ID already exists and was not changed.',
  NO_SIMULATOR: 'No test twin was created: this gateway has no simulator.',
  TOO_LONG: 'No test twin was created: the ID is too long to be prefixed with TEST.',
} as const

/** Without a default acquirer, one has to be chosen. */
const noLink: NewAcquirerLink = { adapter: '', acquirerId: '' }
const firstTokens: TokenSettings = { repositoryId: '', ...repositoryDefaults }

export function BoardPage() {
  const choices = useRead<ProfileChoicesBody>(profileChoicesPath)
  return (
    <Page
      title="Create merchant"
      description="The merchant can take payments immediately. Its API password is shown at the end."
    >
      <QueryContent reading={choices} lines={12}>
        {({ newLink = noLink }) => <BoardForm newLink={newLink} />}
      </QueryContent>
    </Page>
  )
}

function BoardForm({ newLink }: { readonly newLink: NewAcquirerLink }) {
  // As the gateway would board it; what is left as it is here is not sent.
  const untouched = profileOf(newMerchantProfile('', newLink))
  const [merchantId, setMerchantId] = useState('')
  const [profile, setProfile] = useState(untouched)
  const [wantsTwin, setWantsTwin] = useState(true)
  const [tokens, setTokens] = useState(firstTokens)
  const [boarded, setBoarded] = useState<BoardingResponse>()
  const boarding = useChange<BoardedMerchantBody>(
    () => ({
      method: 'POST',
      path: '/merchants',
      body: { merchantId, ...givenOf(), wantsTwin, ...repositoryBody(tokens) },
    }),
    { refreshes: ['/merchants', repositoriesPath], onDone: setBoarded },
  )
  const givenOf = () => {
    const { acquirerLink, ...changes } = profileChanges(untouched, profile)
    // Left empty, the acquirer knows the merchant by our own id.
    const link = acquirerLink && Object.fromEntries(Object.entries(acquirerLink).filter(([, value]) => value !== ''))
    return { ...changes, ...(link && { acquirerLink: link }) }
  }
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          boarding.mutate()
        }}
      >
        <Stack gap="md">
          <Section title="Identity" description="Used in every API request. It cannot be changed later.">
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput
                label="Merchant ID"
                required
                maxLength={40}
                placeholder="CORNERSHOP"
                value={merchantId}
                error={problemAt(boarding.error, 'merchantId')}
                onChange={({ currentTarget }) => setMerchantId(currentTarget.value.trim())}
              />
              <Switch
                className="beside"
                label="Create a test twin"
                description={`${merchantId ? `TEST${merchantId}` : 'TEST followed by the ID'} uses the simulator; no money moves.`}
                checked={wantsTwin}
                onChange={({ currentTarget }) => setWantsTwin(currentTarget.checked)}
              />
            </SimpleGrid>
          </Section>
          <ProfileFields
            profile={profile}
            error={boarding.error}
            onChange={(changes) => setProfile((last) => ({ ...last, ...changes }))}
          />
          <TokenFields
            about="Token generation and management cannot be changed once tokens exist."
            tokens={tokens}
            error={boarding.error}
            onChange={(changes) => setTokens((last) => ({ ...last, ...changes }))}
          />
          {boarding.error ? <Problem error={boarding.error} /> : null}
          <Group>
            <Button type="submit" disabled={merchantId === ''} loading={boarding.isPending}>
              Create merchant
            </Button>
          </Group>
        </Stack>
      </form>
      {boarded && <BoardingResult boarded={boarded} />}
    </>
  )
}

function BoardingResult({ boarded }: { readonly boarded: BoardingResponse }) {
  const [, navigate] = useLocation()
  const { twin } = boarded
  const leave = () => navigate(merchantPath(boarded.merchantId))
  return (
    <Dialog opened onClose={leave} title={`${boarded.name} was created`} closeOnClickOutside={false}>
      <Stack gap="md">
        <Text fz="sm">Copy the passwords now. You will not be able to see them again.</Text>
        <Login of={boarded} />
        {typeof twin === 'object' && <Login of={twin} />}
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
