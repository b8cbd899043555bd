// Draws any page that a payer sees.

import { type Html, textOfHtml } from '../../../html/html.ts'
import type { CheckoutAssets } from '../assets.ts'
import type { PageView } from '../page-view.ts'
import { drawChallengePage } from './challenge-page.ts'
import { drawChallengedPage } from './challenged-page.ts'
import { drawHandOverPage } from './hand-over-page.ts'
import { drawLeavePage } from './leave-page.ts'
import { drawNoticePage } from './notice-page.ts'
import { drawPayPage } from './pay-page.ts'
import { drawReceiptPage } from './receipt-page.ts'
import { type Pen, penFor } from './renderer.ts'
import { drawUnfinishedPage } from './unfinished-page.ts'
import { drawWaitPage } from './wait-page.ts'

/** The whole document. */
export function drawPage(view: PageView, assets: CheckoutAssets): string {
  return textOfHtml(drawn(penFor(view.locale, assets), view))
}

function drawn(pen: Pen, view: PageView): Html {
  switch (view.kind) {
    case 'pay':
      return drawPayPage(pen, view)
    case 'wait':
      return drawWaitPage(pen, view)
    case 'unfinished':
      return drawUnfinishedPage(pen, view)
    case 'leave':
      return drawLeavePage(pen, view)
    case 'challenge':
      return drawChallengePage(pen, view)
    case 'challenged':
      return drawChallengedPage(pen, view)
    case 'receipt':
      return drawReceiptPage(pen, view)
    case 'notice':
      return drawNoticePage(pen, view)
    case 'handOver':
      return drawHandOverPage(pen, view)
  }
}
