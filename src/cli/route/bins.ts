// Replaces the operator's table of where cards were issued.
import { readFile } from 'node:fs/promises'
import { string } from '../../contract/field-types.ts'
import { scrubAccountNumbers } from '../../kernel/account-numbers-in-text.ts'
import { alpha3Of, countries } from '../../kernel/country.ts'
import { binLengthMax } from '../../merchants/index.ts'
import type { CardRange } from '../../payments/index.ts'
import { command } from '../command.ts'
import { commandAuditStamp, userOption } from '../options.ts'
import { type CommandRefusal, commandDone, commandRefused } from '../result.ts'
import { textValue } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'

export const binsImport = command({
  name: 'bins import',
  purpose: 'Replaces the table of where cards were issued, which routes by country use.',
  arguments: { file: textValue(string(1, 4096), '<file>', 'Lines such as 512345,DEU.') },
  options: { user: userOption },
  example: 'ranges.csv',
  notes: () =>
    `Each line has the first digits of card numbers (at most ${binLengthMax}) and the country of the issuer by two or three
letters; the longest prefix counts. A heading is allowed. Payments are routed by the new table at once.`,
  async run({ file, user }, context) {
    const ranges = await readRanges(file)
    if ('kind' in ranges) return ranges
    return withAdministration(context, async ({ cardRanges }) => {
      const replaced = await cardRanges.replace(ranges, commandAuditStamp(user))
      return commandDone(replaced, `${replaced.ranges} card ranges imported, in place of ${replaced.replaced}.`)
    })
  },
})

async function readRanges(file: string): Promise<readonly CardRange[] | CommandRefusal> {
  const name = scrubAccountNumbers(file)
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) =>
    commandRefused(`${name} cannot be read (${code}).`),
  )
  if (typeof text !== 'string') return text
  const ranges = new Map<string, CardRange>()
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [prefix = '', code = ''] = line.split(/[,;]/).map((field) => field.trim().replaceAll(/^"|"$/g, ''))
    if (prefix === '' || (index === 0 && !/^\d/.test(prefix))) continue
    const country = countryOf(code.toUpperCase())
    // What is refused is not shown, since it may be a card number.
    if (!/^\d{1,8}$/.test(prefix) || country === undefined)
      return commandRefused(
        `${name}, line ${index + 1}: this is not a prefix of 1 to ${binLengthMax} digits and a country.`,
      )
    const known = ranges.get(prefix)
    if (known && known.country !== country)
      return commandRefused(`${name}, line ${index + 1}: the prefix was listed before, with another country.`)
    ranges.set(prefix, { prefix, country })
  }
  return [...ranges.values()]
}

function countryOf(code: string): string | undefined {
  const country = code.length === 2 ? alpha3Of(code) : code
  return country !== undefined && countries.has(country) ? country : undefined
}
