// Boards a merchant with its test twin; their first passwords are told once.
import { Alert, Button, Group, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { newMerchantProfile } from '../../../../../src/domain/merchants/merchant.ts'
import { repositoryDefaults } from '../../../../../src/domain/tokens/token-repository.ts'
import { useChange } from '../../api/queries.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Problem } from '../../parts/dialogs.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { SecretLine } from '../../parts/secret-line.tsx'
import { type MerchantDetails, merchantPath, problemAt, profileChanges, profileOf } from './merchant.ts'
import { ProfileFields } from './profile-fields.tsx'
import { repositoryBody, TokenFields, type TokenSettings } from './profile-tokens.tsx'
import { repositoriesPath } from './repositories.ts'

interface MerchantLogin extends MerchantDetails {
  readonly userId: string
  readonly password: string
}

interface BoardingResponse extends MerchantLogin {
  readonly twin?: MerchantLogin | keyof typeof twinMissing
}

const twinMissing = {
  TAKEN: 'There is a merchant with the test twin’s id already; it stays as it is.',
  NO_SIMULATOR: 'No test twin was made: this gateway has no simulator.',
  TOO_LONG: 'No test twin was made: the id leaves no room for TEST in front of it.',
} as const

/** As the gateway would board it; what is left as it is here is not sent. */
const untouched = profileOf(newMerchantProfile(''))
const firstTokens: TokenSettings = { repositoryId: '', ...repositoryDefaults }

export function BoardPage() {
  const [merchantId, setMerchantId] = useState('')
  const [profile, setProfile] = useState(untouched)
  const [wantsTwin, setWantsTwin] = useState(true)
  const [tokens, setTokens] = useState(firstTokens)
  const [boarded, setBoarded] = useState<BoardingResponse>()
  const boarding = useChange<BoardingResponse>(
    () => ({
      method: 'POST',
      path: '/merchants',
      body: { merchantId, ...givenOf(), wantsTwin, ...repositoryBody(tokens) },
    }),
    { refreshes: ['/merchants', repositoriesPath], onDone: setBoarded },
  )
  const givenOf = () => {
    const { acquirerLink, ...given } = profileChanges(untouched, profile)
    // Left empty, the acquirer knows the merchant by our own id.
    const link = acquirerLink && Object.fromEntries(Object.entries(acquirerLink).filter(([, value]) => value !== ''))
    return { ...given, ...(link && { acquirerLink: link }) }
  }
  return (
    <Page title="Board a merchant" about="It can pay at once, with the password that is told at the end.">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          boarding.mutate()
        }}
      >
        <Stack gap="md">
          <Section title="Its id" about="Its programs say it in every request; it never changes.">
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput
                label="Merchant id"
                required
                maxLength={40}
                placeholder="CORNERSHOP"
                value={merchantId}
                error={problemAt(boarding.error, 'merchantId')}
                onChange={({ currentTarget }) => setMerchantId(currentTarget.value.trim())}
              />
              <Switch
                className="beside"
                label="With a test twin"
                description={`${merchantId ? `TEST${merchantId}` : 'TEST and the id'}: the simulator serves it, and no money moves.`}
                checked={wantsTwin}
                onChange={({ currentTarget }) => setWantsTwin(currentTarget.checked)}
              />
            </SimpleGrid>
          </Section>
          <ProfileFields
            profile={profile}
            error={boarding.error}
            onChange={(given) => setProfile((last) => ({ ...last, ...given }))}
          />
          <TokenFields
            about="How they are named and managed cannot change once there are some."
            tokens={tokens}
            error={boarding.error}
            onChange={(given) => setTokens((last) => ({ ...last, ...given }))}
          />
          {boarding.error ? <Problem error={boarding.error} /> : null}
          <Group>
            <Button type="submit" disabled={merchantId === ''} loading={boarding.isPending}>
              Board the merchant
            </Button>
          </Group>
        </Stack>
      </form>
      {boarded && <BoardingResult boarded={boarded} />}
    </Page>
  )
}

function BoardingResult({ boarded }: { readonly boarded: BoardingResponse }) {
  const [, navigate] = useLocation()
  const { twin } = boarded
  const leave = () => navigate(merchantPath(boarded.merchantId))
  return (
    <Dialog opened onClose={leave} title={`${boarded.name} is boarded`} closeOnClickOutside={false}>
      <Stack gap="md">
        <Text fz="sm">Keep the passwords now: they are shown this once and nobody can look them up later.</Text>
        <Login of={boarded} />
        {typeof twin === 'object' && <Login of={twin} />}
        {typeof twin === 'string' && <Alert color="yellow">{twinMissing[twin]}</Alert>}
        <Group justify="end">
          <Button onClick={leave}>I have kept them</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function Login({ of: { merchantId, userId, password } }: { readonly of: MerchantLogin }) {
  return (
    <Stack gap={4}>
      <Text fw={600} fz="sm">
        {merchantId}
      </Text>
      <SecretLine label={`User id of ${merchantId}`} secret={userId} />
      <SecretLine label={`Password of ${merchantId}`} secret={password} />
    </Stack>
  )
}
