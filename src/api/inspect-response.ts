// Checks every response before it is sent and turns a violation of the contract into a visible failure.
import { faultsOfError, faultsOfResponse } from '../contract/response-check.ts'
import type { ResponseInspector } from './write-response.ts'

export class ContractViolation extends Error {}

export const inspectResponse: ResponseInspector = ({ contract, status, body, isPart = false }) => {
  const response: unknown = JSON.parse(body)
  const faults = contract ? faultsOfResponse(contract, response, { isPart }) : faultsOfError(response)
  if (faults.length > 0)
    throw new ContractViolation(`a response with status ${status} breaks the contract: ${faults.join('; ')}`)
}
