// French texts of settlement.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Gateway: 'Passerelle',
  'Out of balance': 'Totaux différents',
  'This batch is not closed: the totals of the gateway and of the acquirer differ ({why}). The operator compares both sides; closing it again compares them again.':
    'Ce lot n’est pas clôturé : les totaux de la passerelle et de l’acquéreur diffèrent ({why}). L’exploitant compare les deux côtés ; une nouvelle clôture les compare à nouveau.',
  '{side}: {captured} captured ({capturedCount}), {refunded} refunded ({refundedCount})':
    '{side} : {captured} capturés ({capturedCount}), {refunded} remboursés ({refundedCount})',
  '{count} transactions': { one: '{count} transaction', other: '{count} transactions' },
  'Batch {batch}': 'Lot {batch}',
  Settlement: 'Règlement',
  Scheme: 'Réseau de cartes',
  'Totals in {currency} by scheme': 'Totaux en {currency} par réseau de cartes',
  'Total in {currency}': 'Total en {currency}',
  Order: 'Commande',
  Transaction: 'Transaction',
  Type: 'Type',
  Amount: 'Montant',
  'Paid with': 'Payé avec',
  Time: 'Date et heure',
  Transactions: 'Transactions',
  'Without voided transactions. Fees count in the batch of their payment.':
    'Sans les transactions annulées. Les frais comptent dans le lot de leur paiement.',
  Currency: 'Devise',
  'Transactions of the batch': 'Transactions du lot',
  'No transactions': 'Aucune transaction',
  'This batch is empty.': 'Ce lot est vide.',
  'Batches {batches} were closed.': {
    one: 'Le lot {batches} a été clôturé.',
    other: 'Les lots {batches} ont été clôturés.',
  },
  'Close batch {batch} at {acquirer}?': 'Clôturer le lot {batch} chez {acquirer} ?',
  'Close batch {batch}': 'Clôturer le lot {batch}',
  'The acquirer settles its transactions, which can then be refunded but no longer voided. The next capture opens a new batch.':
    'L’acquéreur règle les transactions du lot, qui peuvent ensuite être remboursées mais plus annulées. La prochaine capture ouvre un nouveau lot.',
  Payments: 'Paiements',
  Refunds: 'Remboursements',
  Fees: 'Frais',
  Net: 'Net',
  '{count} payments': { one: '{count} paiement', other: '{count} paiements' },
  '{count} refunds': { one: '{count} remboursement', other: '{count} remboursements' },
  '{count} fees': { one: '{count} frais', other: '{count} frais' },
  'Payments, refunds and fees by currency, in the batches that your acquirer settles.':
    'Paiements, remboursements et frais par devise, dans les lots que règle votre acquéreur.',
  'Close open batch': 'Clôturer le lot ouvert',
  'Any, such as EUR': 'Toutes, p. ex. EUR',
  'No matching batches': 'Aucun lot correspondant',
  'Try removing some filters.': 'Essayez de retirer certains filtres.',
  'No batches yet': 'Aucun lot pour l’instant',
  'A batch appears here when the first payment is captured.':
    'Un lot apparaît ici lorsque le premier paiement est capturé.',
  Batch: 'Lot',
  Acquirer: 'Acquéreur',
  Status: 'Statut',
  Closed: 'Clôturé',
  'Batches in {currency}': 'Lots en {currency}',
  'Without transactions': 'Sans transactions',
  'Batches without transactions': 'Lots sans transactions',
  'The totals of the gateway and of the acquirer differ in {batches}.':
    'Les totaux de la passerelle et de l’acquéreur diffèrent pour : {batches}.',
  'Batch {batch} at {acquirer}': 'Lot {batch} chez {acquirer}',
  'Settle them and close the batch': 'Les régler et clore le lot',
  '{count} payments in review are in this batch and will be settled: {orders}. The payers are charged; rejecting one later is a refund. Decide them first, or go on.':
    {
      one: '{count} paiement en cours d’examen est dans ce lot et sera réglé : {orders}. Le payeur est débité ; le rejeter plus tard est un remboursement. Décidez d’abord, ou continuez.',
      many: '{count} paiements en cours d’examen sont dans ce lot et seront réglés : {orders}. Les payeurs sont débités ; un rejet plus tard est un remboursement. Décidez d’abord, ou continuez.',
      other:
        '{count} paiements en cours d’examen sont dans ce lot et seront réglés : {orders}. Les payeurs sont débités ; un rejet plus tard est un remboursement. Décidez d’abord, ou continuez.',
    },
  '{acquirer} has not responded: it is not known whether its batch was closed. Look at its status before you close it again.':
    '{acquirer} n’a pas répondu : on ignore si son lot a été clôturé. Vérifiez son statut avant de le clôturer à nouveau.',
  'The batch at {acquirer} was not closed: it has transactions without outcome. Close it again in a few minutes.':
    'Le lot chez {acquirer} n’a pas été clôturé : il contient des transactions sans résultat. Clôturez-le à nouveau dans quelques minutes.',
  'Batch {batch} was not closed: {acquirer} counts other totals. The operator has to compare both sides.':
    'Le lot {batch} n’a pas été clôturé : {acquirer} compte d’autres totaux. L’exploitant doit comparer les deux côtés.',
}
