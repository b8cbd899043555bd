// The paths of the simulated access-control server's pages.

const root = '/sandbox/acs'

export const paths = {
  /** 3-D Secure 1: PaReq, MD and TermUrl are posted here. */
  threeDSecure1: `${root}/3ds1`,
  threeDSecure1Response: `${root}/3ds1/answer`,
  /** EMV 3-D Secure: creq is posted here. */
  challenge: `${root}/challenge`,
  challengeSubmission: `${root}/challenge/answer`,
  /** The page that examines the payer's browser before the issuer decides. */
  method: `${root}/method`,
  style: `${root}/style.css`,
  script: `${root}/submit.js`,
} as const
