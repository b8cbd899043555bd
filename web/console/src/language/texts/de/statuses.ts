// German texts of what statuses say.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'It was to be reversed, and the acquirer has not done so: money may have moved. The order says what to do.':
    'Es sollte rückabgewickelt werden, was der Acquirer nicht getan hat: Möglicherweise ist Geld geflossen. Die Bestellung nennt, was zu tun ist.',
  'It is to be reversed, and the acquirer has not confirmed that yet: money may have moved. The gateway keeps trying; do not repeat it.':
    'Es wird rückabgewickelt, was der Acquirer noch nicht bestätigt hat: Möglicherweise ist Geld geflossen. Das Gateway versucht es weiter; wiederholen Sie es nicht.',
  'The acquirer approved it, and a risk rule holds it. Accept or reject it.':
    'Der Acquirer hat sie genehmigt, und eine Risikoregel hält sie zurück. Nehmen Sie sie an oder lehnen Sie sie ab.',
  'The payer was authenticated. Nothing has been paid yet.':
    'Der Zahler wurde authentifiziert. Es ist noch nichts bezahlt.',
  'The payer is being authenticated. Nothing has been paid yet.':
    'Der Zahler wird gerade authentifiziert. Es ist noch nichts bezahlt.',
  'The payer need not be authenticated. Nothing has been paid yet.':
    'Der Zahler muss nicht authentifiziert werden. Es ist noch nichts bezahlt.',
  'The payer was not authenticated, and nothing was paid. The payer can try again or use another card.':
    'Der Zahler wurde nicht authentifiziert, und es wurde nichts bezahlt. Der Zahler kann es erneut oder mit einer anderen Karte versuchen.',
  'The amount is reserved; the payer is not charged yet. Capture it, or void it to release it.':
    'Der Betrag ist reserviert; der Zahler ist noch nicht belastet. Ziehen Sie ihn ein, oder stornieren Sie ihn, um ihn freizugeben.',
  'It was voided: the payer is not charged. Nothing is left to do.':
    'Sie wurde storniert: Der Zahler wird nicht belastet. Es ist nichts mehr zu tun.',
  'The payer is charged. Nothing is left to do; the acquirer settles it with its batch.':
    'Der Zahler ist belastet. Es ist nichts mehr zu tun; der Acquirer rechnet den Betrag mit seinem Stapel ab.',
  'A dispute was lost: the money went back to the payer. It cannot be refunded any more.':
    'Eine Reklamation ist verloren: Das Geld ging an den Zahler zurück. Es kann nicht mehr erstattet werden.',
  'The payer’s bank claims money back or asks about the payment. Answer by the last day that the order names.':
    'Die Bank des Zahlers fordert Geld zurück oder fragt nach der Zahlung. Antworten Sie bis zum letzten Tag, den die Bestellung nennt.',
  'More was refunded than was captured. Check whether that was intended.':
    'Es wurde mehr erstattet als eingezogen. Prüfen Sie, ob das beabsichtigt war.',
  'It failed, and nothing was charged. The payer can try again or pay by other means.':
    'Sie ist fehlgeschlagen, und es wurde nichts belastet. Der Zahler kann es erneut versuchen oder anders bezahlen.',
  'Only a fee was recorded. Nothing was paid.': 'Es wurde nur eine Gebühr erfasst. Es wurde nichts bezahlt.',
  'The payer is at the provider, and the result is not known yet. Nothing is left to do until then.':
    'Der Zahler ist beim Anbieter, und das Ergebnis ist noch nicht bekannt. Bis dahin ist nichts zu tun.',
  'Part of the reserved amount is charged. The rest can still be captured.':
    'Ein Teil des reservierten Betrags ist belastet. Der Rest kann noch eingezogen werden.',
  'Part of the charged amount was given back. The rest can still be refunded.':
    'Ein Teil des belasteten Betrags wurde zurückgegeben. Der Rest kann noch erstattet werden.',
  'The charged amount was given back to the payer. Nothing is left to do.':
    'Der belastete Betrag wurde dem Zahler zurückgegeben. Es ist nichts mehr zu tun.',
  'A refund was requested, and no money has moved for it. Another user must approve or decline it.':
    'Eine Erstattung wurde angefordert, und dafür ist kein Geld geflossen. Ein anderer Benutzer muss sie genehmigen oder ablehnen.',
  'The card was verified. Nothing was paid.': 'Die Karte wurde geprüft. Es wurde nichts bezahlt.',
  'The bank asks about the payment and has not claimed money back. Send what it asks for to the acquirer by the last day.':
    'Die Bank fragt nach der Zahlung und hat kein Geld zurückgefordert. Senden Sie das Gewünschte bis zum letzten Tag an den Acquirer.',
  'The bank claims the money back. Mark it as contested and send evidence to the acquirer by the last day, or accept the loss.':
    'Die Bank fordert das Geld zurück. Vermerken Sie die Anfechtung und senden Sie bis zum letzten Tag Belege an den Acquirer, oder akzeptieren Sie den Verlust.',
  'It is marked as contested; nothing was sent to the bank. Send the evidence to the acquirer by the last day, then record that here.':
    'Die Anfechtung ist vermerkt; an die Bank wurde nichts gesendet. Senden Sie die Belege bis zum letzten Tag an den Acquirer, und vermerken Sie das dann hier.',
  'A user has sent the evidence to the acquirer. Nothing is left to do until the bank decides.':
    'Ein Benutzer hat die Belege an den Acquirer gesendet. Bis die Bank entscheidet, ist nichts zu tun.',
  'The evidence was sent after the last day: the bank may have decided without it. Ask the acquirer whether it was accepted.':
    'Die Belege wurden nach dem letzten Tag gesendet: Die Bank hat möglicherweise ohne sie entschieden. Fragen Sie den Acquirer, ob sie angenommen wurden.',
  'The last day is over, and no evidence was sent. Ask the acquirer whether it is still accepted.':
    'Der letzte Tag ist vorbei, und es wurden keine Belege gesendet. Fragen Sie den Acquirer, ob sie noch angenommen werden.',
  'The bank has decided for you: you keep the money. Nothing is left to do.':
    'Die Bank hat zu Ihren Gunsten entschieden: Sie behalten das Geld. Es ist nichts mehr zu tun.',
  'The money went back to the payer. It cannot be refunded any more.':
    'Das Geld ging an den Zahler zurück. Es kann nicht mehr erstattet werden.',
  'A user accepted the payment, which continues as normal. Nothing is left to do.':
    'Ein Benutzer hat die Zahlung angenommen; sie läuft normal weiter. Es ist nichts mehr zu tun.',
  'A user rejected the payment: the gateway voids or refunds it. Nothing is left to do unless the order says so.':
    'Ein Benutzer hat die Zahlung abgelehnt: Das Gateway storniert oder erstattet sie. Es ist nichts mehr zu tun, wenn die Bestellung nichts anderes sagt.',
  'No money has moved. Another user must approve or decline the refund.':
    'Es ist kein Geld geflossen. Ein anderer Benutzer muss die Erstattung genehmigen oder ablehnen.',
  'Another user approved it, and the refund was made as a transaction of its own. Nothing is left to do.':
    'Ein anderer Benutzer hat sie genehmigt, und die Erstattung erfolgte als eigene Transaktion. Es ist nichts mehr zu tun.',
  'It was declined or withdrawn, and no money has moved. It can be requested again.':
    'Sie wurde abgelehnt oder zurückgezogen, und es ist kein Geld geflossen. Sie kann erneut angefordert werden.',
  'It may have been executed: the acquirer has not confirmed the reversal yet. The gateway keeps sending it; do not repeat it.':
    'Sie wurde möglicherweise ausgeführt: Der Acquirer hat die Rückabwicklung noch nicht bestätigt. Das Gateway sendet sie weiter; wiederholen Sie die Transaktion nicht.',
  'It may have been executed: the acquirer has refused to reverse it. The order says what to do.':
    'Sie wurde möglicherweise ausgeführt: Der Acquirer hat die Rückabwicklung verweigert. Die Bestellung nennt, was zu tun ist.',
  'It may have been executed: the acquirer cannot reverse it. The order says what to do.':
    'Sie wurde möglicherweise ausgeführt: Der Acquirer kann sie nicht rückabwickeln. Die Bestellung nennt, was zu tun ist.',
  'The acquirer has reversed it: nothing is charged or reserved. Nothing is left to do.':
    'Der Acquirer hat sie rückabgewickelt: Es ist nichts belastet oder reserviert. Es ist nichts mehr zu tun.',
  'It is not settled yet: captures and refunds are added to it until it is closed.':
    'Er ist noch nicht abgerechnet: Einzüge und Erstattungen kommen hinzu, bis er geschlossen wird.',
  'The acquirer was asked to close it and has not confirmed that yet. Nothing is left to do; the gateway asks again.':
    'Der Acquirer wurde gebeten, ihn zu schließen, und hat das noch nicht bestätigt. Es ist nichts zu tun; das Gateway fragt erneut.',
  'It is not closed: the totals of the gateway and of the acquirer differ. The operator has to compare both sides.':
    'Er ist nicht geschlossen: Die Summen des Gateways und des Acquirers weichen voneinander ab. Der Betreiber muss beide Seiten vergleichen.',
  'The acquirer settles it: its transactions can be refunded but no longer voided. Nothing is left to do.':
    'Der Acquirer rechnet ihn ab: Seine Transaktionen können erstattet, aber nicht mehr storniert werden. Es ist nichts mehr zu tun.',
  'No payments are sent over it. Enable it when it is to be used.':
    'Es werden keine Zahlungen darüber gesendet. Aktivieren Sie sie, wenn sie verwendet werden soll.',
  'It is not connected: no payments are sent over it. The link’s page says why; the gateway keeps connecting.':
    'Sie ist nicht verbunden: Es werden keine Zahlungen darüber gesendet. Die Seite der Anbindung nennt den Grund; das Gateway versucht weiter, sie zu verbinden.',
  'It is connected and signs on at the acquirer. Payments are sent over it as soon as that is done.':
    'Sie ist verbunden und meldet sich beim Acquirer an. Danach werden Zahlungen darüber gesendet.',
  'It is connected: payments can be sent over it. Nothing is left to do.':
    'Sie ist verbunden: Zahlungen können darüber gesendet werden. Es ist nichts zu tun.',
  'Your server has not accepted it yet. The gateway keeps sending it for three days.':
    'Ihr Server hat sie noch nicht angenommen. Das Gateway sendet sie drei Tage lang weiter.',
  'Your server has accepted it. Nothing is left to do.': 'Ihr Server hat sie angenommen. Es ist nichts mehr zu tun.',
  'Your server has not accepted it, and the gateway no longer sends it. Repair the server, then send it again.':
    'Ihr Server hat sie nicht angenommen, und das Gateway sendet sie nicht mehr. Beheben Sie den Fehler des Servers, und senden Sie sie dann erneut.',
  'Results of transactions are sent to this URL. Nothing is left to do.':
    'Ergebnisse von Transaktionen werden an diese URL gesendet. Es ist nichts zu tun.',
  'Nothing is sent to this URL. Enable it to receive the results of transactions.':
    'An diese URL wird nichts gesendet. Aktivieren Sie sie, um Ergebnisse von Transaktionen zu erhalten.',
  'It can be paid. Send it to the payer.': 'Er kann bezahlt werden. Senden Sie ihn dem Zahler.',
  'It was paid as often as it may be. Nothing is left to do.':
    'Er wurde so oft bezahlt, wie es erlaubt ist. Es ist nichts mehr zu tun.',
  'Its time is over: it can no longer be paid. Create another one if a payment is still expected.':
    'Seine Zeit ist abgelaufen: Er kann nicht mehr bezahlt werden. Legen Sie einen anderen an, wenn noch eine Zahlung erwartet wird.',
  'A user has disabled it: it can no longer be paid. Create another one if a payment is still expected.':
    'Ein Benutzer hat ihn deaktiviert: Er kann nicht mehr bezahlt werden. Legen Sie einen anderen an, wenn noch eine Zahlung erwartet wird.',
}
