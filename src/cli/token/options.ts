// The options of commands about stored payment details, and how they show them.
import { token as tokenRow } from '../../contract/groups/source-of-funds.ts'
import { subMerchantOfToken } from '../../contract/groups/sub-merchant.ts'
import { isRejection } from '../../kernel/rejection.ts'
import type { TokenRepository } from '../../merchants/rules/token-repository.ts'
import type { Ports } from '../../requests/ports.ts'
import { describeToken } from '../../tokens/operations/describe-token.ts'
import { resolveTokenRepository } from '../../tokens/operations/resolve-token-repository.ts'
import type { StoredToken } from '../../tokens/ports/token-store.ts'
import type { CommandContext } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { type CommandResult, commandRefused } from '../result.ts'
import { type Arguments, textValue } from '../rows.ts'
import { pairs, timestampText } from '../table.ts'
import { withOperations } from '../with-installation.ts'

export const tokenArguments = {
  merchantId: merchantIdArgument,
  token: textValue(tokenRow, '<token>', `The token: ${tokenRow.type.bounds} letters and digits.`),
} as const satisfies Arguments

export const subMerchantOption = textValue(
  subMerchantOfToken.rows.identifier,
  '<identifier>',
  'The sub-merchant that owns the tokens. Default: the merchant itself.',
)

interface TokenOwner {
  readonly merchantId: string
  readonly subMerchant: string | undefined
}

export function withTokens(
  context: CommandContext,
  { merchantId, subMerchant }: TokenOwner,
  work: (ports: Ports, repository: TokenRepository) => Promise<CommandResult>,
): Promise<CommandResult> {
  return withOperations(context, async ({ ports, merchants }) => {
    const access = await merchants.find(merchantId)
    if (!access) return unknownMerchant(merchantId)
    const named = subMerchant === undefined ? {} : { subMerchant: { identifier: subMerchant } }
    const repository = resolveTokenRepository(access.merchant, named)
    if (isRejection(repository)) return commandRefused(`${merchantId} is not allowed to have sub-merchants.`)
    return work(ports, repository)
  })
}

export function unknownToken({ merchantId }: Pick<TokenOwner, 'merchantId'>, token: string): CommandResult {
  return commandRefused(`${merchantId} has no token ${token}.`)
}

/** As the merchant's programs see it: masked. */
export function tokenData(stored: StoredToken): object {
  return { ...describeToken(stored), createdAt: stored.createdAt }
}

export function tokenText(stored: StoredToken): string {
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
