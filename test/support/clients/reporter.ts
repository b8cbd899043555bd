// A merchant's program that takes reports, and what it reads in them.
import assert from 'node:assert/strict'
import { eventually } from '../checks/poll.ts'
import { testerStamp } from '../fixtures/merchants.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import { type ApiResponse, type ClientRequest, send } from './client.ts'

export const reportingPassword = 'reporting-password-of-the-tests'

export interface Reporter {
  /** Asks for the last hour and the next, unless something else is said. */
  ask(query?: Readonly<Record<string, string>>, sent?: Partial<ClientRequest>): Promise<ApiResponse>
  /** The rows below the headings. */
  rows(query?: Readonly<Record<string, string>>): Promise<readonly (readonly string[])[]>
}

export function openReporter({ listeners }: Pick<TestGateway, 'listeners'>, merchant: string): Reporter {
  const ask: Reporter['ask'] = (query = {}, sent = {}) =>
    send(listeners.httpUrl ?? '', {
      path: reportPathOf(merchant, query),
      login: `merchant.${merchant}:${reportingPassword}`,
      ...sent,
    })
  return {
    ask,
    async rows(query) {
      // What is not up to date yet is to be asked for again, as the response says.
      const response = await eventually(async () => {
        const given = await ask(query)
        return given.status === 503 ? undefined : given
      })
      assert.equal(response.status, 200, response.text)
      return parseCsv(response.text).slice(1)
    },
  }
}

const hourMs = 3_600_000

export function reportPathOf(merchant: string, query: Readonly<Record<string, string>> = {}): string {
  const parameters = new URLSearchParams({
    'timeOfRecord.start': new Date(Date.now() - hourMs).toISOString(),
    'timeOfRecord.end': new Date(Date.now() + hourMs).toISOString(),
    columns: 'order.id,transaction.id',
    ...query,
  })
  return `/history/version/1/merchant/${merchant}/transaction?${parameters}`
}

export async function giveReportingPassword(
  { administration: { reportingPasswords, vault } }: Pick<TestGateway, 'administration'>,
  merchant: string,
  password = reportingPassword,
): Promise<void> {
  const slot = await reportingPasswords.add(merchant, vault.keyedHash('PASSWORD', password), testerStamp())
  assert.notEqual(slot, 'FULL')
}

/** Strictly by RFC 4180. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  const rows: string[][] = [[]]
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? assert.fail('this is no CSV')
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
  }
  assert.deepEqual(rows.pop(), [], 'the last row ends, too')
  return rows
}
