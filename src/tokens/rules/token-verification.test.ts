import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tokenResponseGroup } from '../../contract/groups/token.ts'
import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import { permitsStoring, verificationCodes } from './token-verification.ts'

const codes = Object.keys(gatewayCodes) as GatewayCode[]

describe("an acquirer's answer on details to store", () => {
  it('has a meaning for every gateway code, which the contract lists', () => {
    assert.deepEqual(Object.keys(verificationCodes).toSorted(), codes.toSorted())
    const { type } = tokenResponseGroup.rows.gatewayCode
    for (const code of Object.values(verificationCodes)) assert.equal(type.read(code), code)
  })

  it('allows storing exactly when it is a final approval', () => {
    for (const code of codes) {
      const { result, isOpen } = gatewayCodes[code]
      assert.equal(permitsStoring(verificationCodes[code]), result === 'SUCCESS' && !isOpen, code)
    }
  })

  it('is a refusal of the card only when the acquirer refused it', () => {
    for (const code of codes)
      if (/DECLINED/.test(verificationCodes[code])) assert.equal(gatewayCodes[code].result, 'FAILURE', code)
    for (const code of ['TIMED_OUT', 'UNKNOWN', 'ACQUIRER_SYSTEM_ERROR', 'SYSTEM_ERROR', 'PENDING'] as const)
      assert.equal(verificationCodes[code], 'EXTERNAL_VERIFICATION_PROCESSING_ERROR')
  })
})
