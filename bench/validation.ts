// How fast requests are read, against plain Ajv on the schema of the same rows. Both start from the text of the body; ours
// also gives the canonical shape with its secrets, and the name of the first wrong field.
import { Ajv } from 'ajv'
import { type JsonObject, parseJson } from '../src/contract/json/json.ts'
import { compile, contractFor } from '../src/contract/operation.ts'
import { openApiDocument } from '../src/docs/openapi.ts'
import { isRejection } from '../src/kernel/rejection.ts'
import { findOperation } from '../src/requests/catalogue.ts'
import { fullBody } from '../test/support/builders/bodies.ts'
import { type MeasurementRow, rates, table } from './measure.ts'

const version = 100
const operation = 'PAY'

const commonBody = {
  apiOperation: operation,
  billing: { address: { city: 'Graz', country: 'AUT', postcodeZip: '8010', street: '1 Yankee St' } },
  customer: { email: 'jo@example.com', firstName: 'Jo', lastName: 'Smith' },
  device: { ipAddress: '203.0.113.7' },
  order: { amount: '12.34', currency: 'EUR', reference: 'INV/2026/01' },
  sourceOfFunds: {
    provided: {
      card: {
        expiry: { month: '1', year: '39' },
        nameOnCard: 'Jo Smith',
        number: '5123450000000008',
        securityCode: '100',
      },
    },
    type: 'CARD',
  },
  transaction: { reference: 'first-try', source: 'INTERNET' },
}

export function benchValidation(): void {
  const found = findOperation(operation)
  if (!found) throw new Error(`${operation} is not in the catalogue`)
  const contract = contractFor(found, version)
  const document = JSON.parse(JSON.stringify(openApiDocument(version, '0.0.0'))) as object
  const validate = new Ajv({ strict: false }).compile({
    ...document,
    $ref: `#/components/schemas/${operation}-request`,
  })
  const { read } = compile(contract)

  const common = JSON.stringify(commonBody)
  const full = fullBody(contract.request)
  const bodies: Readonly<Record<string, string>> = {
    common,
    'common, one error': common.replace('"first-try"', `"${'x'.repeat(41)}"`),
    'every group': full,
    'every group, one error': full.replace(/"currency":"[A-Z]{3}"/, '"currency":"US"'),
  }
  const rows = Object.entries(bodies).map(([name, body]): MeasurementRow => {
    const isRight = !name.includes('error')
    if (validate(JSON.parse(body)) !== isRight)
      throw new Error(`${name}: Ajv disagrees: ${JSON.stringify(validate.errors)}`)
    if (isRejection(read(parseJson(body) as JsonObject)) === isRight) throw new Error(`${name}: the reader disagrees`)
    const [plain = 0, ours = 0] = rates([() => validate(JSON.parse(body)), () => read(parseJson(body) as JsonObject)])
    return { what: `${name} (${Buffer.byteLength(body)} bytes)`, 'Ajv /s': plain, 'ours /s': ours, ratio: ours / plain }
  })
  table('Validation of PAY, version 100', rows)
}
