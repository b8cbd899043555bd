// Web addresses that need not be https: a company's site, and the pages a payer comes back to.
import { explain } from '../../kernel/explanation.ts'
import { pattern } from '../field-types.ts'
import { decided } from '../row.ts'

const rule = {
  name: 'Url',
  pattern: /^https?:\/\/[^\s/?#]+[^\s]*$/,
  wrongCharacters: explain('may only hold a URL that begins with http or https'),
} as const

export const webAddress = pattern({ ...rule, lengths: [12, 2048] })

/**
 * A page of the merchant that the payer's browser is sent to from a hosted page. The specification requires https only
 * where it says so, and shops under development have none.
 */
export const merchantPage = decided(
  'choices',
  pattern({
    ...rule,
    lengths: [12, 1024],
    check: (value) =>
      URL.canParse(value) && !/[\x00-\x20\x7f]/.test(value) ? undefined : explain('must be a complete URL'),
  }),
)
