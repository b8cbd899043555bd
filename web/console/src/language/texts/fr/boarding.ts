// French texts of creating a merchant.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Create merchant': 'Créer un commerçant',
  'Every setting has a default, so only the ID is required. The API password is shown at the end.':
    'Chaque paramètre a une valeur par défaut ; seul l’ID est obligatoire. Le mot de passe de l’API s’affiche à la fin.',
  Back: 'Retour',
  'Skip to summary': 'Aller au récapitulatif',
  'Next: {step}': 'Suivant : {step}',
  'A merchant with the test twin’s ID already exists and was not changed.':
    'Un commerçant portant l’ID du jumeau de test existe déjà et n’a pas été modifié.',
  'No test twin was created: this gateway has no simulator.':
    'Aucun jumeau de test n’a été créé : cette passerelle n’a pas de simulateur.',
  'No test twin was created: the ID is too long to be prefixed with TEST.':
    'Aucun jumeau de test n’a été créé : l’ID est trop long pour être précédé de TEST.',
  '{merchant} was created': '{merchant} a été créé',
  'Copy the passwords now. You will not be able to see them again.':
    'Copiez les mots de passe maintenant. Vous ne pourrez plus les revoir.',
  'The first user could not be added. Add one under Users.':
    'Le premier utilisateur n’a pas pu être ajouté. Ajoutez-en un sous « Utilisateurs ».',
  'Console user {login}': 'Utilisateur de la console {login}',
  'First password of {login}': 'Premier mot de passe de {login}',
  'I have saved them': 'Je les ai enregistrés',
  'User ID of {merchant}': 'ID utilisateur de {merchant}',
  'Password of {merchant}': 'Mot de passe de {merchant}',
  'To be created': 'À créer',
  'Merchant ID': 'ID du commerçant',
  'Settings copied from': 'Paramètres copiés de',
  'Test twin': 'Jumeau de test',
  '{twin}, where there is a simulator': '{twin}, s’il y a un simulateur',
  None: 'Aucun',
  'Notification URL': 'URL de notification',
  'None; notifications are off': 'Aucune ; les notifications sont désactivées',
  'First API credential': 'Premiers identifiants API',
  'First user': 'Premier utilisateur',
  '{name} ({login}), {role}': '{name} ({login}), {role}',
  'All settings can be changed later in the profile, except the ID.':
    'Tous les paramètres peuvent être modifiés ultérieurement dans le profil, sauf l’ID.',
  'With the defaults.': 'Avec les valeurs par défaut.',
  'With the settings of {merchant}.': 'Avec les paramètres de {merchant}.',
  'With the defaults, of which {count} were changed.': {
    one: 'Avec les valeurs par défaut, dont {count} a été modifiée.',
    other: 'Avec les valeurs par défaut, dont {count} ont été modifiées.',
  },
  'With the settings of {merchant}, of which {count} were changed.': {
    one: 'Avec les paramètres de {merchant}, dont {count} a été modifié.',
    other: 'Avec les paramètres de {merchant}, dont {count} ont été modifiés.',
  },
  'Its own repository': 'Son propre référentiel',
  'The merchant could not be read.': 'Le commerçant n’a pas pu être lu.',
  'Copy from': 'Copier depuis',
  'Copies settings and risk rules. Names, IDs at acquirers and providers, websites, tokens, card lists, users and credentials are never copied.':
    'Copie les paramètres et les règles de risque. Les noms, les ID chez les acquéreurs et les prestataires, les sites web, les jetons, les listes de cartes, les utilisateurs et les identifiants ne sont jamais copiés.',
  'Default: the gateway’s defaults': 'Par défaut : les valeurs de la passerelle',
  'Default: a repository of its own with random tokens, a new one each time a card is stored. Generation and management cannot be changed once tokens exist.':
    'Par défaut : un référentiel propre avec des jetons aléatoires, un nouveau à chaque enregistrement d’une carte. La génération et la gestion ne peuvent plus être modifiées dès que des jetons existent.',
  'A repository of its own with the copied settings; tokens are not shared. Generation and management cannot be changed once tokens exist.':
    'Un référentiel propre avec les paramètres copiés ; les jetons ne sont pas partagés. La génération et la gestion ne peuvent plus être modifiées dès que des jetons existent.',
  'The settings are copied from {source}. Change what is different for {merchant}.':
    'Les paramètres sont copiés de {source}. Modifiez ce qui est différent pour {merchant}.',
  Identity: 'Identité',
  'The ID is used in every API request. It cannot be changed later.':
    'L’ID est utilisé dans chaque requête API. Il ne peut pas être modifié par la suite.',
  'Letters, digits, hyphens and underscores. It is the only value without a default.':
    'Lettres, chiffres, tirets et tirets bas. C’est la seule valeur sans valeur par défaut.',
  'Create a test twin': 'Créer un jumeau de test',
  '{twin} uses the simulator; no money moves. Default: on, where there is a simulator.':
    '{twin} utilise le simulateur ; aucun argent ne circule. Par défaut : activé, s’il y a un simulateur.',
  'TEST followed by the ID uses the simulator; no money moves. Default: on, where there is a simulator.':
    'TEST suivi de l’ID utilise le simulateur ; aucun argent ne circule. Par défaut : activé, s’il y a un simulateur.',
  Webhooks: 'Webhooks',
  'Secrets are created with the URL; the merchant’s users see them under Webhooks.':
    'Les secrets sont créés avec l’URL ; les utilisateurs du commerçant les voient sous « Webhooks ».',
  'Must begin with https://. Default: empty, so notifications are off until the merchant enables them.':
    'Doit commencer par https://. Par défaut : vide, les notifications sont donc désactivées jusqu’à ce que le commerçant les active.',
  'Signs in to the console and adds the others. Default: none; users can be added later.':
    'Se connecte à la console et ajoute les autres. Par défaut : aucun ; des utilisateurs peuvent être ajoutés ultérieurement.',
  'You do not have permission to add users. They can be added later.':
    'Vous n’êtes pas autorisé à ajouter des utilisateurs. Ils peuvent être ajoutés ultérieurement.',
  Login: 'Nom de connexion',
  'Lowercase letters, digits and . - _ @': 'Lettres minuscules, chiffres et . - _ @',
  'User’s name': 'Nom de l’utilisateur',
  'Default: the login.': 'Par défaut : le nom de connexion.',
  Role: 'Rôle',
  'Default: administrator, who can add other users.':
    'Par défaut : administrateur, qui peut ajouter d’autres utilisateurs.',
  'Choose a role that you hold yourself.': 'Choisissez un rôle que vous détenez vous-même.',
  'Default: full access.': 'Par défaut : accès complet.',
  'It permits no more than your own permissions.': 'Ils ne permettent pas plus que vos propres autorisations.',
  'Its password is shown once, after the merchant is created.':
    'Le mot de passe s’affiche une seule fois, après la création du commerçant.',
  Scope: 'Portée',
  Steps: 'Étapes',
  Merchant: 'Commerçant',
  Acquirer: 'Acquéreur',
  'Currencies and limits': 'Devises et limites',
  'Page and webhooks': 'Page et webhooks',
  'Users and credentials': 'Utilisateurs et identifiants',
  Summary: 'Récapitulatif',
  'The merchant is disabled until another user approves it on its profile page.':
    'Le commerçant est désactivé jusqu’à ce qu’un autre utilisateur l’approuve sur sa page de profil.',
}
