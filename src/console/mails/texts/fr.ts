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
  open: 'Ouvrir dans la console :',
}
