// Commands that only a sandbox has: a client certificate of its own authority, and the parts of card schemes and
// payers.
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isSimulatedProvider, issueDevelopmentCertificate, simulatorLinks, tlsFilesOf } from '../../compose/index.ts'
import { providerA, token as tokenRow } from '../../contract/groups/source-of-funds.ts'
import { subMerchantOfToken } from '../../contract/groups/sub-merchant.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { FieldError } from '../../contract/row.ts'
import type { Expiry } from '../../kernel/instrument.ts'
import { isRejection } from '../../kernel/rejection.ts'
import { type Merchant, resolveRepository } from '../../merchants/index.ts'
import type { Config } from '../../platform/config/config.ts'
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { type CommandRefusal, commandDone, commandRefused } from '../result.ts'
import { choiceValue, flag, requiredOption, textValue, type ValueRow } from '../rows.ts'
import { pairs } from '../table.ts'
import { withOperations } from '../with-installation.ts'

const validityDays = 365

export async function makeDevelopmentCertificate(config: Config, merchant: Merchant, folder: string) {
  if (config.mode !== 'sandbox')
    return commandRefused('Development certificates are available in the sandbox only; use --file instead.')
  const files = {
    certificateFile: resolve(folder, `${merchant.id}.crt`),
    keyFile: resolve(folder, `${merchant.id}.key`),
  }
  const inTheWay = Object.values(files).find((file) => existsSync(file))
  if (inTheWay !== undefined) return commandRefused(`${inTheWay} already exists; choose another folder with --out.`)

  const { certificatePem, keyPem } = await issueDevelopmentCertificate(config, {
    commonName: merchant.id,
    days: validityDays,
  })
  const failure = await placeFiles(folder, [
    { file: files.keyFile, content: keyPem, mode: 0o600 },
    { file: files.certificateFile, content: certificatePem, mode: 0o644 },
  ])
  if (failure) return failure

  const { caFile } = await tlsFilesOf(config)
  const curl = curlLine(config, merchant, { ...files, caFile })
  return {
    kind: 'MADE',
    pem: certificatePem,
    data: { ...files, curl },
    texts: [
      pairs([
        ['Certificate', files.certificateFile],
        ['Key', files.keyFile],
      ]),
      `Verify a card with it, while the sandbox runs:\n\n${curl}`,
    ],
  } as const
}

async function placeFiles(
  folder: string,
  files: readonly { readonly file: string; readonly content: string; readonly mode: number }[],
): Promise<CommandRefusal | undefined> {
  try {
    await mkdir(folder, { recursive: true })
    for (const { file, content, mode } of files) await writeFile(file, content, { mode, flag: 'wx' })
    return undefined
  } catch (error) {
    return commandRefused(`Cannot write to ${resolve(folder)} (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function curlLine(
  { mtlsPort }: Config,
  { id, profile }: Merchant,
  files: { readonly certificateFile: string; readonly keyFile: string; readonly caFile: string | undefined },
): string {
  const body = {
    apiOperation: 'VERIFY',
    order: { currency: profile.currencies[0] },
    sourceOfFunds: {
      type: 'CARD',
      provided: { card: { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' } },
    },
  }
  // With port 0 the gateway takes any free one and prints it when it starts.
  const host = `localhost:${mtlsPort === 0 ? 'PORT' : mtlsPort}`
  const trust = files.caFile === undefined ? '' : ` --cacert ${quoted(files.caFile)}`
  return `  curl${trust} --cert ${quoted(files.certificateFile)} --key ${quoted(files.keyFile)} \\
    -X PUT "https://${host}/api/rest/version/100/merchant/${id}/order/order-$(date +%s)/transaction/1" \\
    -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

// Commands that play the part of a card scheme or a payer in the sandbox.

const statuses = ['ACTIVE', 'SUSPENDED', 'INACTIVE', 'DELETED'] as const

const expiryOption: ValueRow<Expiry> = {
  kind: 'VALUE',
  placeholder: '<MM/YY>',
  description: "The scheme token's new expiry.",
  parse(text) {
    const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(text) ?? []
    return month && year ? { month: String(Number(month)), year } : new FieldError('must look like 01/39')
  },
}

export const sandboxSchemeToken = command({
  name: 'sandbox scheme-token',
  purpose: 'Changes a scheme token at the simulated token service; running gateways are notified within a second.',
  arguments: {
    merchantId: merchantIdArgument,
    token: textValue(
      tokenRow,
      '<token>',
      `The gateway token that the scheme token belongs to: ${tokenRow.type.bounds}.`,
    ),
  },
  options: {
    status: requiredOption(choiceValue(statuses, '<status>', 'The new status of the scheme token.')),
    numberChanged: flag('The card has a new number.'),
    expiry: expiryOption,
    subMerchant: textValue(subMerchantOfToken.rows.identifier, '<identifier>', 'The sub-merchant that owns the token.'),
  },
  example: 'TESTSUPPLIED shopper17 --status INACTIVE --number-changed',
  notes: () =>
    `If the scheme token is no longer active and the card has a new number, the gateway token becomes invalid.`,
  run: ({ merchantId, token, status, numberChanged = false, expiry, subMerchant }, context) =>
    withOperations(context, async ({ dependencies, tokenService, merchants }) => {
      if (!tokenService) return commandRefused('The simulated token service exists in the sandbox only.')
      const access = await merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)
      const repository = resolveRepository(
        access.merchant,
        subMerchant === undefined ? {} : { identifier: subMerchant },
      )
      if (isRejection(repository)) return commandRefused(`${merchantId} is not allowed to have sub-merchants.`)
      const stored = await dependencies.tokens.find({ repositoryId: repository.id, token })
      if (!stored) return commandRefused(`${merchantId} has no such token.`)
      if (!stored.schemeToken) return commandRefused('The token has no scheme token.')
      const { reference } = stored.schemeToken
      const notice = { reference, status, hasNumberChanged: numberChanged, expiry }
      const noticeId = await tokenService.announce(notice)
      return commandDone(
        { noticeId, ...notice },
        `The token service reports: the scheme token is ${status} (${noticeId}).`,
      )
    }),
})

const { merchantId: accountRow } = transactionRows.acquirer.rows
const { id: agreementRow } = providerA.rows.billingAgreement.rows

export const sandboxWithdrawAgreement = command({
  name: 'sandbox withdraw-agreement',
  purpose: 'Withdraws a billing agreement at the simulated provider A; running gateways are notified within a second.',
  arguments: {
    account: textValue(accountRow, '<account>', "The merchant's account at the provider, as in its profile."),
    agreementId: textValue(agreementRow, '<agreementId>', "The provider's id of the agreement."),
  },
  options: {},
  example: 'TESTMERCHANT-PROVIDER_A B-00000A1B2C3D4E5F6',
  notes: () => 'Every token that holds the agreement becomes invalid, and the provider declines payments that use it.',
  run: ({ account, agreementId }, context) =>
    withOperations(context, async ({ dependencies }) => {
      const provider = dependencies.providers.of({ adapter: simulatorLinks.providers.PROVIDER_A })
      if (!isSimulatedProvider(provider)) return commandRefused('The simulated providers exist in the sandbox only.')
      if (!(await provider.withdraw({ acquirerMerchantId: account, agreementId })))
        return commandRefused(`${account} has no such active agreement.`)
      return commandDone({ account, agreementId }, `Agreement ${agreementId} was withdrawn.`)
    }),
})
