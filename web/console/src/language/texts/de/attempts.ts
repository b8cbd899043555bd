// German texts of manual resolution.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Outcome unknown; the acquirer can neither report nor reverse it. The order is locked.':
    'Ergebnis unbekannt; der Acquirer kann es weder melden noch die Transaktion rückgängig machen. Die Bestellung ist gesperrt.',
  'The outcome could not be recorded. Reported as failed.':
    'Das Ergebnis konnte nicht erfasst werden. Als fehlgeschlagen gemeldet.',
  'Failed, and the acquirer refused the reversal.':
    'Fehlgeschlagen, und der Acquirer hat die Rückgängigmachung abgelehnt.',
  'Failed, and the acquirer does not support reversals.':
    'Fehlgeschlagen, und der Acquirer unterstützt keine Rückgängigmachung.',
  'Manual resolution': 'Manuelle Klärung',
  'Ask the acquirer about each transaction by its reference, then propose the outcome. Another user must approve it.':
    'Fragen Sie den Acquirer zu jeder Transaktion anhand ihrer Referenz und schlagen Sie dann das Ergebnis vor. Ein anderer Benutzer muss es genehmigen.',
  'Transactions that need manual resolution': 'Transaktionen, die manuell geklärt werden müssen',
  'Nothing to resolve': 'Nichts zu klären',
  'Transactions appear here when the acquirer can neither report their outcome nor reverse them.':
    'Transaktionen erscheinen hier, wenn der Acquirer weder ihr Ergebnis melden noch sie rückgängig machen kann.',
  Order: 'Bestellung',
  '{merchantId}, transaction {transactionId}': '{merchantId}, Transaktion {transactionId}',
  Amount: 'Betrag',
  'At the acquirer': 'Beim Acquirer',
  Why: 'Grund',
  Proposed: 'Vorgeschlagen',
  '{time}, reversal: done': '{time}, Rückgängigmachung: erledigt',
  '{time}, reversal: owed': '{time}, Rückgängigmachung: ausstehend',
  '{time}, reversal: refused': '{time}, Rückgängigmachung: abgelehnt',
  '{time}, reversal: unsupported': '{time}, Rückgängigmachung: nicht unterstützt',
  '{time}, a reversal was sent': '{time}, eine Rückgängigmachung wurde gesendet',
  'Resolve {orderId}': '{orderId} klären',
  Resolve: 'Klären',
  'Approve the proposal for {orderId}': 'Vorschlag für {orderId} genehmigen',
  Approve: 'Genehmigen',
  'Withdraw the proposal for {orderId}': 'Vorschlag für {orderId} zurückziehen',
  'Decline the proposal for {orderId}': 'Vorschlag für {orderId} ablehnen',
  Withdraw: 'Zurückziehen',
  Decline: 'Ablehnen',
  'The acquirer executed the request. The transaction succeeded.':
    'Der Acquirer hat die Anfrage ausgeführt. Die Transaktion war erfolgreich.',
  'The acquirer did not execute the request, and will not.':
    'Der Acquirer hat die Anfrage nicht ausgeführt und wird es auch nicht tun.',
  'The acquirer executed the request and has reversed it.':
    'Der Acquirer hat die Anfrage ausgeführt und rückgängig gemacht.',
  '{type} of {amount}, order {orderId}.': '{type} über {amount}, Bestellung {orderId}.',
  'The outcome was proposed. Another user must approve it.':
    'Das Ergebnis wurde vorgeschlagen. Ein anderer Benutzer muss es genehmigen.',
  'Propose outcome': 'Ergebnis vorschlagen',
  Propose: 'Vorschlagen',
  'Nothing is sent to the acquirer.': 'Dem Acquirer wird nichts gesendet.',
  'What has the acquirer done?': 'Was hat der Acquirer getan?',
  'Authorization code': 'Autorisierungscode',
  'If the acquirer named one.': 'Falls der Acquirer einen genannt hat.',
  Reason: 'Begründung',
  'How you know, such as whom you asked. Do not enter card numbers.':
    'Woher Sie es wissen, zum Beispiel wen Sie gefragt haben. Geben Sie keine Kartennummern ein.',
  'The outcome was recorded.': 'Das Ergebnis wurde erfasst.',
  'The proposal was declined.': 'Der Vorschlag wurde abgelehnt.',
  'Approve outcome': 'Ergebnis genehmigen',
  'Decline outcome': 'Ergebnis ablehnen',
  'Proposed as {outcome} by {user}: {reason}': 'Vorgeschlagen als {outcome} von {user}: {reason}',
  'Proposed as {outcome} by {user}: {reason} (authorization code {authorizationCode})':
    'Vorgeschlagen als {outcome} von {user}: {reason} (Autorisierungscode {authorizationCode})',
  'This is recorded, the merchant is notified, and it cannot be changed afterwards.':
    'Dies wird erfasst, der Händler wird benachrichtigt, und es kann danach nicht mehr geändert werden.',
  'The transaction stays as it is. Another outcome can be proposed.':
    'Die Transaktion bleibt, wie sie ist. Ein anderes Ergebnis kann vorgeschlagen werden.',
}
