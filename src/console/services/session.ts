// Signing in and out, and users' own settings: password, second factor, sessions.
import { digits, string } from '../../contract/field-types.ts'
import { merchantIdRow } from '../../contract/routes.ts'
import { required, secret } from '../../contract/row.ts'
import { type Explanation, explain } from '../../kernel/explanation.ts'
import { operatorMerchantId } from '../../kernel/user.ts'
import {
  acceptSecondFactor,
  type ConsoleSession,
  changeOwnPassword,
  confirmSecondFactor,
  offerSecondFactor,
  type PasswordChangeResult,
  passwordLengthMin,
  passwordsRemembered,
  renewRecoveryCodes,
  type SignInOrigin,
  type SignInResult,
  signIn,
  signOut,
  signOutEverywhere,
  submitSecondFactor,
} from '../../users/index.ts'
import { signedOut } from '../access.ts'
import { type ConsoleContext, signedInUser, signInDependencies } from '../context.ts'
import { withBody } from '../fields.ts'
import { loginRow } from '../path-ids.ts'
import type {
  AcceptedSecondFactorBody,
  CurrentSessionBody,
  OfferedSecondFactorBody,
  PendingSignInBody,
  RecoveryCodesBody,
  SessionListBody,
} from '../response-bodies/users.ts'
import { acceptedResponse, consoleRefusal, okResponse } from '../responses.ts'
import type { BodyResponse, ConsoleCall, ConsoleResponse, ConsoleRoute } from '../route.ts'
import { csrfOf } from '../session-cookie.ts'

const password = secret('CREDENTIAL', string(1, 1_000))
const code = digits(6)
/** Of the device, or a recovery code. */
const anyCode = string(6, 30)
const self = { kind: 'SELF' } as const

export function sessionServices({ dependencies, isSandbox }: ConsoleContext): readonly ConsoleRoute[] {
  /** The login and everything the console's pages need to know about it; the token is in the cookie alone. */
  async function opened(
    status: 200 | 201,
    { token, session }: { token: string; session: ConsoleSession },
  ): Promise<BodyResponse & { readonly body: CurrentSessionBody }> {
    return { status, body: await sessionOf(token, session), startedSession: { token, expiresAt: session.expiresAt } }
  }

  async function sessionOf(token: string, session: ConsoleSession): Promise<CurrentSessionBody> {
    const { user, expiresAt, secondFactorAt } = session
    const access =
      user.merchantId === operatorMerchantId ? undefined : await dependencies.store.findMerchant(user.merchantId)
    return {
      user,
      isOperator: user.merchantId === operatorMerchantId,
      ...(access && { merchant: { merchantId: access.merchant.id, name: access.merchant.profile.name } }),
      expiresAt,
      secondFactorAt,
      ...(!isSandbox && !user.hasSecondFactor && { needsSecondFactor: true }),
      csrf: csrfOf(token),
      preferences: await dependencies.preferences.find(user),
    }
  }

  async function signedIn(result: SignInResult): Promise<ConsoleResponse> {
    if ('token' in result) {
      const knownBrowser = { token: result.browserToken, user: result.session.user }
      return { ...(await opened(201, result)), knownBrowser }
    }
    return result.kind === 'OVERLOADED' ? busy : signInRefused
  }

  return [
    {
      method: 'POST',
      path: '/session',
      purpose: 'Signs in with a password; without a merchant, as an operator user.',
      access: { kind: 'PUBLIC' },
      handle: withBody(
        { merchantId: merchantIdRow, login: required(loginRow), password: required(password) },
        async ({ merchantId = operatorMerchantId, login, password: input }, call) => {
          const attempt = { merchantId, login, password: input.open(), origin: originOf(call) }
          const result = await signIn(attempt, signInDependencies(dependencies, call))
          if (result.kind !== 'NEEDS_SECOND_FACTOR') return signedIn(result)
          const { token, until } = result
          return acceptedResponse<PendingSignInBody>({ needs: 'SECOND_FACTOR', token, until })
        },
      ),
    },
    {
      method: 'POST',
      path: '/session/code',
      purpose: 'Completes a sign-in with a code from the second factor, or a recovery code.',
      access: { kind: 'PUBLIC' },
      handle: withBody(
        { token: required(secret('CREDENTIAL', string(1, 200))), code: required(anyCode) },
        async ({ token, code: shown }, call) => {
          const input = { token: token.open(), code: shown, origin: originOf(call) }
          const result = await submitSecondFactor(input, signInDependencies(dependencies, call))
          return result.kind === 'EXPIRED' ? tookTooLong : signedIn(result)
        },
      ),
    },
    {
      method: 'GET',
      path: '/session',
      purpose: 'Shows the signed-in user, their permissions and the value for x-tollgate-csrf.',
      access: self,
      async handle({ token, session }) {
        return token === undefined || !session
          ? signedOut
          : okResponse<CurrentSessionBody>(await sessionOf(token, session))
      },
    },
    {
      method: 'DELETE',
      path: '/session',
      purpose: 'Signs out.',
      access: self,
      async handle(call) {
        await signOut({ user: signedInUser(call), token: tokenOf(call) }, dependencies)
        return { status: 204, endsConsoleSession: true }
      },
    },
    {
      method: 'GET',
      path: '/console-sessions',
      purpose: 'Lists the user’s sessions.',
      access: self,
      handle: async (call) =>
        okResponse<SessionListBody>({
          consoleSessions: await dependencies.consoleSessions.list(signedInUser(call)),
          here: call.session?.consoleSessionId,
        }),
    },
    {
      method: 'DELETE',
      path: '/console-sessions',
      purpose: 'Signs out everywhere.',
      access: self,
      async handle(call) {
        await signOutEverywhere({ user: signedInUser(call) }, dependencies)
        return { status: 204, endsConsoleSession: true }
      },
    },
    {
      method: 'PUT',
      path: '/password',
      purpose: 'Changes the password; other sessions end.',
      access: self,
      handle: withBody({ present: required(password), next: required(password) }, async ({ present, next }, call) => {
        const input = { token: tokenOf(call), present: present.open(), next: next.open() }
        const result = await changeOwnPassword(input, signInDependencies(dependencies, call))
        return result.kind === 'CHANGED' ? opened(200, result) : passwordRefusal(result)
      }),
    },
    {
      method: 'POST',
      path: '/session/second-factor',
      purpose: 'Verifies the second factor again before a sensitive action.',
      access: self,
      handle: withBody({ code: required(anyCode) }, async ({ code: shown }, call) => {
        const result = await confirmSecondFactor(
          { token: tokenOf(call), code: shown },
          signInDependencies(dependencies, call),
        )
        if (result.kind === 'CONFIRMED') return opened(200, result)
        if (result.kind === 'NOT_SET_UP') return consoleRefusal(409, 'NOT_SET_UP', 'No second factor is set up.')
        return result.kind === 'REFUSED' ? wrongCode : signedOut
      }),
    },
    {
      method: 'POST',
      path: '/second-factor',
      purpose: 'Starts setting up a second factor and returns its secret once.',
      access: self,
      handle: withBody({ password: required(password) }, async ({ password: input }, call) => {
        const offered = { token: tokenOf(call), password: input.open() }
        const result = await offerSecondFactor(offered, signInDependencies(dependencies, call))
        switch (result.kind) {
          case 'OFFERED':
            return okResponse<OfferedSecondFactorBody>({ secret: result.secret, uri: result.uri })
          case 'OVERLOADED':
            return busy
          case 'REFUSED':
            return wrongPassword
          case 'NOT_SIGNED_IN':
            return signedOut
          case 'ALREADY_SET_UP':
            return alreadySetUp
        }
      }),
    },
    {
      method: 'PUT',
      path: '/second-factor',
      purpose: 'Completes the setup with a code from the device and returns recovery codes once; other sessions end.',
      access: self,
      handle: withBody({ code: required(code) }, async ({ code: shown }, call) => {
        const result = await acceptSecondFactor({ token: tokenOf(call), code: shown }, dependencies)
        switch (result.kind) {
          case 'ACCEPTED': {
            const { body, ...response } = await opened(200, result)
            const { recoveryCodes } = result
            return { ...response, body: { ...body, recoveryCodes } satisfies AcceptedSecondFactorBody }
          }
          case 'WRONG':
            return wrongCode
          case 'NOT_SIGNED_IN':
            return signedOut
          case 'NOT_OFFERED':
            return consoleRefusal(409, 'NOT_OFFERED', 'Start with POST /second-factor.')
          case 'ALREADY_SET_UP':
            return alreadySetUp
        }
      }),
    },
    {
      method: 'POST',
      path: '/second-factor/recovery-codes',
      purpose: 'Makes new recovery codes in place of all that are left, and returns them once.',
      access: self,
      handle: withBody({ code: required(anyCode) }, async ({ code: shown }, call) => {
        const result = await renewRecoveryCodes(
          { token: tokenOf(call), code: shown },
          signInDependencies(dependencies, call),
        )
        switch (result.kind) {
          case 'RENEWED':
            return okResponse<RecoveryCodesBody>({ recoveryCodes: result.recoveryCodes })
          case 'REFUSED':
            return wrongCode
          case 'NOT_SET_UP':
            return consoleRefusal(409, 'NOT_SET_UP', 'No second factor is set up.')
          case 'NOT_SIGNED_IN':
            return signedOut
        }
      }),
    },
  ]
}

function originOf({ clientNetwork, browserToken }: ConsoleCall): SignInOrigin {
  return { network: clientNetwork, browserToken }
}

function tokenOf({ token }: ConsoleCall): string {
  if (token === undefined) throw new Error('a service that requires a signed-in user was called without a session')
  return token
}

function passwordRefusal(result: Exclude<PasswordChangeResult, { kind: 'CHANGED' }>): ConsoleResponse {
  switch (result.kind) {
    case 'UNSUITABLE':
      return consoleRefusal(422, `PASSWORD_${result.why}`, unsuitable[result.why], 'next')
    case 'REFUSED':
      return wrongPassword
    case 'OVERLOADED':
      return busy
    case 'NOT_SIGNED_IN':
      return signedOut
  }
}

type UnsuitablePassword = Extract<PasswordChangeResult, { kind: 'UNSUITABLE' }>['why']

const unsuitable = {
  TOO_SHORT: explain('The password must have at least {number} characters.', { number: passwordLengthMin }),
  TOO_LONG: 'The password is too long.',
  NO_LETTER: 'The password must contain letters and digits.',
  NO_DIGIT: 'The password must contain letters and digits.',
  TOO_COMMON: 'The password is too easy to guess: it consists of common words, names, sequences or repetitions.',
  IS_NAME: 'The password must not be a name.',
  USED_BEFORE: explain('The password must differ from your last {number} passwords.', { number: passwordsRemembered }),
} as const satisfies Readonly<Record<UnsuitablePassword, string | Explanation>>

/** The same for every reason: it does not reveal who exists, who is locked out, or what was wrong. */
const signInRefused = consoleRefusal(401, 'SIGN_IN_REFUSED', 'Incorrect merchant, login or password.')
const tookTooLong = consoleRefusal(401, 'SIGN_IN_EXPIRED', 'The sign-in timed out. Enter your password again.')
const busy = consoleRefusal(503, 'OVERLOADED', 'Too many users are signing in. Try again in a moment.')
const wrongPassword = consoleRefusal(403, 'WRONG_PASSWORD', 'The current password is incorrect.')
const wrongCode = consoleRefusal(403, 'WRONG_CODE', 'The code is incorrect or has already been used.')
const alreadySetUp = consoleRefusal(
  409,
  'ALREADY_SET_UP',
  'A second factor is already set up. A user administrator must reset it first.',
)
