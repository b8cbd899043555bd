// Makes one step of a gateway's start or stop fail, hang or meet a signal. The gateway and its workers are programs of the tests.
import type { ServingStep, StepHook } from '../../../src/cli/installation/serving-steps.ts'

export type StepFault = 'fails' | 'hangs' | 'is stopped'

const faultVariable = 'TEST_STEP_FAULT'

export interface FaultPlan extends ServingStep {
  readonly of: 'gateway' | 'worker'
  readonly fault: StepFault
}

export function faultEnvironment(plan: FaultPlan): Record<string, string> {
  return { [faultVariable]: JSON.stringify(plan) }
}

/** What the environment of this program says. */
export function readFaultPlan(): FaultPlan {
  return JSON.parse(process.env[faultVariable] ?? '') as FaultPlan
}

export function faultOf(program: FaultPlan['of']): StepHook {
  const plan = readFaultPlan()
  if (plan.of !== program) return () => undefined
  return async ({ phase, name }) => {
    if (phase !== plan.phase || name !== plan.name) return
    if (plan.fault === 'fails') throw new Error(`the ${phase} step ${name} fails in this test`)
    if (plan.fault === 'is stopped') process.kill(process.pid, 'SIGTERM')
    // A part that hangs has something open: a process without anything would end by itself.
    setInterval(() => undefined, 60_000)
    await new Promise(() => undefined)
  }
}
