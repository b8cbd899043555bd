// Sets or removes the logo of a merchant's payment pages.
import { createReadStream } from 'node:fs'
import { FieldError } from '../../contract/row.ts'
import { explanationText } from '../../kernel/explanation.ts'
import { removePageLogo, setPageLogo } from '../../merchants/operations/page-logo.ts'
import { logoFaultTexts, pageLogoBytesMax } from '../../merchants/rules/page-logo.ts'
import { command } from '../command.ts'
import { readAll } from '../read-all.ts'
import { commandDone, commandRefused, usageError } from '../result.ts'
import { type ValueRow, flag } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'

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
    return withAdministration(context, async (ports) => {
      if (!(await ports.merchants.find(merchantId))) return unknownMerchant(merchantId)
      const by = commandAuditStamp(user)
      const changed = content
        ? await setPageLogo(merchantId, content, by, ports)
        : await removePageLogo(merchantId, by, ports)
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
