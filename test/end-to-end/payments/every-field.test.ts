// One right and one wrong value for every field of every operation, over real HTTP.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { catalogue } from '../../../src/contract/catalogue.ts'
import { type Field, fieldsOf } from '../../../src/contract/fields.ts'
import type { Contract, Operation } from '../../../src/contract/operation.ts'
import { bodyWith } from '../../support/builders/bodies.ts'
import { samplesOf } from '../../support/builders/samples.ts'
import { apiPath, newOrderId, send } from '../../support/clients/client.ts'
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
  threeDSecureId: '3ds-1',
  transactionId: '1',
}

function pathOf({ operation, version }: Trial): string {
  const path = operation.route.path.replace(/:(\w+)/g, (_, id: string) => sampleIds[id] ?? newOrderId())
  return apiPath(path, { version })
}

function sendValue(trial: Trial, text: string) {
  const [method = 'PUT'] = trial.operation.route.methods
  const bytes = bodyWith(trial.contract.request, trial.field.name, text)
  return send(gateway.doors.httpUrl ?? '', { method, path: pathOf(trial), bytes })
}

function isAbout({ name, row }: Field, field: string | undefined): boolean {
  const exact = name.replaceAll('[n]', '[0]')
  return row.kind === 'map' ? (field?.startsWith(exact.replace(/X$/, '')) ?? false) : field === exact
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>, lanes = 8): Promise<void> {
  const queue = [...items]
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
    }),
  )
}

describe('over real HTTP', () => {
  for (const operation of catalogue) {
    if (operation.route.methods.every((method) => method === 'GET' || method === 'DELETE')) continue

    it(`every field of ${operation.name} is known, and a wrong value of it is refused by its name`, async () => {
      await inTurns(trialsOf(operation), async (trial) => {
        const { accepted, refused } = samplesOf(trial.field.row)
        const { name } = trial.field
        if (name === 'apiOperation') return
        const right = await sendValue(trial, accepted[0] ?? '')
        assert.ok(right.status < 500, `${name} in ${trial.version}: ${right.text}`)
        assert.notEqual(right.body.error?.validationType, 'UNSUPPORTED', `${name} in ${trial.version}: ${right.text}`)
        const wrong = await sendValue(trial, refused[0] ?? '')
        assert.equal(wrong.status, 400, `${name} in ${trial.version}`)
        assert.equal(wrong.body.error.validationType, 'INVALID', wrong.text)
        assert.ok(isAbout(trial.field, wrong.body.error.field), `${name} is reported as ${wrong.body.error.field}`)
      })
    })
  }
})
