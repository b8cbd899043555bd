// One operation's contract, asked with requests that differ a little from the least one it takes.

import { type Field, fieldsOf } from '../../../src/contract/fields.ts'
import { compile, contractFor, type Operation } from '../../../src/contract/operation.ts'
import { askContract } from './contract.ts'

type Members = { readonly [name: string]: unknown }

// biome-ignore lint/suspicious/noExplicitAny: a test reads at any depth, and a wrong name shows as undefined there
type Loose = any

export function contractTrial(operation: Operation, least: Members) {
  const asked = askContract(operation, () => ({ apiOperation: operation.name }))

  /** The canonical request. */
  function accepts(version: number, members: Members = {}): Loose {
    return asked.accepts(version, completed(least, members))
  }

  function refuses(version: number, members: Members, field: string, validationType?: string): void {
    asked.refuses(version, completed(least, members), field, validationType)
  }

  /** What a version shows of a canonical response, be it whole or not. */
  function shows(version: number, response: Members): Loose {
    return JSON.parse(compile(contractFor(operation, version)).write(response))
  }

  function fieldIn(version: number, side: 'request' | 'response', name: string): Field | undefined {
    return [...fieldsOf(contractFor(operation, version)[side])].find((field) => field.name === name)
  }

  return { accepts, refuses, shows, fieldIn, faults: asked.faults }
}

/** The members in place of the least ones; groups are completed. */
function completed(least: Members, members: Members): Members {
  const result: Record<string, unknown> = { ...least }
  for (const [name, value] of Object.entries(members)) {
    const present = result[name]
    result[name] = isMembers(present) && isMembers(value) ? { ...present, ...value } : value
  }
  return result
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
