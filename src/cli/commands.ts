// Every command, one line each, in the order that help shows them.
import { adapterList, adapterTest } from './acquirer/adapters.ts'
import { linkCreate, linkUpdate } from './acquirer/link-settings.ts'
import { linkDisable, linkEnable, linkList, linkShow, linkTest } from './acquirer/links.ts'
import { messageBuild, messageDescribe } from './acquirer/messages.ts'
import type { Command } from './command.ts'
import { completionCommand } from './completion.ts'
import { hostBooks, hostChangeKey, hostTail } from './host/books.ts'
import { hostCommand } from './host/run.ts'
import { exportCommand, importCommand } from './installation/backup.ts'
import {
  clusterDistribute,
  clusterInit,
  clusterMoveMerchant,
  clusterRebalance,
  clusterReplaceNode,
  clusterVerify,
} from './installation/cluster.ts'
import { consoleBuild, doctor, migrateCommand, projectionRebuild, versionCommand } from './installation/maintenance.ts'
import { reload, serveCommand } from './installation/serve-command.ts'
import { merchantCertificateAdd, merchantCertificateList, merchantCertificateRevoke } from './merchant/certificates.ts'
import { merchantList, merchantLogo, merchantShow } from './merchant/merchants.ts'
import {
  merchantPasswordAdd,
  merchantPasswordList,
  merchantPasswordRevoke,
  merchantPasswordRotate,
  merchantReportingPasswordAdd,
  merchantReportingPasswordRevoke,
} from './merchant/passwords.ts'
import { merchantCreate, merchantUpdate } from './merchant/profile.ts'
import { attemptApprove, attemptDecline, attemptList, attemptResolve } from './order/attempts.ts'
import { orderChargeback, orderFee } from './order/chargebacks.ts'
import { orderSearch, orderShow, transactionSearch } from './order/orders.ts'
import { orderApproveRefund, orderDeclineRefund, orderReview, reviewList } from './order/reviews.ts'
import { orderCapture, orderRefund, orderUpdateAuthorization, orderVoid } from './order/transactions.ts'
import {
  paymentLinkCreate,
  paymentLinkDisable,
  paymentLinkList,
  paymentLinkSend,
  paymentLinkShow,
} from './payment-link/payment-links.ts'
import { figures, reportTransactions } from './reports/reports.ts'
import { riskCardAdd, riskCardList, riskCardRemove } from './risk/cards.ts'
import { riskRuleAdd, riskRuleRemove, riskShow } from './risk/rules.ts'
import { binsImport } from './route/bins.ts'
import { routeExplain } from './route/explain.ts'
import { routeAdd, routeList, routeMove, routeRemove } from './route/routes.ts'
import { sandboxSchemeToken, sandboxWithdrawAgreement } from './sandbox/sandbox.ts'
import { alertList } from './security/alerts.ts'
import { auditList, auditVerify } from './security/audit.ts'
import { keysList, keysRewrap, keysRotate } from './security/keys.ts'
import { pagesScripts, pagesVerify } from './security/page-scripts.ts'
import { keysProtectRights } from './security/protect-rights.ts'
import { batchClose, batchList, batchShow } from './settlement/batches.ts'
import { booksVerify } from './settlement/books.ts'
import {
  tokenMaintain,
  tokenRepositoryCreate,
  tokenRepositoryList,
  tokenRepositoryShow,
  tokenRepositoryUpdate,
} from './token/repositories.ts'
import { tokenDelete, tokenSearch, tokenShow } from './token/tokens.ts'
import {
  userAdd,
  userList,
  userRemove,
  userResetPassword,
  userResetSecondFactor,
  userShow,
  userSignOut,
  userUnlock,
  userUpdate,
} from './user/users.ts'
import {
  walletCertificateAdd,
  walletCertificateRequest,
  walletKeyAdd,
  walletKeyCreate,
  walletKeyList,
  walletKeyRemove,
  walletKeyUse,
} from './wallet/keys.ts'
import { walletPageList, walletPageRemove, walletPageSet } from './wallet/pages.ts'
import {
  webhooksList,
  webhooksReplay,
  webhooksSendNow,
  webhooksShowDelivery,
  webhooksTest,
} from './webhook/deliveries.ts'
import { webhooksListen } from './webhook/listen.ts'
import { webhooksDisable, webhooksEnable, webhooksRotateSecret, webhooksShow } from './webhook/settings.ts'

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
