// French texts of e-mails to users.
import type { UserMailTexts } from './user-mail-texts.ts'

export const fr: UserMailTexts = {
  actions: {
    APPROVAL_DECLINED: 'Demande refusée',
    APPROVAL_GIVEN: 'Demande approuvée',
    APPROVAL_REQUESTED: 'Approbation demandée',
    CONTROLS_WEAKENED: 'Contrôles affaiblis',
    GATEWAY_SETTINGS_CHANGED: 'Paramètres de la passerelle modifiés',
    LINK_CHANGED: 'Liaison avec l’acquéreur modifiée',
    LINK_CREATED: 'Liaison avec l’acquéreur créée',
    LINK_DISABLED: 'Liaison avec l’acquéreur désactivée',
    LINK_ENABLED: 'Liaison avec l’acquéreur activée',
    ROUTES_CHANGED: 'Routes modifiées',
  },
  code: {
    subject: 'Confirmez votre adresse e-mail',
    text: 'Saisissez ce code sur la page de votre compte dans la console, connecté en tant que {login}. Il est valable {minutes} minutes.',
    unexpected: 'Si vous n’avez pas demandé ce code, ignorez cet e-mail.',
  },
  addressChanged: {
    subject: 'Les alertes n’arrivent plus à cette adresse',
    text: 'Les alertes pour {login} n’arrivent plus à cette adresse. {actor} a modifié l’adresse ou l’utilisateur le {time}.',
    unexpected: 'Si vous ne vous y attendiez pas, prévenez immédiatement un administrateur des utilisateurs.',
  },
  alert: {
    subject: 'Alerte : {action}',
    time: 'Heure',
    user: 'Utilisateur',
    merchant: 'Commerçant',
    link: 'Liaison acquéreur',
    weakened: 'Les contrôles protègent moins qu’avant.',
    changes: 'Modifications',
    more: 'et {count} autres',
    none: 'aucun',
  },
  summary: {
    subject: 'Résumé quotidien : {count} modifications de contrôles, de liaisons et d’accès',
    text: 'Du {from} au {until} :',
  },
  attention: {
    MONEY_AT_RISK: {
      subject: 'Argent en risque : {count}',
      text: 'Un acquéreur a peut-être déplacé de l’argent pour ces transactions, bien qu’elles aient échoué ou n’aient pas de résultat, et la passerelle n’a pas pu l’établir elle-même.',
      merchant:
        'Ne dites pas aux payeurs que rien n’a été débité, et ne répétez pas les paiements. Demandez le résultat à l’exploitant.',
      operator: 'Demandez le résultat à l’acquéreur, puis résolvez-les manuellement.',
    },
    PARKED_NOTIFICATIONS: {
      subject: 'Notifications qui ne sont plus envoyées : {count}',
      text: 'Le serveur n’a pas accepté ces notifications, et la passerelle ne les envoie plus. Rien n’est perdu des paiements.',
      merchant: 'Réparez votre serveur, puis renvoyez-les depuis le journal des envois.',
      operator:
        'Prévenez le commerçant, dont le serveur doit être réparé ; elles pourront ensuite être renvoyées depuis le journal des envois.',
    },
    OVERDUE_DISPUTES: {
      subject: 'Litiges en retard : {count}',
      text: 'Le dernier jour pour répondre à la banque est passé, et aucun envoi de justificatifs n’a été enregistré.',
      merchant:
        'Demandez à l’acquéreur si des justificatifs sont encore acceptés. Si vous les avez envoyés, enregistrez-le dans la console.',
      operator:
        'Demandez au commerçant si des justificatifs ont été envoyés, et à l’acquéreur s’ils sont encore acceptés.',
    },
  },
  orders: 'Commandes',
  merchants: 'Commerçants',
  open: 'Ouvrir dans la console :',
}
