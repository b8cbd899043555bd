// French texts of tokens.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Token: 'Jeton',
  'Stored details': 'Données enregistrées',
  Status: 'Statut',
  Kind: 'Type',
  Account: 'Compte',
  Expiry: 'Expiration',
  Brand: 'Marque',
  Funding: 'Type de carte',
  Issuer: 'Émetteur',
  'Replaced by': 'Remplacé par',
  Usage: 'Utilisation',
  'Last used': 'Dernière utilisation',
  'Last changed': 'Dernière modification',
  'Changed by': 'Modifié par',
  'Verification before storing': 'Vérification avant l’enregistrement',
  Repository: 'Référentiel',
  'Scheme token': 'Jeton réseau',
  'Issued by the card scheme in place of the card number.':
    'Émis par le réseau de cartes à la place du numéro de carte.',
  Number: 'Numéro',
  Provider: 'Prestataire',
  'The token was deleted.': 'Le jeton a été supprimé.',
  Delete: 'Supprimer',
  'Delete this token?': 'Supprimer ce jeton ?',
  'Delete token': 'Supprimer le jeton',
  'The details stored under {token} are permanently deleted. Payments that use the token will be rejected, including those of other merchants that share it.':
    'Les données enregistrées sous {token} sont définitivement supprimées. Les paiements qui utilisent le jeton seront rejetés, y compris ceux d’autres commerçants qui le partagent.',
  Tokens: 'Jetons',
  'Payment details stored for future payments. Account numbers are masked.':
    'Données de paiement enregistrées pour de futurs paiements. Les numéros de compte sont masqués.',
  'Full token': 'Jeton complet',
  Scheme: 'Réseau de cartes',
  'Expiry month': 'Mois d’expiration',
  '1 to 12': '1 à 12',
  'Expiry year': 'Année d’expiration',
  'No matching tokens': 'Aucun jeton correspondant',
  'Enter the full token, or try removing some filters.':
    'Saisissez le jeton complet ou essayez de retirer des filtres.',
  'No tokens yet': 'Aucun jeton pour le moment',
  'Tokens appear here when your integration stores a payer’s card or account.':
    'Les jetons apparaissent ici lorsque votre intégration enregistre la carte ou le compte d’un payeur.',
}
