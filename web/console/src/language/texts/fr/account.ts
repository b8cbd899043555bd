// French texts of the account page.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Organization: 'Organisation',
  Permissions: 'Autorisations',
  Created: 'Créé',
  'Changing your password signs you out of all other sessions.':
    'Changer votre mot de passe vous déconnecte de toutes les autres sessions.',
  'Your password was changed.': 'Votre mot de passe a été changé.',
  'Active sessions': 'Sessions actives',
  'Signed in': 'Connexion',
  'This session': 'Cette session',
  'Last active': 'Dernière activité',
  'Second factor verified': 'Second facteur vérifié',
  Expires: 'Expire',
  'No active sessions': 'Aucune session active',
  'Sign out everywhere': 'Se déconnecter partout',
  'Sign out everywhere?': 'Se déconnecter partout ?',
  'This ends all your sessions, including this one.': 'Toutes vos sessions seront fermées, y compris celle-ci.',
  'Set up||done': 'Configuré',
  'You are asked for a code from your authenticator app when you sign in and before sensitive actions. Without your device, use a recovery code. If you have lost both, ask a user administrator to reset your second factor.':
    'Un code de votre application d’authentification vous est demandé à la connexion et avant les actions sensibles. Sans votre appareil, utilisez un code de récupération. Si vous avez perdu les deux, demandez à un administrateur des utilisateurs de réinitialiser votre second facteur.',
  'Recovery codes left: {number}': 'Codes de récupération restants : {number}',
  'New recovery codes': 'Nouveaux codes de récupération',
  'Make new codes': 'Créer de nouveaux codes',
  'All recovery codes that you have now become invalid.':
    'Tous les codes de récupération que vous avez actuellement deviennent invalides.',
  'Protect your account with an authenticator app on your phone, so that a stolen password is not enough to sign in. Required in production.':
    'Protégez votre compte avec une application d’authentification sur votre téléphone, afin qu’un mot de passe volé ne suffise pas pour se connecter. Obligatoire en production.',
  'E-mail for alerts': 'E-mail pour les alertes',
  'Alerts, a daily summary, and what needs attention are sent to this address once you have confirmed it: money at risk, parked notifications and overdue disputes.':
    'Les alertes, un résumé quotidien et ce qui demande votre attention sont envoyés à cette adresse dès que vous l’avez confirmée : argent en risque, notifications qui ne sont plus envoyées et litiges en retard.',
  'Money at risk, parked notifications and overdue disputes are reported to this address once you have confirmed it.':
    'L’argent en risque, les notifications qui ne sont plus envoyées et les litiges en retard sont signalés à cette adresse dès que vous l’avez confirmée.',
  Confirmed: 'Confirmée',
  'Leave empty to receive no e-mails.': 'Laissez vide pour ne recevoir aucun e-mail.',
  'Your e-mail address was saved.': 'Votre adresse e-mail a été enregistrée.',
  'Your e-mail address is confirmed.': 'Votre adresse e-mail est confirmée.',
  'A code was sent to your address. It is valid for {minutes} minutes.':
    'Un code a été envoyé à votre adresse. Il est valable {minutes} minutes.',
  'Code from the e-mail': 'Code reçu par e-mail',
  Confirm: 'Confirmer',
  'Send another code': 'Envoyer un autre code',
  'Send code': 'Envoyer le code',
}
