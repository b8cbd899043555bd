// What follows on a payment or an authorization: capture, refund, void, update, and what needs no original.
import type { ConformanceCheck } from '../check.ts'
import { expect } from '../failure.ts'
import type { Exchange, Trial } from '../trial.ts'

const partMinor = 6_00n

export const followUpChecks: readonly ConformanceCheck[] = [
  {
    name: 'captures an authorization and refunds the capture',
    async run({ approve, authorization, following }) {
      const captured = await approve(following('CAPTURE', await approve(authorization())))
      await approve(following('REFUND', captured))
    },
  },
  {
    name: 'captures a part of an authorization and refunds a part of the capture',
    needs: ['partialCapture'],
    async run({ approve, authorization, following }) {
      const captured = await approve(following('CAPTURE', await approve(authorization()), partMinor))
      await approve(following('REFUND', captured, partMinor - 1n))
      await approve(following('REFUND', captured, 1n))
    },
  },
  {
    name: 'refunds two captures of an authorization, each by itself',
    needs: ['partialCapture'],
    async run(trial) {
      const { captures } = await captureInParts(trial)
      for (const capture of captures) await trial.approve(trial.following('REFUND', capture))
    },
  },
  {
    name: 'refunds two captures of an authorization with one request',
    needs: ['partialCapture', 'severalCaptures'],
    async run(trial) {
      const { captures, totalMinor } = await captureInParts(trial)
      await trial.approve(trial.following('REFUND', captures[0], totalMinor))
    },
  },
  {
    name: 'refunds a payment in parts',
    async run({ approve, payment, following }) {
      const paid = await approve(payment())
      await approve(following('REFUND', paid, partMinor))
      await approve(following('REFUND', paid, paid.request.amountMinor - partMinor))
    },
  },
  {
    name: 'voids an authorization, and does not capture it afterwards',
    needs: ['voids'],
    async run({ approve, refuse, authorization, following }) {
      const authorized = await approve(authorization())
      await approve(following('VOID', authorized))
      await refuse(following('CAPTURE', authorized))
    },
  },
  {
    name: 'voids a payment, and does not refund it afterwards',
    needs: ['voids'],
    async run({ approve, refuse, payment, following }) {
      const paid = await approve(payment())
      await approve(following('VOID', paid))
      await refuse(following('REFUND', paid))
    },
  },
  {
    name: 'takes the state of the original for a decision when it refuses a void or a refund',
    needs: ['voids'],
    async run({ approve, decideAgainst, payment, authorization, following }) {
      const paid = await approve(payment())
      await approve(following('REFUND', paid, partMinor))
      // Money would be without an owner.
      await decideAgainst(following('VOID', paid))
      const voided = await approve(payment())
      await approve(following('VOID', voided))
      await decideAgainst(following('VOID', voided))
      await decideAgainst(following('REFUND', voided))
      const authorized = await approve(authorization())
      await approve(following('VOID', authorized))
      await decideAgainst(following('CAPTURE', authorized))
    },
  },
  {
    name: 'voids a capture and a refund',
    needs: ['voids'],
    async run({ approve, authorization, payment, following }) {
      await approve(following('VOID', await approve(following('CAPTURE', await approve(authorization())))))
      await approve(following('VOID', await approve(following('REFUND', await approve(payment())))))
    },
  },
  {
    name: 'changes the amount of an authorization and captures all of it',
    async run({ approve, authorization, following }) {
      const authorized = await approve(authorization())
      const raisedMinor = authorized.request.amountMinor + partMinor
      const { response } = await approve(following('UPDATE_AUTHORIZATION', authorized, raisedMinor))
      expect(response.batch === undefined, 'a changed authorization must not be in a settlement batch')
      await approve(following('CAPTURE', authorized, raisedMinor))
    },
  },
  {
    name: 'takes money that was authorized elsewhere',
    async run({ approve, standalone }) {
      await approve(standalone('STANDALONE_CAPTURE'))
    },
  },
  {
    name: 'gives money to a payer who paid elsewhere',
    async run({ approve, standalone }) {
      await approve(standalone('STANDALONE_REFUND'))
    },
  },
  {
    name: 'refuses what follows on a request that it never received',
    async run(trial) {
      await refuseAllOn({ request: trial.authorization(), response: { gatewayCode: 'APPROVED' } }, trial)
    },
  },
  {
    name: 'refuses what follows on a declined authorization',
    needs: ['declinedCard'],
    async run(trial) {
      const { cards } = trial.subject
      const request = trial.authorization({ instrument: cards.declined ?? cards.approved })
      await refuseAllOn({ request, response: await trial.refuse(request) }, trial)
    },
  },
]

async function captureInParts({ approve, authorization, following }: Trial) {
  const authorized = await approve(authorization())
  const { amountMinor: totalMinor } = authorized.request
  const captures: readonly [Exchange, Exchange] = [
    await approve(following('CAPTURE', authorized, partMinor)),
    await approve(following('CAPTURE', authorized, totalMinor - partMinor)),
  ]
  return { captures, totalMinor }
}

async function refuseAllOn(original: Exchange, { refuse, following, acquirer }: Trial): Promise<void> {
  await refuse(following('CAPTURE', original))
  await refuse(following('REFUND', original))
  if (acquirer.capabilities.voidWindowMs !== 0) await refuse(following('VOID', original))
}
