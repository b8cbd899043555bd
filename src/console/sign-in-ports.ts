// The ports of one call that proves who a user is: what it leaves in the audit names the address that it came from.
import type { Ports } from '../requests/ports.ts'
import type { ConsoleCall } from './route.ts'

export function signInPorts(ports: Ports, { clientAddress }: Pick<ConsoleCall, 'clientAddress'>): Ports {
  const { audit, consoleSessions } = ports
  return {
    ...ports,
    audit: { append: (entry) => audit.append({ ...entry, subject: { ...entry.subject, clientAddress } }) },
    consoleSessions: {
      ...consoleSessions,
      open: (user, proof, session) => consoleSessions.open(user, proof, { ...session, clientAddress }),
    },
  }
}
