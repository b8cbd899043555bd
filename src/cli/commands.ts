// Every command, one line each, in the order that help shows them.
import { batchClose } from './batch-close.ts'
import { booksVerify } from './books-verify.ts'
import type { Command } from './command.ts'
import { keysList } from './keys-list.ts'
import { keysRewrap } from './keys-rewrap.ts'
import { keysRotate } from './keys-rotate.ts'
import { merchantCertificateAdd } from './merchant-certificate-add.ts'
import { merchantCertificateList } from './merchant-certificate-list.ts'
import { merchantCertificateRevoke } from './merchant-certificate-revoke.ts'
import { merchantCreate } from './merchant-create.ts'
import { merchantList } from './merchant-list.ts'
import { merchantPasswordAdd } from './merchant-password-add.ts'
import { merchantPasswordRevoke } from './merchant-password-revoke.ts'
import { merchantShow } from './merchant-show.ts'
import { merchantUpdate } from './merchant-update.ts'
import { migrate } from './migrate.ts'
import { orderApproveRefund } from './order-approve-refund.ts'
import { orderChargeback } from './order-chargeback.ts'
import { orderFee } from './order-fee.ts'
import { orderReview } from './order-review.ts'
import { orderShow } from './order-show.ts'
import { orderTurnDownRefund } from './order-turn-down-refund.ts'
import { pagesScripts } from './pages-scripts.ts'
import { pagesVerify } from './pages-verify.ts'
import { riskCardAdd } from './risk-card-add.ts'
import { riskCardList } from './risk-card-list.ts'
import { riskCardRemove } from './risk-card-remove.ts'
import { riskRuleAdd } from './risk-rule-add.ts'
import { riskRuleRemove } from './risk-rule-remove.ts'
import { riskShow } from './risk-show.ts'
import { sandboxSchemeToken } from './sandbox-scheme-token.ts'
import { sandboxWithdrawAgreement } from './sandbox-withdraw-agreement.ts'
import { serveCommand } from './serve.ts'
import { tokenMaintain } from './token-maintain.ts'
import { tokenRepositoryCreate } from './token-repository-create.ts'
import { tokenRepositoryList } from './token-repository-list.ts'
import { tokenRepositoryShow } from './token-repository-show.ts'
import { tokenRepositoryUpdate } from './token-repository-update.ts'
import { webhooksDisable } from './webhooks-disable.ts'
import { webhooksEnable } from './webhooks-enable.ts'
import { webhooksList } from './webhooks-list.ts'
import { webhooksListen } from './webhooks-listen.ts'
import { webhooksReplay } from './webhooks-replay.ts'
import { webhooksRotateSecret } from './webhooks-rotate-secret.ts'
import { webhooksShow } from './webhooks-show.ts'
import { webhooksShowDelivery } from './webhooks-show-delivery.ts'

export const commands: readonly Command[] = [
  serveCommand,
  migrate,
  merchantCreate,
  merchantList,
  merchantShow,
  merchantUpdate,
  merchantPasswordAdd,
  merchantPasswordRevoke,
  merchantCertificateAdd,
  merchantCertificateList,
  merchantCertificateRevoke,
  tokenRepositoryCreate,
  tokenRepositoryList,
  tokenRepositoryShow,
  tokenRepositoryUpdate,
  tokenMaintain,
  orderShow,
  orderReview,
  orderApproveRefund,
  orderTurnDownRefund,
  orderChargeback,
  orderFee,
  batchClose,
  booksVerify,
  riskShow,
  riskRuleAdd,
  riskRuleRemove,
  riskCardAdd,
  riskCardRemove,
  riskCardList,
  webhooksEnable,
  webhooksDisable,
  webhooksShow,
  webhooksRotateSecret,
  webhooksList,
  webhooksShowDelivery,
  webhooksReplay,
  webhooksListen,
  pagesScripts,
  pagesVerify,
  keysList,
  keysRotate,
  keysRewrap,
  sandboxSchemeToken,
  sandboxWithdrawAgreement,
]
