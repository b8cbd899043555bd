// A company's web site. Unlike the addresses the gateway itself calls or redirects to, it need not be https.
import { pattern } from '../field-types.ts'

export const webAddress = pattern({
  name: 'Url',
  lengths: [12, 2048],
  pattern: /^https?:\/\/[^\s/?#]+[^\s]*$/,
  characters: 'a URL that begins with http or https',
})
