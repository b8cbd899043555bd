// German texts of settlement.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Gateway: 'Gateway',
  'Out of balance': 'Summen weichen ab',
  'This batch is not closed: the totals of the gateway and of the acquirer differ ({why}). The operator compares both sides; closing it again compares them again.':
    'Dieser Stapel ist nicht geschlossen: Die Summen des Gateways und des Acquirers weichen voneinander ab ({why}). Der Betreiber vergleicht beide Seiten; erneutes Schließen vergleicht sie noch einmal.',
  '{side}: {captured} captured ({capturedCount}), {refunded} refunded ({refundedCount})':
    '{side}: {captured} eingezogen ({capturedCount}), {refunded} erstattet ({refundedCount})',
  '{count} transactions': { one: '{count} Transaktion', other: '{count} Transaktionen' },
  'Batch {batch}': 'Stapel {batch}',
  Settlement: 'Abrechnung',
  Scheme: 'Kartennetzwerk',
  'Totals in {currency} by scheme': 'Summen in {currency} nach Kartennetzwerk',
  'Total in {currency}': 'Summe in {currency}',
  Order: 'Bestellung',
  Transaction: 'Transaktion',
  Type: 'Typ',
  Amount: 'Betrag',
  'Paid with': 'Bezahlt mit',
  Time: 'Zeit',
  Transactions: 'Transaktionen',
  'Without voided transactions. Fees count in the batch of their payment.':
    'Ohne stornierte Transaktionen. Gebühren zählen zum Stapel ihrer Zahlung.',
  Currency: 'Währung',
  'Transactions of the batch': 'Transaktionen des Stapels',
  'No transactions': 'Keine Transaktionen',
  'This batch is empty.': 'Dieser Stapel ist leer.',
  'Batches {batches} were closed.': {
    one: 'Stapel {batches} wurde geschlossen.',
    other: 'Stapel {batches} wurden geschlossen.',
  },
  'Close batch {batch} at {acquirer}?': 'Stapel {batch} bei {acquirer} schließen?',
  'Close batch {batch}': 'Stapel {batch} schließen',
  'The acquirer settles its transactions, which can then be refunded but no longer voided. The next capture opens a new batch.':
    'Der Acquirer rechnet die Transaktionen des Stapels ab, die danach erstattet, aber nicht mehr storniert werden können. Der nächste Einzug öffnet einen neuen Stapel.',
  Payments: 'Zahlungen',
  Refunds: 'Erstattungen',
  Fees: 'Gebühren',
  Net: 'Netto',
  '{count} payments': { one: '{count} Zahlung', other: '{count} Zahlungen' },
  '{count} refunds': { one: '{count} Erstattung', other: '{count} Erstattungen' },
  '{count} fees': { one: '{count} Gebühr', other: '{count} Gebühren' },
  'Payments, refunds and fees by currency, in the batches that your acquirer settles.':
    'Zahlungen, Erstattungen und Gebühren nach Währung, in den Stapeln, die Ihr Acquirer abrechnet.',
  'Close open batch': 'Offenen Stapel schließen',
  'Any, such as EUR': 'Beliebig, z. B. EUR',
  'No matching batches': 'Keine passenden Stapel',
  'Try removing some filters.': 'Versuchen Sie, einige Filter zu entfernen.',
  'No batches yet': 'Noch keine Stapel',
  'A batch appears here when the first payment is captured.':
    'Ein Stapel erscheint hier, wenn die erste Zahlung eingezogen wird.',
  Batch: 'Stapel',
  Acquirer: 'Acquirer',
  Status: 'Status',
  Closed: 'Abgeschlossen',
  'Batches in {currency}': 'Stapel in {currency}',
  'Without transactions': 'Ohne Transaktionen',
  'Batches without transactions': 'Stapel ohne Transaktionen',
  'The totals of the gateway and of the acquirer differ in {batches}.':
    'Die Summen des Gateways und des Acquirers weichen voneinander ab in: {batches}.',
  'Batch {batch} at {acquirer}': 'Stapel {batch} bei {acquirer}',
  'Settle them and close the batch': 'Abrechnen und Stapel schließen',
  '{count} payments in review are in this batch and will be settled: {orders}. The payers are charged; rejecting one later is a refund. Decide them first, or go on.':
    {
      one: '{count} Zahlung in Prüfung ist in diesem Stapel und wird abgerechnet: {orders}. Der Zahler wird belastet; eine spätere Ablehnung ist eine Erstattung. Entscheiden Sie zuerst, oder fahren Sie fort.',
      other:
        '{count} Zahlungen in Prüfung sind in diesem Stapel und werden abgerechnet: {orders}. Die Zahler werden belastet; eine spätere Ablehnung ist eine Erstattung. Entscheiden Sie zuerst, oder fahren Sie fort.',
    },
  '{acquirer} has not responded: it is not known whether its batch was closed. Look at its status before you close it again.':
    '{acquirer} hat nicht geantwortet: Es ist nicht bekannt, ob der Stapel dort geschlossen wurde. Sehen Sie nach seinem Status, bevor Sie ihn noch einmal schließen.',
  'The batch at {acquirer} was not closed: it has transactions without outcome. Close it again in a few minutes.':
    'Der Stapel bei {acquirer} wurde nicht geschlossen: Er hat Transaktionen ohne Ergebnis. Schließen Sie ihn in einigen Minuten noch einmal.',
  'Batch {batch} was not closed: {acquirer} counts other totals. The operator has to compare both sides.':
    'Stapel {batch} wurde nicht geschlossen: {acquirer} zählt andere Summen. Der Betreiber muss beide Seiten vergleichen.',
}
