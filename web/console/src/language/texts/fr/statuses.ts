// French texts of what statuses say.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'It was to be reversed, and the acquirer has not done so: money may have moved. The order says what to do.':
    'L’annulation était due et l’acquéreur ne l’a pas faite : de l’argent a peut-être circulé. La commande indique que faire.',
  'It is to be reversed, and the acquirer has not confirmed that yet: money may have moved. The gateway keeps trying; do not repeat it.':
    'L’annulation est en cours et l’acquéreur ne l’a pas encore confirmée : de l’argent a peut-être circulé. La passerelle continue d’essayer ; ne répétez pas l’opération.',
  'The acquirer approved it, and a risk rule holds it. Accept or reject it.':
    'L’acquéreur l’a approuvé et une règle de risque le retient. Acceptez-le ou refusez-le.',
  'The payer was authenticated. Nothing has been paid yet.': 'Le payeur a été authentifié. Rien n’a encore été payé.',
  'The payer is being authenticated. Nothing has been paid yet.':
    'Le payeur est en cours d’authentification. Rien n’a encore été payé.',
  'The payer need not be authenticated. Nothing has been paid yet.':
    'Le payeur n’a pas besoin d’être authentifié. Rien n’a encore été payé.',
  'The payer was not authenticated, and nothing was paid. The payer can try again or use another card.':
    'Le payeur n’a pas été authentifié et rien n’a été payé. Il peut réessayer ou utiliser une autre carte.',
  'The amount is reserved; the payer is not charged yet. Capture it, or void it to release it.':
    'Le montant est réservé ; le payeur n’est pas encore débité. Capturez-le, ou annulez-le pour le libérer.',
  'It was voided: the payer is not charged. Nothing is left to do.':
    'Elle a été annulée : le payeur n’est pas débité. Il ne reste rien à faire.',
  'The payer is charged. Nothing is left to do; the acquirer settles it with its batch.':
    'Le payeur est débité. Il ne reste rien à faire ; l’acquéreur règle le montant avec son lot.',
  'A dispute was lost: the money went back to the payer. It cannot be refunded any more.':
    'Un litige a été perdu : l’argent est retourné au payeur. Il ne peut plus être remboursé.',
  'The payer’s bank claims money back or asks about the payment. Answer by the last day that the order names.':
    'La banque du payeur réclame de l’argent ou pose une question sur le paiement. Répondez avant le dernier jour indiqué dans la commande.',
  'More was refunded than was captured. Check whether that was intended.':
    'Le montant remboursé dépasse le montant capturé. Vérifiez si c’était voulu.',
  'It failed, and nothing was charged. The payer can try again or pay by other means.':
    'Elle a échoué et rien n’a été débité. Le payeur peut réessayer ou payer autrement.',
  'Only a fee was recorded. Nothing was paid.': 'Seuls des frais ont été enregistrés. Rien n’a été payé.',
  'The payer is at the provider, and the result is not known yet. Nothing is left to do until then.':
    'Le payeur est chez le prestataire et le résultat n’est pas encore connu. Il n’y a rien à faire d’ici là.',
  'Part of the reserved amount is charged. The rest can still be captured.':
    'Une partie du montant réservé est débitée. Le reste peut encore être capturé.',
  'Part of the charged amount was given back. The rest can still be refunded.':
    'Une partie du montant débité a été rendue. Le reste peut encore être remboursé.',
  'The charged amount was given back to the payer. Nothing is left to do.':
    'Le montant débité a été rendu au payeur. Il ne reste rien à faire.',
  'A refund was requested, and no money has moved for it. Another user must approve or decline it.':
    'Un remboursement a été demandé et aucun argent n’a circulé pour cela. Un autre utilisateur doit l’approuver ou le refuser.',
  'The card was verified. Nothing was paid.': 'La carte a été vérifiée. Rien n’a été payé.',
  'The bank asks about the payment and has not claimed money back. Send what it asks for to the acquirer by the last day.':
    'La banque pose une question sur le paiement et n’a pas réclamé d’argent. Envoyez ce qu’elle demande à l’acquéreur avant le dernier jour.',
  'The bank claims the money back. Mark it as contested and send evidence to the acquirer by the last day, or accept the loss.':
    'La banque réclame l’argent. Marquez le litige comme contesté et envoyez des preuves à l’acquéreur avant le dernier jour, ou acceptez la perte.',
  'It is marked as contested; nothing was sent to the bank. Send the evidence to the acquirer by the last day, then record that here.':
    'Le litige est marqué comme contesté ; rien n’a été envoyé à la banque. Envoyez les preuves à l’acquéreur avant le dernier jour, puis notez-le ici.',
  'A user has sent the evidence to the acquirer. Nothing is left to do until the bank decides.':
    'Un utilisateur a envoyé les preuves à l’acquéreur. Il n’y a rien à faire jusqu’à la décision de la banque.',
  'The evidence was sent after the last day: the bank may have decided without it. Ask the acquirer whether it was accepted.':
    'Les preuves ont été envoyées après le dernier jour : la banque a peut-être décidé sans elles. Demandez à l’acquéreur si elles ont été acceptées.',
  'The last day is over, and no evidence was sent. Ask the acquirer whether it is still accepted.':
    'Le dernier jour est passé et aucune preuve n’a été envoyée. Demandez à l’acquéreur si elles sont encore acceptées.',
  'The bank has decided for you: you keep the money. Nothing is left to do.':
    'La banque a décidé en votre faveur : vous gardez l’argent. Il ne reste rien à faire.',
  'The money went back to the payer. It cannot be refunded any more.':
    'L’argent est retourné au payeur. Il ne peut plus être remboursé.',
  'A user accepted the payment, which continues as normal. Nothing is left to do.':
    'Un utilisateur a accepté le paiement, qui suit son cours normal. Il ne reste rien à faire.',
  'A user rejected the payment: the gateway voids or refunds it. Nothing is left to do unless the order says so.':
    'Un utilisateur a refusé le paiement : la passerelle l’annule ou le rembourse. Il ne reste rien à faire, sauf si la commande indique le contraire.',
  'No money has moved. Another user must approve or decline the refund.':
    'Aucun argent n’a circulé. Un autre utilisateur doit approuver ou refuser le remboursement.',
  'Another user approved it, and the refund was made as a transaction of its own. Nothing is left to do.':
    'Un autre utilisateur l’a approuvée et le remboursement a fait l’objet d’une transaction distincte. Il ne reste rien à faire.',
  'It was declined or withdrawn, and no money has moved. It can be requested again.':
    'Elle a été refusée ou retirée et aucun argent n’a circulé. Elle peut être demandée à nouveau.',
  'It may have been executed: the acquirer has not confirmed the reversal yet. The gateway keeps sending it; do not repeat it.':
    'Elle a peut-être été exécutée : l’acquéreur n’a pas encore confirmé l’annulation. La passerelle continue de l’envoyer ; ne répétez pas la transaction.',
  'It may have been executed: the acquirer has refused to reverse it. The order says what to do.':
    'Elle a peut-être été exécutée : l’acquéreur a refusé de l’annuler. La commande indique que faire.',
  'It may have been executed: the acquirer cannot reverse it. The order says what to do.':
    'Elle a peut-être été exécutée : l’acquéreur ne peut pas l’annuler. La commande indique que faire.',
  'The acquirer has reversed it: nothing is charged or reserved. Nothing is left to do.':
    'L’acquéreur l’a annulée : rien n’est débité ni réservé. Il ne reste rien à faire.',
  'It is not settled yet: captures and refunds are added to it until it is closed.':
    'Il n’est pas encore réglé : les captures et remboursements s’y ajoutent jusqu’à sa clôture.',
  'The acquirer was asked to close it and has not confirmed that yet. Nothing is left to do; the gateway asks again.':
    'L’acquéreur a été prié de le clôturer et ne l’a pas encore confirmé. Il n’y a rien à faire ; la passerelle redemande.',
  'It is not closed: the totals of the gateway and of the acquirer differ. The operator has to compare both sides.':
    'Il n’est pas clôturé : les totaux de la passerelle et de l’acquéreur diffèrent. L’opérateur doit comparer les deux.',
  'The acquirer settles it: its transactions can be refunded but no longer voided. Nothing is left to do.':
    'L’acquéreur le règle : ses transactions peuvent être remboursées mais plus annulées. Il ne reste rien à faire.',
  'No payments are sent over it. Enable it when it is to be used.':
    'Aucun paiement n’est envoyé par cette liaison. Activez-la lorsqu’elle doit servir.',
  'It is not connected: no payments are sent over it. The link’s page says why; the gateway keeps connecting.':
    'Elle n’est pas connectée : aucun paiement n’est envoyé par elle. La page de la liaison dit pourquoi ; la passerelle continue d’essayer.',
  'It is connected and signs on at the acquirer. Payments are sent over it as soon as that is done.':
    'Elle est connectée et s’identifie auprès de l’acquéreur. Les paiements passeront ensuite par elle.',
  'It is connected: payments can be sent over it. Nothing is left to do.':
    'Elle est connectée : des paiements peuvent être envoyés par elle. Il n’y a rien à faire.',
  'Your server has not accepted it yet. The gateway keeps sending it for three days.':
    'Votre serveur ne l’a pas encore acceptée. La passerelle continue de l’envoyer pendant trois jours.',
  'Your server has accepted it. Nothing is left to do.': 'Votre serveur l’a acceptée. Il ne reste rien à faire.',
  'Your server has not accepted it, and the gateway no longer sends it. Repair the server, then send it again.':
    'Votre serveur ne l’a pas acceptée et la passerelle ne l’envoie plus. Réparez le serveur, puis renvoyez-la.',
  'Results of transactions are sent to this URL. Nothing is left to do.':
    'Les résultats des transactions sont envoyés à cette URL. Il n’y a rien à faire.',
  'Nothing is sent to this URL. Enable it to receive the results of transactions.':
    'Rien n’est envoyé à cette URL. Activez-la pour recevoir les résultats des transactions.',
  'It can be paid. Send it to the payer.': 'Il peut être payé. Envoyez-le au payeur.',
  'It was paid as often as it may be. Nothing is left to do.':
    'Il a été payé autant de fois que permis. Il ne reste rien à faire.',
  'Its time is over: it can no longer be paid. Create another one if a payment is still expected.':
    'Il a expiré : il ne peut plus être payé. Créez-en un autre si un paiement est encore attendu.',
  'A user has disabled it: it can no longer be paid. Create another one if a payment is still expected.':
    'Un utilisateur l’a désactivé : il ne peut plus être payé. Créez-en un autre si un paiement est encore attendu.',
}
