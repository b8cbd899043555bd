// Commands about stored payment details.
import { token as tokenRow } from '../../contract/groups/source-of-funds.ts'
import { subMerchantOfToken } from '../../contract/groups/sub-merchant.ts'
import { sourceTypes15 } from '../../contract/groups/token.ts'
import { FieldError } from '../../contract/row.ts'
import { cardSchemes } from '../../kernel/instrument.ts'
import { isRejection } from '../../kernel/rejection.ts'
import type { TokenRepository } from '../../merchants/index.ts'
import {
  describeToken,
  resolveTokenRepository,
  type StoredToken,
  type TokenDependencies,
  type TokenQuery,
} from '../../tokens/index.ts'
import { type CommandContext, command } from '../command.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption, wholeNumber } from '../options.ts'
import { type CommandResult, commandDone, commandRefused } from '../result.ts'
import { type Arguments, choiceValue, textValue, type ValueRow } from '../rows.ts'
import { pairs, table, timestampText } from '../table.ts'
import { withOperations } from '../with-installation.ts'

/** The options of commands about stored payment details, and how they show them. */
const tokenArguments = {
  merchantId: merchantIdArgument,
  token: textValue(tokenRow, '<token>', `The token: ${tokenRow.type.bounds} letters and digits.`),
} as const satisfies Arguments

const subMerchantOption = textValue(
  subMerchantOfToken.rows.identifier,
  '<identifier>',
  'The sub-merchant that owns the tokens. Default: the merchant itself.',
)

interface TokenOwner {
  readonly merchantId: string
  readonly subMerchant: string | undefined
}

function withTokens(
  context: CommandContext,
  { merchantId, subMerchant }: TokenOwner,
  work: (dependencies: TokenDependencies, repository: TokenRepository) => Promise<CommandResult>,
): Promise<CommandResult> {
  return withOperations(context, async ({ dependencies, merchants }) => {
    const access = await merchants.find(merchantId)
    if (!access) return unknownMerchant(merchantId)
    const named = subMerchant === undefined ? {} : { subMerchant: { identifier: subMerchant } }
    const repository = resolveTokenRepository(access.merchant, named)
    if (isRejection(repository)) return commandRefused(`${merchantId} is not allowed to have sub-merchants.`)
    return work(dependencies, repository)
  })
}

function unknownToken({ merchantId }: Pick<TokenOwner, 'merchantId'>, token: string): CommandResult {
  return commandRefused(`${merchantId} has no token ${token}.`)
}

/** As the merchant's programs see it: masked. */
function tokenData(stored: StoredToken): object {
  return { ...describeToken(stored), createdAt: stored.createdAt }
}

function tokenText(stored: StoredToken): string {
  const { state, expiry, schemeToken, replacementToken, verificationCode } = stored
  return pairs([
    ['Token', stored.token],
    ['Repository', stored.repositoryId],
    ['Status', 'reason' in state ? `${state.status} (${state.reason})` : state.status],
    ['Account', `${stored.kind} ${stored.masked}`],
    ...(stored.scheme === undefined ? [] : [['Scheme', stored.scheme] as const]),
    ...(expiry ? [['Expiry', `${expiry.month}/${expiry.year}`] as const] : []),
    ...(schemeToken ? [['Scheme token', `${schemeToken.status} (${schemeToken.provider})`] as const] : []),
    ...(replacementToken === undefined ? [] : [['Replaced by', replacementToken] as const]),
    ...(verificationCode === undefined ? [] : [['Last verification', verificationCode] as const]),
    ['Created', timestampText(stored.createdAt)],
    ['Changed', `${timestampText(stored.updatedAt)} by ${stored.updatedBy} (${stored.updateSource})`],
    ['Last used', timestampText(stored.lastUsedAt)],
  ])
}

const usualLimit = 50

const kindOption: ValueRow<NonNullable<TokenQuery['kind']>> = {
  kind: 'VALUE',
  placeholder: '<kind>',
  description: 'Only accounts of this type: CARD, GIFT_CARD, ACH and so on.',
  parse: (text) => sourceTypes15.type.read(text),
}

const expiryOption: ValueRow<{ readonly month: number; readonly year: number }> = {
  kind: 'VALUE',
  placeholder: '<MM/YY>',
  description: 'Only cards with this expiry.',
  parse(text) {
    const [, month, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(text) ?? []
    return month && year ? { month: Number(month), year: Number(year) } : new FieldError('must look like 04/44')
  },
}

export const tokenSearch = command({
  name: 'token search',
  purpose: "Lists a merchant's tokens in alphabetical order, with masked account details.",
  arguments: { merchantId: merchantIdArgument },
  options: {
    status: choiceValue(['VALID', 'INVALID'], '<status>', 'Only tokens with this status.'),
    kind: kindOption,
    scheme: choiceValue(cardSchemes, '<scheme>', 'Only cards of this scheme.'),
    expiry: expiryOption,
    subMerchant: subMerchantOption,
    after: textValue(tokenRow, '<token>', 'Continues after this token.'),
    limit: wholeNumber({ min: 1, max: 1000 }, '<count>', `Maximum number of results (default ${usualLimit}).`),
  },
  example: 'SHOP1 --status INVALID --scheme VISA',
  notes: () =>
    `Account numbers are not accepted here because terminals keep what is typed. Use the API operation
SEARCH_TOKENS to find a token by its account number.`,
  run({ merchantId, subMerchant, after, limit = usualLimit, ...options }, context) {
    return withTokens(context, { merchantId, subMerchant }, async ({ tokens }, { id: repositoryId }) => {
      const { status, kind, scheme, expiry } = options
      const query: TokenQuery = {
        status,
        kind,
        scheme,
        expiryMonth: expiry?.month,
        expiryYear: expiry?.year,
      }
      const found = await tokens.search({ repositoryId, query, after, limit: limit + 1 })
      const shown = found.slice(0, limit)
      const next = found.length > limit ? shown.at(-1)?.token : undefined
      const rows = shown.map((each) => [
        each.token,
        each.state.status,
        each.kind,
        each.masked,
        each.scheme ?? '',
        timestampText(each.lastUsedAt),
      ])
      const listed = table(['TOKEN', 'STATUS', 'KIND', 'ACCOUNT', 'SCHEME', 'LAST USED'], rows)
      const more = next === undefined ? '' : `\n\nMore results: --after ${next}`
      return commandDone({ tokens: shown.map(tokenData), next }, rows.length === 0 ? 'No tokens.' : `${listed}${more}`)
    })
  },
})

export const tokenShow = command({
  name: 'token show',
  purpose: 'Shows the masked details stored under a token, and its usage.',
  arguments: tokenArguments,
  options: { subMerchant: subMerchantOption },
  example: 'SHOP1 9711234567890123',
  run: ({ merchantId, token, subMerchant }, context) =>
    withTokens(context, { merchantId, subMerchant }, async ({ tokens }, { id: repositoryId }) => {
      const stored = await tokens.find({ repositoryId, token })
      return stored ? commandDone({ token: tokenData(stored) }, tokenText(stored)) : unknownToken({ merchantId }, token)
    }),
})

export const tokenDelete = command({
  name: 'token delete',
  purpose: 'Deletes a token and the details stored under it, including the scheme token.',
  arguments: tokenArguments,
  options: { subMerchant: subMerchantOption, user: userOption },
  example: 'SHOP1 9711234567890123',
  notes: () => 'Payments made with the token keep its id. Tokens generated by the gateway are never reused.',
  run: ({ merchantId, token, subMerchant, user }, context) =>
    withTokens(context, { merchantId, subMerchant }, async ({ tokens, audit }, { id: repositoryId, generation }) => {
      const name = { repositoryId, token }
      if (!(await tokens.find(name))) return unknownToken({ merchantId }, token)
      // Before it is deleted: the actor is recorded also when the command is interrupted half-way.
      await audit.append({ merchantId, action: 'TOKEN_DELETED', subject: { token }, ...commandAuditStamp(user) })
      const isDeleted = await tokens.delete(name, { isNameRetired: generation !== 'MERCHANT_SUPPLIED' })
      if (!isDeleted) return unknownToken({ merchantId }, token)
      return commandDone({ merchantId, token, deleted: true }, `Deleted token ${token}.`)
    }),
})
