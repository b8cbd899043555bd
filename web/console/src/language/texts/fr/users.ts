// French texts of the pages of users.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Reset password': 'Réinitialiser le mot de passe',
  'The current password stops working and all sessions end. You get an initial password to pass on, which must be changed at the next sign-in.':
    'Le mot de passe actuel cesse de fonctionner et toutes les sessions prennent fin. Vous obtenez un mot de passe initial à transmettre, à modifier lors de la prochaine connexion.',
  'The password was reset.': 'Le mot de passe a été réinitialisé.',
  'Reset second factor': 'Réinitialiser le second facteur',
  'Use this if the user has lost their device. All sessions end, and the next sign-in requires only the password.':
    'À utiliser si l’utilisateur a perdu son appareil. Toutes les sessions prennent fin et la prochaine connexion ne demande que le mot de passe.',
  'The second factor was reset.': 'Le second facteur a été réinitialisé.',
  Unlock: 'Déverrouiller',
  'After too many failed attempts, sign-in is blocked for a while. This lets the user try again immediately, from any device.':
    'Après trop d’échecs, la connexion est bloquée pendant un certain temps. L’utilisateur pourra ainsi réessayer immédiatement, depuis n’importe quel appareil.',
  'The user was unlocked.': 'L’utilisateur a été déverrouillé.',
  'Sign out everywhere': 'Se déconnecter partout',
  'All sessions of the user end.': 'Toutes les sessions de l’utilisateur prennent fin.',
  'The user was signed out.': 'L’utilisateur a été déconnecté.',
  Disable: 'Désactiver',
  'All sessions end, and the user cannot sign in until enabled again.':
    'Toutes les sessions prennent fin et l’utilisateur ne peut plus se connecter tant qu’il n’est pas réactivé.',
  'The user was disabled.': 'L’utilisateur a été désactivé.',
  Enable: 'Activer',
  'The user can sign in again.': 'L’utilisateur peut de nouveau se connecter.',
  'The user was enabled.': 'L’utilisateur a été activé.',
  Remove: 'Retirer',
  'The user is permanently removed. Their actions stay in the audit log.':
    'L’utilisateur est définitivement supprimé. Ses actions restent dans le journal d’audit.',
  'The user was removed.': 'L’utilisateur a été supprimé.',
  'Actions for {name}': 'Actions pour {name}',
  'Edit name and permissions': 'Modifier le nom et les droits',
  '{action}: {name}': '{action} : {name}',
  '{name} was updated.': 'Modifications enregistrées pour {name}.',
  'Edit {name}': 'Modifier {name}',
  'Add user': 'Ajouter un utilisateur',
  Save: 'Enregistrer',
  Add: 'Ajouter',
  Login: 'Nom de connexion',
  'Lowercase letters, digits and . - _ @': 'Lettres minuscules, chiffres et . - _ @',
  Name: 'Nom',
  Role: 'Rôle',
  Custom: 'Personnalisé',
  Permissions: 'Autorisations',
  Users: 'Utilisateurs',
  'Operator users': 'Utilisateurs de l’exploitant',
  'Users who can sign in to the console, and their permissions.':
    'Utilisateurs qui peuvent se connecter à la console, et leurs droits.',
  You: 'Vous',
  Status: 'Statut',
  'Second factor': 'Second facteur',
  'Set up||done': 'Configuré',
  None: 'Aucun',
  'Last signed in': 'Dernière connexion',
  'No users yet': 'Aucun utilisateur pour le moment',
  'Users you add appear here. Each signs in with an initial password and must change it immediately.':
    'Les utilisateurs que vous ajoutez apparaissent ici. Chacun se connecte avec un mot de passe initial et doit le modifier immédiatement.',
  'Password of {name}': 'Mot de passe de {name}',
  'Initial password of {login}, to be changed at the next sign-in':
    'Mot de passe initial de {login}, à modifier lors de la prochaine connexion',
  'Initial password': 'Mot de passe initial',
  Active: 'Actif',
  'Permissions are waiting for another user’s approval.':
    'Des autorisations attendent l’approbation d’un autre utilisateur.',
  'Alerts are sent there once the user has confirmed it.':
    'Les alertes y sont envoyées dès que l’utilisateur l’a confirmée.',
  'E-mail': 'E-mail',
}
