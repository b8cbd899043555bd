// One right and one wrong value for every field of every operation: handed to the gateway's server in this process, and for
// one field of each operation over a real socket, too.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type Field, fieldsOf } from '../../../src/contract/fields.ts'
import type { Contract, Operation } from '../../../src/contract/operation.ts'
import { catalogue } from '../../../src/requests/catalogue.ts'
import { bodyWith } from '../../support/builders/bodies.ts'
import { samplesOf } from '../../support/builders/samples.ts'
import { inLanes } from '../../support/checks/in-lanes.ts'
import {
  type ApiResponse,
  apiPath,
  type ClientRequest,
  inject,
  newOrderId,
  send,
} from '../../support/clients/client.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await startGateway({ TOLLGATE_LOG_LEVEL: 'error' })
})
after(() => gateway.stop())

interface Trial {
  readonly operation: Operation
  readonly contract: Contract
  readonly version: number
  readonly field: Field
}

/** Each field in the newest version that has it. */
function trialsOf(operation: Operation): readonly Trial[] {
  const trials = new Map<string, Trial>()
  for (const [version, contract] of Object.entries(operation.versions)) {
    for (const field of fieldsOf(contract.request)) {
      trials.set(field.name, { operation, contract, version: Number(version), field })
    }
  }
  return [...trials.values()]
}

const sampleIds: Readonly<Record<string, string>> = {
  sessionId: `SESSION${'0'.repeat(24)}`,
  tokenId: '9000000000000001',
  paymentLinkId: 'A'.repeat(26),
  threeDSecureId: '3ds-1',
  transactionId: '1',
}

function pathOf({ operation, version }: Trial): string {
  const path = operation.route.path.replace(/:(\w+)/g, (_, id: string) => sampleIds[id] ?? newOrderId())
  return apiPath(path, { version })
}

type Way = (sent: ClientRequest) => Promise<ApiResponse>
const inProcess: Way = (sent) => inject(gateway.server, sent)
const overSocket: Way = (sent) => send(gateway.listeners.httpUrl ?? '', sent)

function sendValue(trial: Trial, text: string, way: Way) {
  const [method = 'PUT'] = trial.operation.route.methods
  const bytes = bodyWith(trial.contract.request, trial.field.name, text)
  return way({ method, path: pathOf(trial), bytes })
}

function isAbout({ name, row }: Field, field: string | undefined): boolean {
  const exact = name.replaceAll('[n]', '[0]')
  return row.kind === 'MAP' ? (field?.startsWith(exact.replace(/X$/, '')) ?? false) : field === exact
}

async function assertKnown(trial: Trial, way: Way): Promise<void> {
  const { accepted, refused } = samplesOf(trial.field.row)
  const { name } = trial.field
  const right = await sendValue(trial, accepted[0] ?? '', way)
  assert.ok(right.status < 500, `${name} in ${trial.version}: ${right.text}`)
  assert.notEqual(right.body.error?.validationType, 'UNSUPPORTED', `${name} in ${trial.version}: ${right.text}`)
  const wrong = await sendValue(trial, refused[0] ?? '', way)
  assert.equal(wrong.status, 400, `${name} in ${trial.version}`)
  assert.equal(wrong.body.error.validationType, 'INVALID', wrong.text)
  assert.ok(isAbout(trial.field, wrong.body.error.field), `${name} is reported as ${wrong.body.error.field}`)
}

const ordersAtOnce = 8

for (const operation of catalogue) {
  if (operation.route.methods.every((method) => method === 'GET' || method === 'DELETE')) continue

  it(`every field of ${operation.name} is known, and a wrong value of it is refused by its name`, async () => {
    const trials = trialsOf(operation).filter(({ field }) => field.name !== 'apiOperation')
    const [first] = trials
    assert.ok(first)
    await assertKnown(first, overSocket)
    // Each trial has an order of its own; sessions, tokens and payer authentications are those of all trials.
    const lanes = Array.from({ length: operation.route.path.includes(':orderId') ? ordersAtOnce : 1 })
    await inLanes(lanes, trials, (trial) => assertKnown(trial, inProcess))
  })
}
