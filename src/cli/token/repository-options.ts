// The operator's settings for a token repository, as options of "token-repository create" and "update".
import { FieldError } from '../../contract/row.ts'
import {
  provisioningModes,
  refuseRepositoryId,
  type TokenRepository,
  tokenGenerations,
  tokenManagements,
} from '../../domain/tokens/token-repository.ts'
import { choiceValue, flag, type Options, type OptionValues, type ValueRow } from '../rows.ts'

/** Of an existing repository, which may also be one that the gateway has named. */
export const repositoryIdArgument: ValueRow<string> = {
  kind: 'value',
  placeholder: '<repositoryId>',
  description: "The token repository's id: 1 to 16 printable ASCII characters.",
  parse: (given) =>
    /^[ -~]{1,16}$/.test(given) ? given : new FieldError('must be 1 to 16 printable ASCII characters'),
}

export const newRepositoryIdArgument: ValueRow<string> = {
  ...repositoryIdArgument,
  description: `${repositoryIdArgument.description.slice(0, -1)}, not beginning with Test.`,
  parse(given) {
    const wrong = refuseRepositoryId(given)
    return wrong === undefined ? given : new FieldError(wrong)
  },
}

export const repositoryOptions = {
  generation: choiceValue(tokenGenerations, '<way>', 'How new tokens are generated. Default: RANDOM.'),
  management: choiceValue(
    tokenManagements,
    '<way>',
    'Whether one account may have several tokens. Default: UNIQUE_TOKEN.',
  ),
  schemeTokens: flag('Requests scheme tokens from card schemes.'),
  provisioningMode: choiceValue(
    provisioningModes,
    '<mode>',
    'When scheme tokens are requested, unless a request specifies otherwise. Default: ASYNCHRONOUS.',
  ),
  maintenance: flag('Updates stored cards automatically.'),
} as const satisfies Options

export function changeRepository(
  repository: TokenRepository,
  given: OptionValues<typeof repositoryOptions>,
): TokenRepository {
  return {
    ...repository,
    generation: given.generation ?? repository.generation,
    management: given.management ?? repository.management,
    hasSchemeTokens: given.schemeTokens ?? repository.hasSchemeTokens,
    provisioningMode: given.provisioningMode ?? repository.provisioningMode,
    hasMaintenance: given.maintenance ?? repository.hasMaintenance,
  }
}
