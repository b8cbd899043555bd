// Commands that list and show merchants, and set the logo of their payment pages.

import { createReadStream } from 'node:fs'
import { FieldError } from '../../contract/row.ts'
import { explanationText } from '../../kernel/explanation.ts'
import { currencyListText } from '../../kernel/money.ts'
import { logoFaultTexts, pageLogoBytesMax, removePageLogo, setPageLogo } from '../../merchants/index.ts'
import { command } from '../command.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { commandDone, commandRefused, usageError } from '../result.ts'
import { flag, type ValueRow } from '../rows.ts'
import { table, timestampText } from '../table.ts'
import { readAll } from '../terminal.ts'
import { withAdministration } from '../with-installation.ts'
import { certificateData, certificatesText, merchantData, merchantText, passwordData, passwordsText } from './view.ts'

export const merchantList = command({
  name: 'merchant list',
  purpose: 'Lists all merchants.',
  arguments: {},
  options: {},
  example: '',
  run: (_given, context) =>
    withAdministration(context, async ({ merchants }) => {
      const found = await merchants.list()
      const rows = found.map(({ id, profile }) => [
        id,
        profile.isEnabled ? 'yes' : 'no',
        profile.authenticationMethods.join(','),
        currencyListText(profile.currencies, ','),
        profile.operations.join(','),
        profile.acquirerLink.acquirerId,
        profile.name,
      ])
      const headings = ['MERCHANT', 'ENABLED', 'LOGIN', 'CURRENCIES', 'OPERATIONS', 'ACQUIRER', 'NAME']
      return commandDone(
        { merchants: found.map(merchantData) },
        rows.length === 0 ? 'No merchants.' : table(headings, rows),
      )
    }),
})

export const merchantShow = command({
  name: 'merchant show',
  purpose: "Shows a merchant's profile, passwords and certificates.",
  arguments: { merchantId: merchantIdArgument },
  options: {},
  example: 'TESTMERCHANT',
  run: ({ merchantId }, context) =>
    withAdministration(context, async ({ merchants, reportingPasswords: forReports }) => {
      const access = await merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)

      const { merchant, certificates, passwords } = access
      const reportingPasswords = (await forReports.find(merchantId)).map(({ slot, createdAt }) => ({ slot, createdAt }))
      const now = new Date()
      return commandDone(
        {
          merchant: merchantData(merchant),
          passwords: passwords.map(passwordData),
          reportingPasswords,
          certificates: certificates.map((certificate) => certificateData(certificate, now)),
        },
        [
          merchantText(merchant),
          passwordsText(passwords),
          ...(reportingPasswords.length > 0 ? [reportingText(reportingPasswords)] : []),
          certificatesText(certificates, now),
        ].join('\n\n'),
      )
    }),
})

function reportingText(passwords: readonly { readonly slot: number; readonly createdAt: Date }[]): string {
  return table(
    ['REPORTING PASSWORD SLOT', 'CREATED'],
    passwords.map(({ slot, createdAt }) => [String(slot), timestampText(createdAt)]),
  )
}

const fileOption: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<file>',
  description: `A PNG, JPEG or WebP picture of at most ${pageLogoBytesMax / 1024} KB; pages show it 44 pixels high.`,
  parse: (path) => (path === '' || path.includes('\0') ? new FieldError('must be a path') : path),
}

export const merchantLogo = command({
  name: 'merchant logo',
  purpose: "Sets or removes the logo on a merchant's payment pages.",
  arguments: { merchantId: merchantIdArgument },
  options: { file: fileOption, remove: flag('Removes the logo.'), user: userOption },
  example: 'SHOP1 --file logo.png',
  async run({ merchantId, file, remove, user }, context) {
    if ((file === undefined) === !remove) return usageError('Specify either --file or --remove.')
    const content = file === undefined ? undefined : await readPicture(file)
    if (typeof content === 'string') return commandRefused(content)
    return withAdministration(context, async (dependencies) => {
      if (!(await dependencies.merchants.find(merchantId))) return unknownMerchant(merchantId)
      const by = commandAuditStamp(user)
      const changed = content
        ? await setPageLogo(merchantId, content, by, dependencies)
        : await removePageLogo(merchantId, by, dependencies)
      if (changed.kind === 'unknown merchant') return unknownMerchant(merchantId)
      if (changed.kind === 'REFUSED') return commandRefused(explanationText(logoFaultTexts[changed.fault]))
      const { pageLogo } = changed.profile
      return commandDone({ merchantId, pageLogo }, content ? `${merchantId} has a new logo.` : 'The logo was removed.')
    })
  },
})

async function readPicture(file: string): Promise<Buffer | string> {
  try {
    return (await readAll(createReadStream(file), pageLogoBytesMax)) ?? explanationText(logoFaultTexts.TOO_LARGE)
  } catch (error) {
    return `The file cannot be read (${(error as NodeJS.ErrnoException).code}).`
  }
}
