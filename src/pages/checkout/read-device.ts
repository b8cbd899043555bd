// The browser details for the payer's bank: from the request itself, and from values that a script has added to the
// form.

import type { IncomingHttpHeaders } from 'node:http'
import { browserDetails, deviceOfAuthentication50 } from '../../contract/groups/device.ts'
import type { JsonObject } from '../../contract/json/json.ts'
import { FieldError, type FieldRow } from '../../contract/row.ts'
import { parseUrlEncoded } from '../../kernel/url-encoded.ts'
import type { Form } from './read-form.ts'

export interface PayerBrowser {
  readonly headers: IncomingHttpHeaders
  readonly ip: string
}

const rows = browserDetails.rows

/** For a browser without scripts. */
const usual = { screenWidth: '1024', screenHeight: '768', colorDepth: '24', timeZone: '0', language: 'en' } as const

/**
 * A value that the contract would not accept is left out, or replaced by the usual one: no payment fails because of it.
 */
export function readDevice(form: Form, { headers, ip }: PayerBrowser): JsonObject {
  const reported = parseUrlEncoded(form.get('device') ?? '')
  const [language = ''] = (headers['accept-language'] ?? '').split(/[,;]/)
  const described = (Object.keys(usual) as (keyof typeof usual)[]).map((name) => {
    const candidates = [reported.get(name) ?? '', ...(name === 'language' ? [language.trim()] : [])]
    return [name, candidates.find((value) => isFit(rows[name], value)) ?? usual[name]]
  })
  const { browser, ipAddress } = deviceOfAuthentication50.rows
  const agent = headers['user-agent'] ?? ''
  const accept = headers.accept ?? ''
  return {
    ...(isFit(browser, agent) && { browser: agent }),
    ...(isFit(ipAddress, ip) && { ipAddress: ip }),
    browserDetails: {
      '3DSecureChallengeWindowSize': '500_X_600',
      ...(isFit(rows.acceptHeaders, accept) && { acceptHeaders: accept }),
      javaEnabled: 'false',
      ...Object.fromEntries(described),
    },
  }
}

/** The name of the zone in which the browser shows times; undefined for one that this machine does not have. */
export function readTimeZone(form: Form): string | undefined {
  const name = parseUrlEncoded(form.get('device') ?? '').get('zone') ?? ''
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,49}$/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

function isFit(row: FieldRow, value: string): boolean {
  return value !== '' && !(row.type.read(value) instanceof FieldError)
}
