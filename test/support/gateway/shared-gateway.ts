// A gateway that the files of a suite share. Files stay out of each other's way by boarding merchants of their own.
import { startGateway, type TestGateway } from './gateway.ts'

const started = new Map<string, Promise<TestGateway>>()

/** The one with these settings, started by the first file that asks. Nobody but the runner stops it. */
export function sharedGateway(overrides: Record<string, string> = {}): Promise<TestGateway> {
  const key = JSON.stringify(Object.entries(overrides).toSorted())
  const gateway = started.get(key) ?? startGateway(overrides)
  started.set(key, gateway)
  return gateway
}

/** For the runner, when all files of the process are done. Fails when any answer broke the contract. */
export async function stopSharedGateways(): Promise<void> {
  for (const gateway of started.values()) await (await gateway).stop()
}
