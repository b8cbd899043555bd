// The operations on sessions.

import { bindOperations } from '../payments/index.ts'
import type { SessionDependencies } from './dependencies.ts'
import { createSession } from './operations/create-session.ts'
import { retrieveSession } from './operations/retrieve-session.ts'
import { updateSession } from './operations/update-session.ts'

export function createSessions(dependencies: SessionDependencies) {
  return {
    operations: bindOperations(dependencies, {
      CREATE_SESSION: createSession,
      RETRIEVE_SESSION: retrieveSession,
      UPDATE_SESSION: updateSession,
    }),
  }
}
