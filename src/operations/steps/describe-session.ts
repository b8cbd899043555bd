// Tells a session as answers do: what it holds, masked, and that there is a security code while there is one.
import type { SessionAnswer } from '../../contract/operations/session-answer.ts'
import type { Values } from '../../domain/lay-over.ts'
import type { StoredSession } from '../../ports/session-store.ts'
import type { Answered, Call, Ports } from '../call.ts'
import { withAccounts } from './present.ts'
import { openCodes, placeOf, readSecrets, withValueAt } from './session-secrets.ts'

const securityCode = 'sourceOfFunds.provided.card.securityCode'

export function describeSession(
  sessionId: string,
  session: StoredSession,
  { isDevice = false }: Pick<Call, 'isDevice'>,
  { vault }: Pick<Ports, 'vault'>,
): Answered {
  const told = {
    merchant: session.merchantId,
    session: {
      id: sessionId,
      updateStatus: session.updateStatus,
      version: session.version,
      authenticationLimit: session.authenticationLimit,
    },
  }
  const shown = withMaskedCode(session.content as Values, openCodes(sessionId, session, vault))
  // A payer's device is not told what the shop knows and thinks of the payer.
  const held = isDevice ? { sourceOfFunds: shown['sourceOfFunds'] } : shown
  const answer = { ...held, ...told } as unknown as SessionAnswer
  const { accounts } = session
  return {
    kind: 'answered',
    isFirst: false,
    answer,
    ...(accounts && {
      reveal: async () => {
        const clear = readSecrets(await vault.open(accounts, placeOf(session, 'accounts')))
        return withAccounts(answer, new Map(clear.map(([path, , number]) => [path, number]))) as SessionAnswer
      },
    }),
  }
}

function withMaskedCode(content: Values, codes: ReturnType<typeof openCodes>): Values {
  const [, , code] = codes.find(([path]) => path === securityCode) ?? []
  return code === undefined ? content : withValueAt(content, securityCode, 'x'.repeat(code.length))
}
