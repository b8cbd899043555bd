// Asks an operation's contract what it takes, refuses and responses, as a merchant would see it in one version.
import assert from 'node:assert/strict'
import { type JsonObject, parseJson } from '../../../src/contract/json/json.ts'
import { compile, contractFor, type Operation } from '../../../src/contract/operation.ts'
import { faultsOfResponse } from '../../../src/contract/response-check.ts'
import type { CanonicalObject, Row, Rows } from '../../../src/contract/row.ts'
import { isRejection } from '../../../src/kernel/rejection.ts'
import { readRequest } from '../../../src/requests/read-request.ts'

type Version = number | readonly number[]

const each = (version: Version) => (typeof version === 'number' ? [version] : version)

/** What is sent beside, or instead of, the members of a request that is right. */
export function askContract(operation: Operation, right: (version: number) => object) {
  const read = (version: number, members: object) => {
    const body = parseJson(JSON.stringify({ ...right(version), ...members })) as JsonObject
    return readRequest(contractFor(operation, version), body)
  }

  /** The canonical request, of the last version asked for. */
  function accepts(version: Version, members: object): CanonicalObject {
    let accepted: CanonicalObject = {}
    for (const one of each(version)) {
      const result = read(one, members)
      assert.ok(!isRejection(result), `version ${one} refuses ${JSON.stringify(result)}`)
      accepted = result
    }
    return accepted
  }

  function refuses(version: Version, members: object, field: string, validationType = 'INVALID'): void {
    for (const one of each(version)) {
      const result = read(one, members)
      assert.ok(isRejection(result), `version ${one} accepts ${JSON.stringify(members)}`)
      const { field: found, validationType: how } = result
      assert.deepEqual({ found, how }, { found: field, how: validationType }, `version ${one}`)
    }
  }

  /** The response on the wire, which must keep every promise of its version. */
  function answers(version: number, response: object): Record<string, unknown> {
    const contract = contractFor(operation, version)
    const written = JSON.parse(compile(contract).write(response)) as Record<string, unknown>
    assert.deepEqual(faultsOfResponse(contract, written), [])
    return written
  }

  /** What is wrong with a response, if it were sent as it is. */
  function faults(version: number, response: object): readonly string[] {
    const contract = contractFor(operation, version)
    return faultsOfResponse(contract, JSON.parse(compile(contract).write(response)))
  }

  const valuesOf = (version: number, field: string) => valuesAt(contractFor(operation, version).response, field)

  return { accepts, refuses, answers, faults, valuesOf }
}

/** The listed values of a field by its dotted name. */
function valuesAt(rows: Rows, field: string): readonly string[] | undefined {
  const [name = '', ...rest] = field.split('.')
  const row: Row | undefined = rows[name]
  assert.ok(row, `${field} is not there`)
  if (row.kind === 'GROUP') return valuesAt(row.rows, rest.join('.'))
  if (row.kind === 'LIST' && row.item.kind === 'GROUP') return valuesAt(row.item.rows, rest.join('.'))
  return row.kind === 'FIELD' ? row.type.values : undefined
}

/** A transaction's answer with nothing in it but what every version must have. */
export const leastTransactionResponse = {
  merchant: 'TESTMERCHANT',
  order: {
    amount: '10',
    totalAuthorizedAmount: '0',
    totalCapturedAmount: '0',
    totalRefundedAmount: '0',
  },
  response: { gatewayCode: 'APPROVED' },
  result: 'SUCCESS',
  transaction: { acquirer: { id: 'SYSTEST_ACQ1' }, amount: '10', currency: 'USD', id: '1', type: 'PAYMENT' },
}
