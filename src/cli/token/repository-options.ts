// The operator's settings for a token repository, as options of "token-repository create" and "update".
import { FieldError } from '../../contract/row.ts'
import {
  provisioningModes,
  refuseRepositoryId,
  type TokenRepository,
  tokenGenerations,
  tokenManagements,
} from '../../merchants/rules/token-repository.ts'
import { choiceValue, flag, type Options, type OptionValues, type ValueRow } from '../rows.ts'

/** Of an existing repository, which may also be one that the gateway has named. */
export const repositoryIdArgument: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<repositoryId>',
  description: "The token repository's id: 1 to 16 printable ASCII characters.",
  parse: (text) => (/^[ -~]{1,16}$/.test(text) ? text : new FieldError('must be 1 to 16 printable ASCII characters')),
}

export const newRepositoryIdArgument: ValueRow<string> = {
  ...repositoryIdArgument,
  description: `${repositoryIdArgument.description.slice(0, -1)}, not beginning with Test.`,
  parse(text) {
    const wrong = refuseRepositoryId(text)
    return wrong === undefined ? text : new FieldError(wrong)
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
  options: OptionValues<typeof repositoryOptions>,
): TokenRepository {
  return {
    ...repository,
    generation: options.generation ?? repository.generation,
    management: options.management ?? repository.management,
    hasSchemeTokens: options.schemeTokens ?? repository.hasSchemeTokens,
    provisioningMode: options.provisioningMode ?? repository.provisioningMode,
    hasMaintenance: options.maintenance ?? repository.hasMaintenance,
  }
}
