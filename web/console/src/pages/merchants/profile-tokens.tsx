// The token repository of a merchant: its own, or a shared one.
import { Select, SimpleGrid } from '@mantine/core'
import type { RepositoryListBody } from '../../../../../src/console/response-bodies/tokens.ts'
import {
  type TokenGeneration,
  type TokenManagement,
  tokenGenerations,
  tokenManagements,
} from '../../../../../src/merchants/rules/token-repository.ts'
import { useRead } from '../../api/queries.ts'
import { t } from '../../language/text.ts'
import { Section } from '../../parts/page.tsx'
import { problemAt } from './merchant.ts'
import { choiceOptions, generationLabels, managementLabels } from './profile-labels.ts'
import { repositoriesPath } from './repositories.ts'
import type { TokenSettings } from './token-settings.ts'

interface TokenFieldsProps {
  readonly about: string
  readonly tokens: TokenSettings
  readonly onChange: (changes: Partial<TokenSettings>) => void
  readonly error: unknown
}

export function TokenFields({ about, tokens, onChange, error }: TokenFieldsProps) {
  const { data } = useRead<RepositoryListBody>(repositoriesPath)
  const ids = new Set(data?.tokenRepositories.map(({ repositoryId }) => repositoryId))
  if (tokens.repositoryId !== '') ids.add(tokens.repositoryId)
  return (
    <Section title={t('Tokens')} description={about}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label={t('Token repository')}
          description={t('Merchants with the same repository share their tokens.')}
          searchable
          allowDeselect={false}
          data={[{ value: '', label: t('Its own repository') }, ...[...ids].map((id) => ({ value: id, label: id }))]}
          value={tokens.repositoryId}
          error={problemAt(error, 'tokenRepositoryId')}
          onChange={(chosen) => chosen !== null && onChange({ repositoryId: chosen })}
        />
      </SimpleGrid>
      {tokens.repositoryId === '' && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md">
          <Select
            label={t('Token generation')}
            data={choiceOptions(tokenGenerations, generationLabels)}
            allowDeselect={false}
            value={tokens.generation}
            onChange={(chosen) => chosen && onChange({ generation: chosen as TokenGeneration })}
          />
          <Select
            label={t('Tokens per account')}
            data={choiceOptions(tokenManagements, managementLabels)}
            allowDeselect={false}
            value={tokens.management}
            onChange={(chosen) => chosen && onChange({ management: chosen as TokenManagement })}
          />
        </SimpleGrid>
      )}
    </Section>
  )
}
