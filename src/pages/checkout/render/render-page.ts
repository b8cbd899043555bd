// Renders any page that a payer sees.

import { type Html, textOfHtml } from '../../../platform/html/html.ts'
import type { CheckoutAssets } from '../assets.ts'
import type { PageView } from '../page-view.ts'
import { renderAmountPage } from './amount-page.ts'
import { createRenderer, type Renderer } from './document.ts'
import {
  renderChallengedPage,
  renderChallengePage,
  renderExaminationPage,
  renderHandOverPage,
  renderLeavePage,
  renderNoticePage,
  renderReceiptPage,
  renderUnfinishedPage,
  renderWaitPage,
} from './passing-pages.ts'
import { renderPayPage } from './pay-page.ts'

/** The whole document. */
export function renderPage(view: PageView, assets: CheckoutAssets): string {
  return textOfHtml(renderView(createRenderer(view.locale, assets), view))
}

function renderView(renderer: Renderer, view: PageView): Html {
  switch (view.kind) {
    case 'AMOUNT':
      return renderAmountPage(renderer, view)
    case 'PAY':
      return renderPayPage(renderer, view)
    case 'WAIT':
      return renderWaitPage(renderer, view)
    case 'UNFINISHED':
      return renderUnfinishedPage(renderer, view)
    case 'LEAVE':
      return renderLeavePage(renderer, view)
    case 'EXAMINATION':
      return renderExaminationPage(renderer, view)
    case 'CHALLENGE':
      return renderChallengePage(renderer, view)
    case 'CHALLENGED':
      return renderChallengedPage(renderer, view)
    case 'RECEIPT':
      return renderReceiptPage(renderer, view)
    case 'NOTICE':
      return renderNoticePage(renderer, view)
    case 'HAND_OVER':
      return renderHandOverPage(renderer, view)
  }
}
