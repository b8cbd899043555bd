// A gateway that the files of a suite share. Files stay out of each other's way by boarding merchants of their own.
import { startGateway, type TestGateway } from './gateway.ts'

interface Stoppable {
  stop(): Promise<void>
}

const started = new Map<string, Promise<Stoppable>>()

/** The one with these settings, started by the first file that asks. Only the runner stops it. */
export function sharedGateway(overrides: Record<string, string> = {}): Promise<TestGateway> {
  const key = JSON.stringify(Object.entries(overrides).toSorted())
  return shared(key, () => startGateway(overrides))
}

/** Anything else that is started once, by the first file that asks. */
export function shared<Started extends Stoppable>(key: string, start: () => Promise<Started>): Promise<Started> {
  const running = (started.get(key) as Promise<Started> | undefined) ?? start()
  started.set(key, running)
  return running
}

/** For the runner, when all files of a suite are done. Fails when any response broke the contract. */
export async function stopSharedGateways(): Promise<void> {
  const gateways = [...started.values()]
  started.clear()
  for (const gateway of gateways) await (await gateway).stop()
}
