// The content of responses: values that the API can show, and no secrets.
import { responseGroup50 } from '../../../contract/groups/response.ts'
import { transactionRows } from '../../../contract/groups/transaction.ts'
import { JsonNumber } from '../../../contract/json/json.ts'
import { FieldError, type FieldRow } from '../../../contract/row.ts'
import type { Instrument } from '../../../kernel/instrument.ts'
import type { AcquirerResponse } from '../../../payments/index.ts'
import type { ConformanceCheck } from '../check.ts'
import { expect } from '../failure.ts'

const { acquirerCode, acquirerMessage, debugInformation } = responseGroup50.rows
const { authorizationCode, receipt, stan, terminal } = transactionRows
const { batch, date, settlementDate, time, timeZone, transactionId } = transactionRows.acquirer.rows

/** The row of the API that shows each value. */
const shownBy = {
  ...{ acquirerCode, acquirerMessage, debugInformation, authorizationCode, receipt, stan, terminal },
  ...{ batch, date, settlementDate, time, timeZone, transactionId },
} as const satisfies Partial<Record<keyof AcquirerResponse, unknown>>

function expectShowable(response: AcquirerResponse): void {
  for (const [name, row] of Object.entries(shownBy)) {
    const value = response[name as keyof typeof shownBy]
    if (value === undefined) continue
    const read = (row as FieldRow).type.read(typeof value === 'number' ? new JsonNumber(String(value)) : value)
    expect(!(read instanceof FieldError), `${name} cannot be shown: it ${read instanceof FieldError && read.reason}`)
  }
}

export const responsesFitTheApi: ConformanceCheck = {
  name: 'answers with values that the API can show',
  async run({ results }) {
    for (const result of results) {
      const { kind, response } = (result ?? {}) as { kind?: string; response?: AcquirerResponse }
      if (kind === 'ANSWERED' && response) expectShowable(response)
    }
  },
}

/** Shorter ones would be found by chance. */
const shortestSecret = 6

export const keepsSecrets: ConformanceCheck = {
  name: 'keeps account numbers and secrets out of its answers, its log and the state of its connections',
  async run({ results, subject }) {
    const { cards, secrets = [], logged = () => [], link } = subject
    const numbers = Object.values(cards).flatMap((card: Instrument | undefined) => (card ? [card.number.open()] : []))
    const seen = {
      responses: textOf(results),
      log: textOf(logged()),
      'state of its connections': textOf(link.connections()),
    }
    for (const [place, text] of Object.entries(seen)) {
      expect(!numbers.some((number) => text.includes(number)), `an account number is in the ${place}`)
      const isShown = secrets.some((secret) => secret.length >= shortestSecret && text.includes(secret))
      expect(!isShown, `a secret of the settings is in the ${place}`)
    }
  },
}

function textOf(values: readonly unknown[]): string {
  return JSON.stringify(values, (_, value) => {
    if (typeof value === 'bigint') return String(value)
    return value instanceof Error ? `${value.message} ${value.stack}` : value
  })
}
