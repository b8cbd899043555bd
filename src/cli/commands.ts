// Every command, one line each, in the order that help shows them.
import { adapterList } from './adapter/list.ts'
import { adapterTest } from './adapter/test-adapter.ts'
import { alertList } from './alert/list.ts'
import { attemptApprove } from './attempt/approve.ts'
import { attemptDecline } from './attempt/decline.ts'
import { attemptList } from './attempt/list.ts'
import { attemptResolve } from './attempt/resolve.ts'
import { auditList } from './audit/list.ts'
import { auditVerify } from './audit/verify.ts'
import { batchClose } from './batch/close.ts'
import { batchList } from './batch/list.ts'
import { batchShow } from './batch/show.ts'
import { binsImport } from './bins/import.ts'
import { booksVerify } from './books/verify.ts'
import { clusterDistribute } from './cluster/distribute.ts'
import { clusterInit } from './cluster/init.ts'
import { clusterMoveMerchant } from './cluster/move-merchant.ts'
import { clusterRebalance } from './cluster/rebalance.ts'
import { clusterReplaceNode } from './cluster/replace-node.ts'
import { clusterVerify } from './cluster/verify.ts'
import type { Command } from './command.ts'
import { completionCommand } from './completion/command.ts'
import { consoleBuild } from './console/build.ts'
import { figures } from './figures/figures.ts'
import { hostBooks } from './host/books.ts'
import { hostChangeKey } from './host/change-key.ts'
import { hostCommand } from './host/run.ts'
import { hostTail } from './host/tail.ts'
import { doctor } from './installation/doctor.ts'
import { exportCommand } from './installation/export.ts'
import { importCommand } from './installation/import.ts'
import { migrateCommand } from './installation/migrate.ts'
import { projectionRebuild } from './installation/projection-rebuild.ts'
import { reload } from './installation/reload.ts'
import { serveCommand } from './installation/serve-command.ts'
import { keysList } from './keys/list.ts'
import { keysProtectRights } from './keys/protect-rights.ts'
import { keysRewrap } from './keys/rewrap.ts'
import { keysRotate } from './keys/rotate.ts'
import { linkCreate } from './link/create.ts'
import { linkDisable, linkEnable } from './link/enable.ts'
import { linkList } from './link/list.ts'
import { linkShow } from './link/show.ts'
import { linkTest } from './link/test-link.ts'
import { linkUpdate } from './link/update.ts'
import { merchantCertificateAdd } from './merchant/certificate-add.ts'
import { merchantCertificateList } from './merchant/certificate-list.ts'
import { merchantCertificateRevoke } from './merchant/certificate-revoke.ts'
import { merchantCreate } from './merchant/create.ts'
import { merchantList } from './merchant/list.ts'
import { merchantLogo } from './merchant/logo.ts'
import { merchantPasswordAdd } from './merchant/password-add.ts'
import { merchantPasswordList } from './merchant/password-list.ts'
import { merchantPasswordRevoke } from './merchant/password-revoke.ts'
import { merchantPasswordRotate } from './merchant/password-rotate.ts'
import { merchantReportingPasswordAdd } from './merchant/reporting-password-add.ts'
import { merchantReportingPasswordRevoke } from './merchant/reporting-password-revoke.ts'
import { merchantShow } from './merchant/show.ts'
import { merchantUpdate } from './merchant/update.ts'
import { messageBuild } from './message/build.ts'
import { messageDescribe } from './message/describe.ts'
import { orderApproveRefund } from './order/approve-refund.ts'
import { orderCapture } from './order/capture.ts'
import { orderChargeback } from './order/chargeback.ts'
import { orderDeclineRefund } from './order/decline-refund.ts'
import { orderFee } from './order/fee.ts'
import { orderRefund } from './order/refund.ts'
import { orderReview } from './order/review.ts'
import { reviewList } from './order/review-list.ts'
import { orderSearch } from './order/search.ts'
import { orderShow } from './order/show.ts'
import { orderUpdateAuthorization } from './order/update-authorization.ts'
import { orderVoid } from './order/void.ts'
import { pagesScripts } from './pages/scripts.ts'
import { pagesVerify } from './pages/verify.ts'
import { paymentLinkCreate } from './payment-link/create.ts'
import { paymentLinkDisable } from './payment-link/disable.ts'
import { paymentLinkList } from './payment-link/list.ts'
import { paymentLinkSend } from './payment-link/send.ts'
import { paymentLinkShow } from './payment-link/show.ts'
import { reportTransactions } from './report/transactions.ts'
import { riskCardAdd } from './risk/card-add.ts'
import { riskCardList } from './risk/card-list.ts'
import { riskCardRemove } from './risk/card-remove.ts'
import { riskRuleAdd } from './risk/rule-add.ts'
import { riskRuleRemove } from './risk/rule-remove.ts'
import { riskShow } from './risk/show.ts'
import { routeAdd } from './route/add.ts'
import { routeExplain } from './route/explain.ts'
import { routeList } from './route/list.ts'
import { routeMove } from './route/move.ts'
import { routeRemove } from './route/remove.ts'
import { sandboxSchemeToken } from './sandbox/scheme-token.ts'
import { sandboxWithdrawAgreement } from './sandbox/withdraw-agreement.ts'
import { tokenDelete } from './token/delete.ts'
import { tokenMaintain } from './token/maintain.ts'
import { tokenRepositoryCreate } from './token/repository-create.ts'
import { tokenRepositoryList } from './token/repository-list.ts'
import { tokenRepositoryShow } from './token/repository-show.ts'
import { tokenRepositoryUpdate } from './token/repository-update.ts'
import { tokenSearch } from './token/search.ts'
import { tokenShow } from './token/show.ts'
import { transactionSearch } from './transaction/search.ts'
import { userAdd } from './user/add.ts'
import { userList } from './user/list.ts'
import { userRemove } from './user/remove.ts'
import { userResetPassword } from './user/reset-password.ts'
import { userResetSecondFactor } from './user/reset-second-factor.ts'
import { userShow } from './user/show.ts'
import { userSignOut } from './user/sign-out.ts'
import { userUnlock } from './user/unlock.ts'
import { userUpdate } from './user/update.ts'
import { versionCommand } from './version.ts'
import { walletCertificateAdd } from './wallet/certificate-add.ts'
import { walletCertificateRequest } from './wallet/certificate-request.ts'
import { walletKeyAdd } from './wallet/key-add.ts'
import { walletKeyCreate } from './wallet/key-create.ts'
import { walletKeyList } from './wallet/key-list.ts'
import { walletKeyRemove } from './wallet/key-remove.ts'
import { walletKeyUse } from './wallet/key-use.ts'
import { walletPageList } from './wallet/page-list.ts'
import { walletPageRemove } from './wallet/page-remove.ts'
import { walletPageSet } from './wallet/page-set.ts'
import { webhooksDisable } from './webhook/disable.ts'
import { webhooksEnable } from './webhook/enable.ts'
import { webhooksList } from './webhook/list.ts'
import { webhooksListen } from './webhook/listen.ts'
import { webhooksReplay } from './webhook/replay.ts'
import { webhooksRotateSecret } from './webhook/rotate-secret.ts'
import { webhooksSendNow } from './webhook/send-now.ts'
import { webhooksShow } from './webhook/show.ts'
import { webhooksShowDelivery } from './webhook/show-delivery.ts'
import { webhooksTest } from './webhook/test-notification.ts'

export const commands: readonly Command[] = [
  serveCommand,
  reload,
  migrateCommand,
  doctor,
  exportCommand,
  importCommand,
  clusterInit,
  clusterDistribute,
  clusterVerify,
  clusterRebalance,
  clusterMoveMerchant,
  clusterReplaceNode,
  versionCommand,
  completionCommand(() => commands),
  merchantCreate,
  merchantList,
  merchantShow,
  merchantUpdate,
  merchantLogo,
  merchantPasswordAdd,
  merchantPasswordList,
  merchantPasswordRevoke,
  merchantPasswordRotate,
  merchantReportingPasswordAdd,
  merchantReportingPasswordRevoke,
  merchantCertificateAdd,
  merchantCertificateList,
  merchantCertificateRevoke,
  routeList,
  routeAdd,
  routeRemove,
  routeMove,
  routeExplain,
  binsImport,
  userAdd,
  userList,
  userShow,
  userUpdate,
  userRemove,
  userResetPassword,
  userResetSecondFactor,
  userUnlock,
  userSignOut,
  linkCreate,
  linkList,
  linkShow,
  linkUpdate,
  linkTest,
  linkEnable,
  linkDisable,
  walletKeyCreate,
  walletKeyAdd,
  walletKeyList,
  walletKeyUse,
  walletKeyRemove,
  walletCertificateRequest,
  walletCertificateAdd,
  walletPageSet,
  walletPageList,
  walletPageRemove,
  tokenRepositoryCreate,
  tokenRepositoryList,
  tokenRepositoryShow,
  tokenRepositoryUpdate,
  tokenSearch,
  tokenShow,
  tokenDelete,
  tokenMaintain,
  paymentLinkCreate,
  paymentLinkList,
  paymentLinkShow,
  paymentLinkSend,
  paymentLinkDisable,
  orderSearch,
  orderShow,
  orderCapture,
  orderRefund,
  orderVoid,
  orderUpdateAuthorization,
  orderReview,
  orderApproveRefund,
  orderDeclineRefund,
  orderChargeback,
  orderFee,
  transactionSearch,
  reviewList,
  attemptList,
  attemptResolve,
  attemptApprove,
  attemptDecline,
  batchList,
  batchShow,
  batchClose,
  booksVerify,
  figures,
  projectionRebuild,
  reportTransactions,
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
  webhooksSendNow,
  webhooksTest,
  webhooksListen,
  consoleBuild,
  pagesScripts,
  pagesVerify,
  alertList,
  auditList,
  auditVerify,
  keysList,
  keysRotate,
  keysRewrap,
  keysProtectRights,
  adapterList,
  adapterTest,
  messageDescribe,
  messageBuild,
  hostCommand,
  hostTail,
  hostBooks,
  hostChangeKey,
  sandboxSchemeToken,
  sandboxWithdrawAgreement,
]
